import { isRecord } from '../config/trees.js';

const SENSITIVE =
  /secret|password|passwd|passphrase|token|credential|authorization|api[-_ ]?key|private[-_ ]?key|cookie/i;
const REFERENCE = /^\$\{(?:env|file):[^}]*\}$/;
const HIDDEN = '[hidden]';

/** Sections that people may write credentials into. */
const SECTIONS = ['capabilities', 'databases'];

/** A config without what was written into these sections in clear; references stay as they are. */
export function hideSecrets(written: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const sections = Object.entries(written).map(([name, section]) => [
    name,
    SECTIONS.includes(name) ? hideIn(section, false) : section,
  ]);
  return Object.fromEntries(sections);
}

function hideIn(value: unknown, isSensitive: boolean): unknown {
  if (Array.isArray(value)) {
    return value.map((item) => hideIn(item, isSensitive));
  }
  if (isRecord(value)) {
    const members = Object.entries(value);
    return Object.fromEntries(members.map(([key, item]) => [key, hideIn(item, isSensitive || SENSITIVE.test(key))]));
  }
  if (typeof value === 'string') {
    return hideText(value, isSensitive);
  }
  return isSensitive && typeof value === 'number' ? HIDDEN : value;
}

function hideText(text: string, isSensitive: boolean): string {
  if (REFERENCE.test(text)) {
    return text;
  }
  return isSensitive ? HIDDEN : text.replace(/(:\/\/)[^\s@]{1,1000}@/, `$1${HIDDEN}@`);
}
