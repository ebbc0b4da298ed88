/** A part of a TOML text that begins with a table's head, or what stands before the first one. */
export interface TomlPart {
  /** The names of the head, none before the first. */
  readonly head: readonly string[];
  readonly text: string;
}

/**
 * A TOML text in parts that together are the text. Comments and empty lines above a head belong to it.
 */
export function tomlParts(text: string): readonly TomlPart[] {
  const parts: TomlPart[] = [];
  let head: readonly string[] = [];
  let from = 0;
  for (const { start, line } of logicalLines(text)) {
    const names = /^\s*\[/.test(line) ? headOf(line) : undefined;
    if (names !== undefined) {
      const at = aboveHead(text, from, start);
      parts.push({ head, text: text.slice(from, at) });
      head = names;
      from = at;
    }
  }
  return [...parts, { head, text: text.slice(from) }];
}

/** Where the comments directly above a head begin. */
function aboveHead(text: string, from: number, start: number): number {
  let at = start;
  for (;;) {
    const before = text.lastIndexOf('\n', at - 2) + 1;
    if (before < from || at === 0 || before >= at || !/^\s*#/.test(text.slice(before, at))) {
      return at;
    }
    at = before;
  }
}

interface Line {
  readonly start: number;
  readonly line: string;
}

/** Lines, and values over several lines as the one they are. */
function* logicalLines(text: string): Generator<Line> {
  let start = 0;
  let depth = 0;
  TOKEN.lastIndex = 0;
  for (const match of text.matchAll(TOKEN)) {
    const [token] = match;
    if (token === '\n') {
      if (depth <= 0) {
        yield { start, line: text.slice(start, match.index) };
        start = match.index + 1;
        depth = 0;
      }
    } else if (/^[[{]$/.test(token)) {
      depth += 1;
    } else if (/^[\]}]$/.test(token)) {
      depth -= 1;
    }
  }
  yield { start, line: text.slice(start) };
}

const TOKEN = /"""(?:[^\\]|\\[\s\S])*?"""+|'''[\s\S]*?'''+|"(?:[^"\\\n]|\\.)*"|'[^'\n]*'|#[^\n]*|[[\]{}\n]/g;

const NAME = /\s*(?:"((?:[^"\\]|\\.)*)"|'([^']*)'|([A-Za-z0-9_-]+))\s*/y;

function headOf(line: string): readonly string[] | undefined {
  const [opening = ''] = /^\s*\[{1,2}/.exec(line) ?? [];
  const names: string[] = [];
  NAME.lastIndex = opening.length;
  for (let match = NAME.exec(line); match !== null; match = NAME.exec(line)) {
    const [, double, single, bare] = match;
    names.push(double === undefined ? (single ?? bare ?? '') : unescaped(double));
    const end = NAME.lastIndex;
    if (line[end] !== '.') {
      return line[end] === ']' ? names : undefined;
    }
    NAME.lastIndex = end + 1;
  }
  return undefined;
}

function unescaped(text: string): string {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
