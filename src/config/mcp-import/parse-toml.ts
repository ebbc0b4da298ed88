type Table = Record<string, unknown>;

/**
 * As much of TOML as configs of hosts use: tables, strings of all kinds, lists, inline tables, booleans; numbers and
 * dates stay texts, lists of tables are passed over. Throws a SyntaxError that repeats nothing of the text.
 */
export function parseToml(text: string): Readonly<Table> {
  const reader = createReader(text);
  const root: Table = {};
  let table: Table | undefined = root;
  for (reader.skipBlank(true); !reader.isAtEnd(); reader.skipBlank(true)) {
    if (reader.takes('[[')) {
      reader.key();
      reader.expect(']]');
      table = undefined;
    } else if (reader.takes('[')) {
      table = tableAt(root, reader.key());
      reader.expect(']');
    } else {
      assign(table ?? {}, reader);
    }
    reader.endOfLine();
  }
  return root;
}

function assign(table: Table, reader: Reader): void {
  const path = reader.key();
  reader.expect('=');
  const name = path.at(-1) ?? '';
  tableAt(table, path.slice(0, -1))[name] = reader.value();
}

function tableAt(root: Table, path: readonly string[]): Table {
  return path.reduce<Table>((table, name) => {
    const below = Object.hasOwn(table, name) ? table[name] : undefined;
    const next = isTable(below) ? below : {};
    table[name] = next;
    return next;
  }, root);
}

function isTable(value: unknown): value is Table {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

interface Reader {
  readonly isAtEnd: () => boolean;
  /** Blanks and comments, with `isAcross` line ends too. */
  readonly skipBlank: (isAcross: boolean) => void;
  /** Whether the text goes on with this; it is then passed. */
  readonly takes: (mark: string) => boolean;
  readonly expect: (mark: string) => void;
  readonly endOfLine: () => void;
  readonly key: () => readonly string[];
  readonly value: () => unknown;
}

const ACROSS = /(?:[ \t\r\n]|#[^\n]*)*/y;
const WITHIN = /[ \t\r]*(?:#[^\n]*)?/y;
const BARE_KEY = /[A-Za-z0-9_-]+/y;
const BARE_VALUE = /[A-Za-z0-9_.:+-]+/y;
/** Three quotes first; a newline right behind them is no part of the text. */
const STRINGS = [
  { pattern: /"""\r?\n?((?:[^"\\]|\\.|"(?!""))*)"""/sy, isRaw: false },
  { pattern: /'''\r?\n?((?:[^']|'(?!''))*)'''/y, isRaw: true },
  { pattern: /"((?:[^"\\\n]|\\.)*)"/y, isRaw: false },
  { pattern: /'([^'\n]*)'/y, isRaw: true },
];
const DEEPEST = 32;

function createReader(text: string): Reader {
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | undefined => {
    pattern.lastIndex = at;
    const found = pattern.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  const skipBlank = (isAcross: boolean) => void match(isAcross ? ACROSS : WITHIN);
  const takes = (mark: string): boolean => {
    const isNext = text.startsWith(mark, at);
    at += isNext ? mark.length : 0;
    return isNext;
  };
  const expect = (mark: string): void => {
    skipBlank(false);
    if (!takes(mark)) {
      throw new SyntaxError(`no ${mark} where one is needed`);
    }
  };
  const string = (): string | undefined => {
    for (const { pattern, isRaw } of STRINGS) {
      const found = match(pattern)?.[1];
      if (found !== undefined) {
        return isRaw ? found : unescaped(found);
      }
    }
    return undefined;
  };
  const key = (): readonly string[] => {
    const path: string[] = [];
    do {
      skipBlank(false);
      const name = string() ?? match(BARE_KEY)?.[0];
      if (name === undefined || name === '__proto__') {
        throw new SyntaxError('a name is missing');
      }
      path.push(name);
      skipBlank(false);
    } while (takes('.'));
    return path;
  };
  const value = (depth = 0): unknown => {
    skipBlank(false);
    if (depth > DEEPEST) {
      throw new SyntaxError('lists are nested too deeply');
    }
    if (takes('[')) {
      const items: unknown[] = [];
      each(']', () => items.push(value(depth + 1)));
      return items;
    }
    if (takes('{')) {
      const table: Table = {};
      each('}', () => assign(table, { ...reader, value: () => value(depth + 1) }));
      return table;
    }
    const found = string() ?? match(BARE_VALUE)?.[0];
    if (found === undefined) {
      throw new SyntaxError('a value is missing');
    }
    return found === 'true' ? true : found === 'false' ? false : found;
  };
  /** Items between commas, over any number of lines. */
  const each = (close: string, item: () => void): void => {
    for (skipBlank(true); !takes(close); skipBlank(true)) {
      item();
      skipBlank(true);
      if (!takes(',') && !text.startsWith(close, at)) {
        throw new SyntaxError(`no ${close} where one is needed`);
      }
    }
  };
  const reader: Reader = {
    isAtEnd: () => at >= text.length,
    skipBlank,
    takes,
    expect,
    endOfLine() {
      skipBlank(false);
      if (at < text.length && !takes('\n')) {
        throw new SyntaxError('a line goes on where it should end');
      }
    },
    key,
    value,
  };
  return reader;
}

const ESCAPES: Readonly<Record<string, string>> = { b: '\b', t: '\t', n: '\n', f: '\f', r: '\r' };

function unescaped(text: string): string {
  return text.replace(/\\(?:u([0-9a-fA-F]{4})|U([0-9a-fA-F]{8})|(\s*\n\s*)|(.))/gs, (_, short, long, line, one) => {
    const code: string | undefined = short ?? long;
    if (code !== undefined) {
      return String.fromCodePoint(Math.min(Number.parseInt(code, 16), 0x10ffff));
    }
    return line === undefined ? (ESCAPES[String(one)] ?? String(one)) : '';
  });
}
