export type SqlDialect = 'postgres' | 'sqlite';

/** One SQL statement cut at its placeholders. */
export interface SqlStatement {
  /** The SQL around the placeholders: one part more than there are names. */
  readonly parts: readonly string[];
  /** The name in each placeholder, in order; one may come several times. */
  readonly names: readonly string[];
}

export interface StatementMistake {
  readonly mistake: string;
  readonly hint: string;
}

/**
 * Finds the `:name` placeholders of a statement outside of strings, quoted identifiers, comments and dollar quotes;
 * `::type`, `:=` and PostgreSQL's `?` operators are none. More than one statement, an empty one, one that is not closed
 * and the engines' own parameters (`$1`, `?`, `@name`) are mistakes. Takes linear time.
 */
export function parseStatement(sql: string, dialect: SqlDialect): SqlStatement | StatementMistake {
  const parts: string[] = [];
  const names: string[] = [];
  let partStart = 0;
  let end: number | undefined;
  let isEmpty = true;
  for (let at = 0; at < sql.length; ) {
    const piece = readPiece(sql, at, dialect);
    if ('mistake' in piece) {
      return piece;
    }
    const isContent = piece.kind !== 'blank' && piece.kind !== 'semicolon';
    if (isEmpty && isContent && dialect === 'postgres' && /^copy$/i.test(sql.slice(at, piece.end))) {
      return COPY;
    }
    if (isContent && end !== undefined) {
      return { mistake: 'holds more than one statement', hint: 'make a capability of each' };
    }
    isEmpty &&= !isContent;
    if (piece.kind === 'semicolon') {
      end ??= at;
    }
    if (piece.kind === 'placeholder') {
      parts.push(sql.slice(partStart, at));
      names.push(sql.slice(at + 1, piece.end));
      partStart = piece.end;
    }
    at = piece.end;
  }
  if (isEmpty) {
    return { mistake: 'holds no statement', hint: 'write one, such as select 1' };
  }
  return { parts: [...parts, sql.slice(partStart, end)], names };
}

interface Piece {
  readonly kind: 'blank' | 'code' | 'placeholder' | 'semicolon';
  readonly end: number;
}

type PieceOrMistake = Piece | StatementMistake;

/** Its rows do not come as rows, and even where nothing may be changed it starts programs and writes files. */
const COPY: StatementMistake = { mistake: 'is a COPY', hint: 'write a select or an insert' };

/** Every other space of Unicode is a letter to PostgreSQL. */
const BLANK = /[ \t\n\v\f\r\ufeff]+/y;
const LINE_END = { postgres: /[\n\r]/g, sqlite: /\n/g } as const;
/** Identifiers, keywords and numbers; a dollar sign may stand inside one. */
const WORD = /[\w\u0080-\uffff][\w$\u0080-\uffff]*/y;
const NAME = /[A-Za-z_]\w*/y;
const DOLLAR_TAG = /\$(?:[A-Za-z_\u0080-\uffff][\w\u0080-\uffff]*)?\$/y;

function readPiece(sql: string, at: number, dialect: SqlDialect): PieceOrMistake {
  const two = sql.slice(at, at + 2);
  if (two === '--') {
    return { kind: 'blank', end: matchEnd(LINE_END[dialect], sql, at) ?? sql.length };
  }
  if (two === '/*') {
    return closed('blank', commentEnd(sql, at, dialect), 'comment');
  }
  const blank = matchEnd(BLANK, sql, at);
  if (blank !== undefined) {
    return { kind: 'blank', end: blank };
  }
  switch (sql[at]) {
    case ';':
      return { kind: 'semicolon', end: at + 1 };
    case '\0':
      return { mistake: 'holds a NUL character', hint: 'take it out' };
    case ':':
      return colonPiece(sql, at);
    case "'":
    case '"':
      return closed('code', quoteEnd(sql, at), 'quote');
    default:
      return dialect === 'postgres' ? postgresPiece(sql, at) : sqlitePiece(sql, at);
  }
}

function colonPiece(sql: string, at: number): Piece {
  const next = sql[at + 1];
  if (next === ':' || next === '=') {
    return { kind: 'code', end: at + 2 };
  }
  const name = matchEnd(NAME, sql, at + 1);
  return name === undefined ? { kind: 'code', end: at + 1 } : { kind: 'placeholder', end: name };
}

function postgresPiece(sql: string, at: number): PieceOrMistake {
  if (sql[at] === '$') {
    return dollarPiece(sql, at);
  }
  const word = matchEnd(WORD, sql, at);
  if (word === at + 1 && sql[word] === "'" && sql[at]?.toLowerCase() === 'e') {
    return closed('code', escapedQuoteEnd(sql, word), 'quote');
  }
  return { kind: 'code', end: word ?? at + 1 };
}

function dollarPiece(sql: string, at: number): PieceOrMistake {
  const tag = matchEnd(DOLLAR_TAG, sql, at);
  if (tag !== undefined) {
    const close = sql.indexOf(sql.slice(at, tag), tag);
    return closed('code', close === -1 ? undefined : close + tag - at, 'dollar quote');
  }
  return /\d/.test(sql[at + 1] ?? '') ? foreignParameter('$1') : { kind: 'code', end: at + 1 };
}

function sqlitePiece(sql: string, at: number): PieceOrMistake {
  switch (sql[at]) {
    case '`':
      return closed('code', quoteEnd(sql, at), 'quote');
    case '[': {
      const close = sql.indexOf(']', at);
      return closed('code', close === -1 ? undefined : close + 1, 'quote');
    }
    case '?':
      return foreignParameter('?');
    case '@':
    case '$':
      return foreignParameter(`${sql[at]}name`);
    default:
      return { kind: 'code', end: matchEnd(WORD, sql, at) ?? at + 1 };
  }
}

function foreignParameter(form: string): StatementMistake {
  return { mistake: `holds a parameter of the form ${form}`, hint: 'write :name, with the name of an argument' };
}

function closed(kind: Piece['kind'], end: number | undefined, what: string): PieceOrMistake {
  return end === undefined ? { mistake: `holds a ${what} that is not closed`, hint: 'close it' } : { kind, end };
}

/** A quote inside is written twice: the second one begins what looks like a quote of its own. */
function quoteEnd(sql: string, at: number): number | undefined {
  const close = sql.indexOf(sql[at] ?? '', at + 1);
  return close === -1 ? undefined : close + 1;
}

function escapedQuoteEnd(sql: string, quote: number): number | undefined {
  for (let at = quote + 1; at < sql.length; at += 1) {
    if (sql[at] === '\\') {
      at += 1;
    } else if (sql[at] === "'") {
      return at + 1;
    }
  }
  return undefined;
}

/** PostgreSQL's comments nest, SQLite's do not, and theirs may stay open. */
function commentEnd(sql: string, at: number, dialect: SqlDialect): number | undefined {
  if (dialect === 'sqlite') {
    const close = sql.indexOf('*/', at + 2);
    return close === -1 ? sql.length : close + 2;
  }
  let depth = 0;
  for (const mark of sql.slice(at).matchAll(/\/\*|\*\//g)) {
    depth += mark[0] === '/*' ? 1 : -1;
    if (depth === 0) {
      return at + mark.index + 2;
    }
  }
  return undefined;
}

function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : undefined;
}
