/** Writes a value's text form as JSON. */
export type ToJson = (text: string) => string;

/** What may stand in front when indexes do not begin at 1. */
const BOUNDS = /^(?:\[-?\d+:-?\d+\])+=/;
const DEEPEST = 6;

/** PostgreSQL's text form of an array, such as `{1,NULL,"a b"}`, as JSON; undefined for what is none. */
export function parseArrayText(text: string, delimiter: string, elementToJson: ToJson): string | undefined {
  const marks = new Map([
    ['{', { json: '[', step: 1 }],
    ['}', { json: ']', step: -1 }],
    [delimiter, { json: ',', step: 0 }],
  ]);
  let at = BOUNDS.exec(text)?.[0].length ?? 0;
  let depth = 0;
  let out = '';
  do {
    const mark = marks.get(text[at] ?? '');
    if (mark === undefined) {
      const element = text[at] === '"' ? quoted(text, at + 1) : plain(text, at, delimiter);
      out += element.value === undefined ? 'null' : elementToJson(element.value);
      at = element.end;
    } else {
      depth += mark.step;
      out += mark.json;
      at += 1;
    }
  } while (depth > 0 && depth <= DEEPEST && at < text.length);
  return depth === 0 && at === text.length && out.startsWith('[') ? out : undefined;
}

interface Element {
  /** Undefined for NULL. */
  readonly value: string | undefined;
  readonly end: number;
}

function plain(text: string, from: number, delimiter: string): Element {
  let end = from;
  while (end < text.length && text[end] !== delimiter && text[end] !== '}') {
    end += 1;
  }
  const value = text.slice(from, end);
  return { value: value === 'NULL' ? undefined : value, end };
}

function quoted(text: string, from: number): Element {
  let end = from;
  while (end < text.length && text[end] !== '"') {
    end += text[end] === '\\' ? 2 : 1;
  }
  return { value: text.slice(from, end).replace(/\\(.)/gs, '$1'), end: end + 1 };
}
