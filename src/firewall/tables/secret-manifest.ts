import { SECRET } from '../judge/field-rule.js';
import { type Cell, trimmed } from '../lex/table-row.js';
import { type ComingText, isCut, pattern } from '../pattern/coming-text.js';
import { answered, type Cursor, matched, type Reading } from './cursor.js';
import { type JsonReader, readJson } from './json-walk.js';
import { type Line, readLines } from './line-walk.js';

/** So much is held back to learn of what kind the data above are. */
const MAX_ABOVE = 4000;
const HEAD = pattern(/(?:kind: (secret|secretlist)|(stringdata):|apiversion: v1\r?\n( {0,40})data:)[ \t]{0,40}\r?\n/i);
const MAX_HEAD = 80;
const KIND_BELOW = /^kind: (\w{1,40})/;
const ENCODED = /^ {1,40}[\w.-]{1,120}: [A-Za-z0-9+/]{40}/;
const DATA = /^( *(?:- )?)(?:data|stringData):[ \t]*\r?$/;
/** A line of YAML: an item, a remark, a template, or a key. */
const LINE = /^\s*(?:$|#|-|\{\{|["']?[\w./-]+["']?:)/;
const ENTRY = /^(\s*(?:"[^"]{1,253}"|'[^']{1,253}'|[\w.-]{1,253}):[ \t]*)/;
const BLOCK = /^[|>][-+\d]{0,2}$/;
const QUOTES = '"\'';

/** A Secret of Kubernetes in YAML: each value of its `data` and `stringData`, whatever its name is. */
export function* readSecretManifest(cursor: Cursor): Reading {
  const head = yield* matched(cursor, HEAD);
  const length = head?.[0].length ?? 0;
  if (head !== undefined && (yield* answered(() => isSecretAbove(cursor.coming, cursor.at + length, head[3])))) {
    cursor.at += length;
    yield* readLines(cursor, manifestReader(head));
  }
}

/** Takes the lines behind the head of a manifest as long as they belong to it. */
function manifestReader([, kind, strings, indent]: RegExpExecArray): (line: Line) => boolean {
  const isList = kind !== undefined && kind.length > 'secret'.length;
  // The indentation of the keys beside `data`, of `data` itself when its lines are read, and of their keys.
  let base = indent?.length ?? -1;
  let inData = strings !== undefined || indent !== undefined;
  let entry = -1;

  /** Whether a line belongs to the data. */
  const isInside = (line: Line): boolean => {
    if (entry < 0 && line.indent > Math.max(base, 0) && line.text.charAt(line.indent) !== '-') {
      entry = line.indent;
    }
    return entry >= 0 && line.indent >= entry;
  };

  /** Whether a line belongs to the manifest; it may begin data. */
  const isSibling = (line: Line): boolean => {
    base = base < 0 ? line.indent : base;
    entry = -1;
    inData = line.indent === base && DATA.test(line.text);
    return line.indent > base || (line.indent === base && line.text.charAt(line.indent) !== '-');
  };

  /** The same of a list of manifests, which do not say what they are. */
  const isInList = ({ text }: Line): boolean => {
    const data = DATA.exec(text);
    inData = data !== null;
    base = data?.[1]?.length ?? 0;
    entry = -1;
    return !text.startsWith('---');
  };

  const takeEntry = ({ text, indent: at, hide }: Line): void => {
    const key = at === entry ? (ENTRY.exec(text)?.[0].length ?? 0) : 0;
    const cell = unquoted(text, trimmed(text, key, text.length));
    if (text.charAt(cell.start) !== '#' && !BLOCK.test(text.slice(cell.start, cell.end))) {
      hide(SECRET, cell);
    }
  };

  return (line) => {
    if (line.text.trim() === '') {
      return true;
    }
    inData &&= isInside(line);
    if (inData) {
      takeEntry(line);
      return true;
    }
    return !line.isLong && LINE.test(line.text) && (isList ? isInList(line) : isSibling(line));
  };
}

/** Whether data are those of a Secret, as the kind below them says; of very long data, whether they look like it. */
function isSecretAbove(coming: ComingText, from: number, indent: string | undefined): boolean | undefined {
  if (indent === undefined) {
    return true;
  }
  const { text } = coming;
  const seen = text.slice(from - 1, from + MAX_ABOVE);
  const below = seen.indexOf(`\n${indent}kind: `);
  const isOpen = isCut(coming, from, MAX_ABOVE);
  if (below >= 0) {
    const kind = seen.slice(below + 1 + indent.length, below + MAX_HEAD);
    const isWhole = /^kind: \w{1,40}\W/.test(kind);
    return isWhole || !isOpen ? KIND_BELOW.exec(kind)?.[1] === 'Secret' : undefined;
  }
  return isOpen ? undefined : from + MAX_ABOVE <= text.length && ENCODED.test(seen.slice(1));
}

/** Quotes are shown, also one without the other. */
function unquoted(line: string, { start, end }: Cell): Cell {
  const from = start < end && QUOTES.includes(line.charAt(start)) ? start + 1 : start;
  return { start: from, end: from < end && QUOTES.includes(line.charAt(end - 1)) ? end - 1 : end };
}

/** The member at a mark; what stands before its first quote has been shown. */
const MEMBER = pattern(/"(kind|stringData|apiVersion)(\\{0,7})"[\s\\nrt]{0,40}:/);
const ABOVE = pattern(
  /"apiVersion\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"v1\\{0,7}"\s{0,4},[\s\\n]{0,40}"data\\{0,7}"\s{0,4}:\s{0,4}\{/,
);
const KIND_MEMBER_BELOW = /"kind\\{0,7}"\s{0,4}:\s{0,4}\\{0,7}"(\w{1,40})\W/;
const ENCODED_MEMBER = /\{[\s\\n]{0,40}"[\w.-]{1,120}"\s{0,4}:\s{0,4}"[A-Za-z0-9+/]{40}/;
const DATA_MEMBER = /^(?:data|stringData)$/;

/** A Secret of Kubernetes in JSON: each value of its `data` and `stringData`, whatever its name is. */
export function* readJsonSecret(cursor: Cursor): Reading {
  const [, name = '', slashes = ''] = (yield* matched(cursor, MEMBER)) ?? [];
  const isSecret = (): boolean | undefined => name !== 'apiVersion' || isJsonSecretAbove(cursor.coming, cursor.at);
  if (name !== '' && (yield* answered(isSecret))) {
    const quotes = { quote: '"', escapes: slashes.length };
    cursor.at += `"${name}${slashes}"`.length;
    yield* readJson(cursor, readSecret(name), { brackets: ['object'], quotes });
  }
}

function readSecret(first: string): JsonReader {
  let name = first;
  let isKnown = first !== 'kind';
  let isList = false;
  // The depth of the data.
  let data = -1;

  return {
    ruleHere: () => (data >= 0 ? SECRET : undefined),
    meet: (sign, depth, content) => {
      if (!isKnown) {
        isKnown = true;
        isList = content === 'SecretList';
        return isList || (sign === 'value' && content === 'Secret');
      }
      if (sign === 'name') {
        name = content;
      } else if (sign === 'object' && data < 0 && DATA_MEMBER.test(name) && (isList || depth === 1)) {
        data = depth;
      } else if (sign === 'close' && depth <= data) {
        data = -1;
      }
      return depth > 0;
    },
  };
}

/** Whether data that come first are those of a Secret, as the kind below them says; of long ones, whether they look like it. */
function isJsonSecretAbove(coming: ComingText, at: number): boolean | undefined {
  if (ABOVE.isOpen(coming, at)) {
    return undefined;
  }
  const seen = coming.text.slice(at, at + MAX_ABOVE);
  if (!ABOVE.fits(coming, at)) {
    return false;
  }
  const kind = KIND_MEMBER_BELOW.exec(seen)?.[1];
  if (kind === undefined) {
    return isCut(coming, at, MAX_ABOVE) ? undefined : seen.length === MAX_ABOVE && ENCODED_MEMBER.test(seen);
  }
  return kind === 'Secret';
}
