import { isCut } from '../pattern/coming-text.js';
import { createHeldLines } from './held-lines.js';
import { HOLDER, type RuleOfHeld, ruleOfHeld } from './held-secret.js';
import { createJsonWalk, type JsonReader } from './json-walk.js';
import { behindHead, type MarkedTable, type MarkedTableOptions, WAIT } from './marked-table.js';

const MAX_HEAD = 64;
/** From behind the name to where the values begin. */
const BRACES = /^\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}(?=\{)/;
const LINES = /^(?:\]|["']?[ \t]{0,4}[:={ ]{1,4})[ \t\r]{0,8}(?=\n)/;
/** A map of HCL has no commas, and a line for each value. */
const BRACE_LINES = /^ {0,4}= {0,4}\{[ \t\r]{0,8}(?=\n)/;
const TYPE = /^(?:type|\$ref|\$schema)$/;
/** What stands in it beside its type. */
const VALUE = /^(?:plain_?)?(?:value|text)$/i;
const TYPES = /^(?:object|string|array|number|boolean)$/;

/** The values below `secrets`, `passwords`, `credentials` and `api_keys`, whatever their names are. */
export function createHeldSecrets(options: MarkedTableOptions): MarkedTable {
  return behindHead((coming, at) => {
    if (isCut(coming, at, MAX_HEAD)) {
      return WAIT;
    }
    const head = coming.text.slice(at, at + MAX_HEAD);
    const rule = ruleOfHeld(head);
    const { length, lines } = openingOf(head);
    if (rule === undefined || length < 0) {
      return undefined;
    }
    const reader =
      lines === undefined
        ? createJsonWalk(options, readHeld(rule), { brackets: [] })
        : createHeldLines(options, rule, lines);
    return { at: at + length, reader: { ...reader, yields: () => !reader.isInside() } };
  }, true);
}

/** Where the values begin, and with what they end if there is a line for each. */
function openingOf(head: string): { readonly length: number; readonly lines?: '[' | '}' | '' } {
  const name = HOLDER.exec(head)?.[0].length ?? 0;
  const behind = head.slice(name);
  const lines = (BRACE_LINES.exec(behind) ?? LINES.exec(behind))?.[0];
  if (lines !== undefined) {
    return { length: name + lines.length + 1, lines: lines.includes(']') ? '[' : lines.includes('{') ? '}' : '' };
  }
  const braces = BRACES.exec(behind)?.[0];
  return { length: braces === undefined ? -1 : name + braces.length };
}

function readHeld(ruleOf: RuleOfHeld): JsonReader {
  let name = '';
  // The depth of members that are about a type, and hold nothing but a value.
  let typed = -1;
  return {
    hasEquals: true,
    ruleHere: (content, isQuoted) => (typed < 0 || VALUE.test(name) ? ruleOf(name, content, isQuoted) : undefined),
    meet: (sign, depth, content) => {
      if (sign === 'name') {
        name = content;
      }
      const isType = sign === 'value' && TYPE.test(name) && (name.startsWith('$') || TYPES.test(content));
      if (isType && typed < 0) {
        typed = depth;
      } else if (sign === 'close' && depth < typed) {
        typed = -1;
      }
      return depth > 0 || sign === 'object';
    },
  };
}
