/**
 * Whether a text begins as granted, however whoever gets it may read it: as it stands, as a path or as a URL, with its
 * percent-encodings decoded once or often. As nobody knows here which of these it will be, a text that could lead up
 * (`..` in any writing) is refused, also where it would come back below the prefix.
 */
export function isBelowAsText(value: string, prefix: string): boolean {
  return prefix === '' || (value.startsWith(prefix) && endsName(value, prefix) && !leadsElsewhere(value, prefix));
}

/** `docs` admits `docs` and `docs/a`, not `docs2` or `docs.bak`; a prefix such as `ORD-` says that the name goes on. */
function endsName(value: string, prefix: string): boolean {
  const next = value.charAt(prefix.length);
  const isUrl = /^[a-z][a-z0-9+.-]*:\/\//i.test(value);
  return next === '' || next === '/' || (isUrl && /[?#]/.test(next)) || !/[\p{L}\p{M}\p{N}]$/u.test(prefix);
}

function leadsElsewhere(value: string, prefix: string): boolean {
  const plain = plainForm(value);
  const granted = plainForm(prefix);
  return (
    plain === undefined ||
    granted === undefined ||
    plain.includes('\0') ||
    stepsUp(plain) > stepsUp(granted) ||
    namesHost(plain) !== namesHost(granted) ||
    userOf(plain) !== userOf(granted)
  );
}

const MOST_DECODINGS = 8;

/** Decoded until nothing changes; what a printer or a parser of URLs drops is gone. Undefined when it never ends. */
function plainForm(text: string): string | undefined {
  let plain = visibleForm(text);
  for (let round = 0; round < MOST_DECODINGS; round += 1) {
    const decoded = visibleForm(plain.replace(ENCODED_ASCII, decode).replace(ENCODED_REST, decodeWide));
    if (decoded === plain) {
      return plain;
    }
    plain = decoded;
  }
  return undefined;
}

/** NFKC makes full width dots and slashes plain ones. */
function visibleForm(text: string): string {
  return text.normalize('NFKC').replace(/[\u0001-\u001f\u007f-\u009f\p{DI}]/gu, '');
}

/** `%2e`, `%u002e`, and `%c0%ae`, which old decoders of UTF-8 take for the same. */
const ENCODED_ASCII = /%(?:u00)?([0-7][0-9a-f])|%c([01])%([89ab][0-9a-f])/gi;

function decode(_: string, plain: string | undefined, high: string, low: string): string {
  const code = plain === undefined ? Number(high) * 64 + (Number.parseInt(low, 16) & 63) : Number.parseInt(plain, 16);
  return String.fromCharCode(code);
}

/** What is beyond ASCII, in UTF-8: full width dots and slashes may be encoded too. */
const ENCODED_REST = /%[c-f][0-9a-f](?:%[89ab][0-9a-f]){1,3}/gi;

function decodeWide(encoded: string): string {
  try {
    return decodeURIComponent(encoded);
  } catch {
    return encoded;
  }
}

/** `..` that is no part of a name: between separators of any kind. */
function stepsUp(text: string): number {
  return [...text.matchAll(/(?<![\p{L}\p{N}._~-])\.\.(?![\p{L}\p{N}._~-])/gu)].length;
}

/** As the reference of a URL, and as a path of Windows. */
function namesHost(text: string): boolean {
  return /^[/\\]{2}/.test(text);
}

/** What stands before `@` in the authority of a URL: `https://known.host@other.host/` is at the other host. */
function userOf(text: string): string | undefined {
  return /^[^/?#:]*:[/\\]{2}([^/?#]*)@/.exec(text)?.[1];
}
