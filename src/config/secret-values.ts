const SHORTEST = 8;
/** With fewer, it is a filler and no secret. */
const LEAST_CHARACTERS = 4;

/** Names of what is told to everybody, by their last word. */
const TOLD =
  /(?:^|[_.-])(?:user|username|login|host|hostname|server|region|zone|port|dir|directory|folder|path|home|name|env|environment|mode|level|locale|lang|tz|timezone|profile|org|organization|project|database|schema|bucket|version|model|email)$/i;

const WORDS = new Set(
  'administrator anonymous application available changeme config_secret container credential credentials customer database default_value demo_user developer development disabled external internal localhost master_key nobody_knows password passphrase postgres postgresql preproduction privileged production public_key readonly readwrite redacted reporting sandboxed sandbox1 secret_key service_account staging_env superuser test_user testing1 unavailable undefined unlimited username warehouse'.split(
    ' ',
  ),
);

const NUMBER = /^[\d\s.,:_/+-]+$/;
const PLACE = /^(?:\.{0,2}\/|~\/|[a-z]:[\\/])/i;
const URL_START = /^[a-z][a-z0-9+.-]*:\/\//i;
const HOST = /^[a-z0-9-]+(?:\.[a-z0-9-]+)*\.[a-z]{2,}(?::\d+)?$/;
const REGION = /^[a-z]{2}(?:-[a-z]+)+-?\d?$/;

/**
 * What of a value that a config refers to must not be seen: nothing of a short text, a number, a path, a host, a common
 * word, or what is told to everybody by its name, such as `DB_USER`; of an address its password; anything else itself.
 */
export function secretsIn(name: string, value: string): readonly string[] {
  const text = value.trim();
  if (URL_START.test(text)) {
    return passwordsIn(text).filter(isSecret);
  }
  return !TOLD.test(name) && isSecret(text) ? [text] : [];
}

function isSecret(text: string): boolean {
  const isLong = text.length >= SHORTEST && new Set(text).size >= LEAST_CHARACTERS;
  return (
    isLong &&
    !WORDS.has(text.toLowerCase()) &&
    ![NUMBER, PLACE, URL_START, HOST, REGION].some((kind) => kind.test(text))
  );
}

/** As it is written there, and as it is meant. */
function passwordsIn(address: string): readonly string[] {
  const [, written = ''] = /^[^/]*\/\/[^/?#]*?:([^/?#]*)@/.exec(address) ?? [];
  try {
    return [...new Set([written, decodeURIComponent(written)])];
  } catch {
    return [written];
  }
}
