import type { OutlineName } from './kind.js';

const MOST_WHOLE = 72;
const MOST_SHORT = 44;
/** A number or a letter alone says too little. */
const FEWEST_SHORT = 4;
const BLANKS = /[ \t]{2,}/g;
const PLACEHOLDER = '[REDACTED:';
/** What stands before the name in a definition; `class Name` is told with its word. */
const MODIFIERS =
  /^(?:(?:export|default|declare|public|private|protected|internal|static|final|abstract|async|pub(?:\(\w{1,20}\))?|unsafe|extern|inline|virtual|override|open|def|fn|func|sub|const|let|var)\s{1,8}){1,6}/;
const TYPE = /^(?:class|interface|enum|struct|union|trait|impl|type|record|object|protocol|module|namespace)\b/;
const OPENING = /(?:\s{0,4}=>)?\s{0,4}[{:;]?$/;
/** Where a name ends: its parameters, its value, its type, its parents. */
const NAME_END = /\s*(?:\(|=|:|\{|<|;|\bextends\b|\bimplements\b|$)/;
const LINK = /\[([^\]]{1,80})\]\([^)]{0,300}\)/g;
const IS_NAME = /^-?\w*[A-Za-z_]/;
/** An option's description stands behind its name. */
const DESCRIPTION = /(?:\t| {2}).{0,300}$/;

/** `class A`, `parse()`, `LIMIT`. */
export function definitionName(text: string): OutlineName {
  const bare = text.trim().replace(OPENING, '');
  const name = bare.replace(MODIFIERS, '');
  if (name.length <= MOST_SHORT) {
    return named(bare, name);
  }
  const end = NAME_END.exec(name)?.index ?? name.length;
  const called = name.slice(0, end);
  const isCall = name.slice(end).trimStart().startsWith('(') && !TYPE.test(called);
  return named(bare, called === '' ? name : isCall ? `${lastWord(called)}()` : called);
}

/** `## Usage`, `-v, --verbose`, `28 Operation timeout`; of a tag its name alone, though it is short: `IFS`. */
export function headingName(text: string, isTag: boolean, redact: (text: string) => string): OutlineName {
  const marked = text.trim();
  const unmarked = marked.replace(LINK, '$1').replaceAll('**', '');
  // What stood between the marks may be a secret together.
  const bare = unmarked === marked ? marked : redact(unmarked);
  const short = bare.replace(DESCRIPTION, '');
  const one = bare.replaceAll(BLANKS, ' ');
  return named(one, short.length < FEWEST_SHORT && !(isTag && IS_NAME.test(short)) ? one : short);
}

/** Of `extern int open` in C the last word. */
function lastWord(text: string): string {
  return text.slice(text.search(/[\w$.:~#*-]{1,80}$/));
}

function named(whole: string, short: string): OutlineName {
  return { whole: cut(whole, MOST_WHOLE), short: cut(short, MOST_SHORT) };
}

/** Neither in a placeholder nor in a surrogate pair. */
function cut(text: string, most: number): string {
  if (text.length <= most) {
    return text;
  }
  const placeholder = text.lastIndexOf(PLACEHOLDER, most - 1);
  const isInside = placeholder >= 0 && text.indexOf(']', placeholder) >= most;
  const end = isInside ? placeholder : most;
  const last = text.charCodeAt(end - 1);
  return `${text.slice(0, last >= 0xd800 && last <= 0xdbff ? end - 1 : end)}…`;
}
