import { lastOpening, plausibleLine, strayClosing, unquote, withoutReturn } from './csv-quotes.js';

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
  /** Told of each record with a quote that was not closed where it should have been. */
  readonly onOpenQuote: () => void;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * A quote opens a quoted field only at the field's start; what follows the closing quote belongs to the field as it
 * stands. So a stray quote damages its own field only. One that is not closed within the longest record, or at all, is
 * taken to have been closed before the first line after it that looks like a record; so is one that is closed in later
 * lines, by a quote behind which the field goes on. Blank lines are no records.
 */
export function createRecordCutter(options: RecordCutterOptions): RecordCutter {
  const { maxRecordChars, onRecord, isPlausible, onLost, onOpenQuote } = options;
  const delimiter = options.delimiter.charCodeAt(0);
  /** The record so far; emptied, but for its `size`, once it is over the limit. */
  let torn = '';
  let size = 0;
  let lostBytes = 0;
  let hasQuotes = false;
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
    hasQuotes = false;
    state = 'begin';
  };

  /** The record has ended, and its line end behind it. False when a part of it was read again, and another goes on. */
  const finish = (lineEnd: string): boolean => {
    const record = state === 'plain' ? withoutReturn(torn) : torn;
    if (size > maxRecordChars) {
      onLost(lostBytes);
    } else if (hasQuotes && record.includes('\n') && reopen(strayClosing(record, options.delimiter), lineEnd)) {
      return false;
    } else if (record !== '') {
      onRecord(record);
    }
    begin();
    return true;
  };

  /** What a character makes of the state. */
  const step = (code: number): void => {
    if (state === 'quoted') {
      state = code === QUOTE ? 'closed' : 'quoted';
    } else if (code === delimiter) {
      state = 'begin';
    } else if (code === QUOTE && state !== 'plain') {
      state = 'quoted';
      hasQuotes = true;
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
   * A quote of the record so far was not closed where it should have been: it ends before the next line that looks like a
   * record, and from there it is read again. There every quote but the last has its partner, so this happens once for each
   * character at most.
   */
  const reopen = (opening: number | undefined, lineEnd = ''): boolean => {
    const open = torn;
    const next = opening === undefined ? undefined : plausibleLine(open, opening, isPlausible);
    if (next === undefined) {
      return false;
    }
    onOpenQuote();
    onRecord(withoutReturn(open.slice(0, next.start - 1)), next.line);
    begin();
    cut(open.slice(next.start) + lineEnd);
    return true;
  };

  /** The record is as long as one may be, and inside quotes. */
  const passLimit = (character: string): void => {
    if (reopen(lastOpening(torn, options.delimiter))) {
      cut(character);
    } else {
      // Whatever this character is, it is dropped with the others.
      keep(character);
    }
  };

  const cut = (text: string): void => {
    const isPlain = !text.includes('"');
    const findEnd = (from: number): number => (isPlain && state !== 'quoted' ? plainEnd : recordEnd)(text, from);
    let start = 0;
    for (let end = findEnd(0); end !== -1; end = findEnd(start)) {
      keep(text.slice(start, end));
      if (state === 'quoted' && size === maxRecordChars) {
        passLimit(text.charAt(end));
      } else {
        finish('\n');
      }
      start = end + 1;
    }
    keep(text.slice(start));
  };

  return {
    cut,
    end() {
      const isOpen = (): boolean => state === 'quoted' && size <= maxRecordChars;
      do {
        while (isOpen() && reopen(lastOpening(torn, options.delimiter))) {
          // what was read again may end with a quote that is not closed
        }
        if (isOpen()) {
          onOpenQuote();
        }
      } while (!finish(''));
    },
  };
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
