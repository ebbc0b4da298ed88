/** Cuts CSV text into records, and a record into fields. */
export interface RecordCutter {
  cut(text: string): void;
  /** The last record may have no newline. */
  end(): void;
}

interface RecordCutterOptions {
  readonly delimiter: string;
  /** A longer record is dropped up to the first newline after that many characters, even one inside quotes. */
  readonly maxRecordChars: number;
  /** Told of each record, without its line end, as soon as it has ended; also of the line behind one that was not closed. */
  readonly onRecord: (record: string, next?: string) => void;
  /** Whether a line looks like a record of this table. */
  readonly isPlausible: (line: string) => boolean;
  /** Told of each record that was dropped. */
  readonly onLost: (bytes: number) => void;
  /** Told of each record whose last quote was not closed. */
  readonly onOpenQuote: () => void;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * A quote opens a quoted field only at the field's start; what follows the closing quote belongs to the field as it
 * stands. So a stray quote damages its own field only. One that is not closed within the longest record, or at all, is
 * taken to have been closed before the first line after it that looks like a record. Blank lines are no records.
 */
export function createRecordCutter(options: RecordCutterOptions): RecordCutter {
  const { maxRecordChars, onRecord, isPlausible, onLost, onOpenQuote } = options;
  const delimiter = options.delimiter.charCodeAt(0);
  /** The record so far; emptied, but for its `size`, once it is over the limit. */
  let torn = '';
  let size = 0;
  let lostBytes = 0;
  /** `closed`: a quote inside quotes; the next character says whether it ended them or is doubled. */
  let state: 'begin' | 'plain' | 'quoted' | 'closed' = 'begin';

  const keep = (text: string): void => {
    size += text.length;
    if (size <= maxRecordChars) {
      torn += text;
      return;
    }
    lostBytes += utf8Bytes(torn) + utf8Bytes(text);
    torn = '';
  };

  const begin = (): void => {
    torn = '';
    size = 0;
    lostBytes = 0;
    state = 'begin';
  };

  const finish = (): void => {
    const record = state === 'plain' ? withoutReturn(torn) : torn;
    if (size > maxRecordChars) {
      onLost(lostBytes);
    } else if (record !== '') {
      onRecord(record);
    }
    begin();
  };

  /** What a character makes of the state. */
  const step = (code: number): void => {
    if (state === 'quoted') {
      state = code === QUOTE ? 'closed' : 'quoted';
    } else if (code === delimiter) {
      state = 'begin';
    } else if (code === QUOTE && state !== 'plain') {
      state = 'quoted';
    } else {
      state = 'plain';
    }
  };

  /**
   * Where the record that `at` is in ends: at a newline outside quotes, or at any once it is over the limit. At the limit
   * itself when that is inside quotes.
   */
  const recordEnd = (text: string, from: number): number => {
    const limit = from + maxRecordChars - size;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      const isEnd = state === 'quoted' ? at === limit || (at > limit && code === NEWLINE) : code === NEWLINE;
      if (isEnd) {
        return at;
      }
      step(code);
    }
    return -1;
  };

  /** The same for text without any quote, when the state is not inside of one: its last character makes the state. */
  const plainEnd = (text: string, from: number): number => {
    const newline = text.indexOf('\n', from);
    const end = newline === -1 ? text.length : newline;
    if (end > from) {
      step(text.charCodeAt(end - 1));
    }
    return newline;
  };

  /**
   * The record so far is all inside a quote that nobody closed: it ends before the next line that looks like a record, and
   * from there it is read again. There every quote has its partner, so this happens once for each character at most.
   */
  const reopen = (): boolean => {
    const open = torn;
    const next = plausibleLine(open, lastOpening(open, options.delimiter), isPlausible);
    if (next === undefined) {
      return false;
    }
    onOpenQuote();
    onRecord(withoutReturn(open.slice(0, next.start - 1)), next.line);
    begin();
    cut(open.slice(next.start));
    return true;
  };

  /** The record is as long as one may be, and inside quotes. */
  const passLimit = (character: string): void => {
    if (reopen()) {
      cut(character);
    } else {
      // Whatever this character is, it is dropped with the others.
      keep(character);
    }
  };

  const cut = (text: string): void => {
    const isPlain = state !== 'quoted' && !text.includes('"');
    const findEnd = isPlain ? plainEnd : recordEnd;
    let start = 0;
    for (let end = findEnd(text, 0); end !== -1; end = findEnd(text, start)) {
      keep(text.slice(start, end));
      if (state === 'quoted' && size === maxRecordChars) {
        passLimit(text.charAt(end));
      } else {
        finish();
      }
      start = end + 1;
    }
    keep(text.slice(start));
  };

  return {
    cut,
    end() {
      const isOpen = (): boolean => state === 'quoted' && size <= maxRecordChars;
      while (isOpen() && reopen()) {
        // what was read again may end with a quote that is not closed
      }
      if (isOpen()) {
        onOpenQuote();
      }
      finish();
    },
  };
}

function withoutReturn(record: string): string {
  return record.endsWith('\r') ? record.slice(0, -1) : record;
}

/** Of a record that ends inside quotes: where the quoted field begins. */
function lastOpening(record: string, delimiter: string): number {
  let at = 0;
  for (let next = at; next !== -1; ) {
    at = next;
    const isQuoted = record.charCodeAt(at) === QUOTE;
    const end = record.indexOf(delimiter, isQuoted ? unquote(record, at + 1).next : at);
    next = end === -1 ? -1 : end + 1;
  }
  return at;
}

/** The first line that looks like a record, after the one that `from` is in. */
function plausibleLine(
  text: string,
  from: number,
  isPlausible: (line: string) => boolean,
): { readonly start: number; readonly line: string } | undefined {
  for (let start = text.indexOf('\n', from) + 1; start > 0; ) {
    const end = text.indexOf('\n', start);
    const line = withoutReturn(text.slice(start, end === -1 ? undefined : end));
    if (line.trim() !== '' && isPlausible(line)) {
      return { start, line };
    }
    start = end + 1;
  }
  return undefined;
}

/** Of a piece that may begin or end within a surrogate pair. */
function utf8Bytes(piece: string): number {
  const first = piece.charCodeAt(0);
  const last = piece.charCodeAt(piece.length - 1);
  const halves = Number(first >= 0xdc00 && first <= 0xdfff) + Number(last >= 0xd800 && last <= 0xdbff);
  return Buffer.byteLength(piece) - halves;
}

/** The fields of one record. */
export function splitFields(record: string, delimiter: string): readonly string[] {
  if (!record.includes('"')) {
    return record.split(delimiter);
  }
  const fields: string[] = [];
  for (let start = 0; start !== -1; ) {
    const quoted = record.charCodeAt(start) === QUOTE ? unquote(record, start + 1) : { value: '', next: start };
    const end = record.indexOf(delimiter, quoted.next);
    fields.push(quoted.value + record.slice(quoted.next, end === -1 ? undefined : end));
    start = end === -1 ? -1 : end + 1;
  }
  return fields;
}

/** The inside of a quoted field that begins at `start`, and where the text after its closing quote begins. */
function unquote(record: string, start: number): { value: string; next: number } {
  let value = '';
  let from = start;
  while (from < record.length) {
    const quote = record.indexOf('"', from);
    if (quote === -1) {
      break;
    }
    value += record.slice(from, quote);
    if (record.charCodeAt(quote + 1) !== QUOTE) {
      return { value, next: quote + 1 };
    }
    value += '"';
    from = quote + 2;
  }
  return { value: value + record.slice(from), next: record.length };
}
