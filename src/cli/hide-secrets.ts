import { isRecord } from '../config/trees.js';

const SENSITIVE =
  /secret|password|passwd|passphrase|token|credential|authorization|api[-_ ]?key|private[-_ ]?key|cookie/i;
/** Amounts of model tokens, which are no secrets. */
const AMOUNTS: ReadonlySet<string> = new Set(['max_tokens', 'max_completion_tokens']);
const REFERENCE = /^(?:(?:basic|bearer|token) )?\$\{(?:env|file):[^}]*\}$/i;
const HIDDEN = '[hidden]';

/** Sections that people may write credentials into. */
const SECTIONS = ['agents', 'capabilities', 'databases', 'mcp_servers', 'store'];

/** What stands under these names there is usually a credential, whatever it is called there. */
const SENSITIVE_SECTIONS: Readonly<Record<string, RegExp>> = { agents: /^headers$/, mcp_servers: /^(?:env|headers)$/ };
const NOTHING = /$^/;

/** A config without what was written into these sections in clear; references stay as they are. */
export function hideSecrets(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const sections = Object.entries(written).map(([name, section]) => [
    name,
    SECTIONS.includes(name) ? hideIn(section, false, SENSITIVE_SECTIONS[name] ?? NOTHING) : section,
  ]);
  return Object.fromEntries(sections);
}

function hideIn(value: unknown, isSensitive: boolean, sensitive: RegExp): unknown {
  if (Array.isArray(value)) {
    return value.map((item: unknown, index) =>
      hideIn(item, isSensitive || isSensitiveOption(value[index - 1]), sensitive),
    );
  }
  if (isRecord(value)) {
    const hidden = Object.entries(value).map(([key, item]) => {
      const isAmount = AMOUNTS.has(key) && typeof item === 'number';
      const isBelow = isSensitive || (SENSITIVE.test(key) && !isAmount) || sensitive.test(key);
      return [key, hideIn(item, isBelow, sensitive)];
    });
    return Object.fromEntries(hidden);
  }
  if (typeof value === 'string') {
    return hideText(value, isSensitive);
  }
  return isSensitive && typeof value === 'number' ? HIDDEN : value;
}

/** The argument after `--api-key` is one. */
function isSensitiveOption(before: unknown): boolean {
  return typeof before === 'string' && /^--?[\w-]{1,100}$/.test(before) && SENSITIVE.test(before);
}

const OPTION = /^(--?[\w-]{1,100}=)/;
const PARAMETER = /([?&][\w.-]{0,100}(?:key|token|secret|password|auth|sig)[\w.-]{0,100}=)[^&#\s]+/gi;

function hideText(text: string, isSensitive: boolean): string {
  if (REFERENCE.test(text)) {
    return text;
  }
  if (isSensitive) {
    return HIDDEN;
  }
  const [option] = OPTION.exec(text) ?? [];
  if (option !== undefined && SENSITIVE.test(option)) {
    return option + hideText(text.slice(option.length), true);
  }
  return text.replace(/(:\/\/)[^\s@]{1,1000}@/, `$1${HIDDEN}@`).replace(PARAMETER, `$1${HIDDEN}`);
}
