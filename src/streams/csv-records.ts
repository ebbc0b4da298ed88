/** Cuts CSV text into records, and a record into fields. */
export interface RecordCutter {
  /** The records that end in this text, without their line ends; undefined stands for one over the limit. */
  cut(text: string): readonly (string | undefined)[];
  /** The last record, when no newline ended it, and whether the input ended inside quotes. */
  end(): { readonly records: readonly (string | undefined)[]; readonly isOpen: boolean };
}

interface RecordCutterOptions {
  readonly delimiter: string;
  /** A longer record is dropped up to the first newline after that many characters, even one inside quotes. */
  readonly maxRecordChars: number;
}

const QUOTE = 0x22;
const NEWLINE = 0x0a;

/**
 * A quote opens a quoted field only at the field's start; what follows the closing quote belongs to the field as it
 * stands. So a stray quote damages its own field only. Blank lines are no records.
 */
export function createRecordCutter(options: RecordCutterOptions): RecordCutter {
  const delimiter = options.delimiter.charCodeAt(0);
  /** The record so far; emptied, but for its `size`, once it is over the limit. */
  let torn = '';
  let size = 0;
  /** `closed`: a quote inside quotes; the next character says whether it ended them or is doubled. */
  let state: 'begin' | 'plain' | 'quoted' | 'closed' = 'begin';

  const keep = (text: string): void => {
    size += text.length;
    torn = size > options.maxRecordChars ? '' : torn + text;
  };

  const finish = (records: (string | undefined)[]): void => {
    const record = state === 'plain' && torn.endsWith('\r') ? torn.slice(0, -1) : torn;
    if (size > options.maxRecordChars) {
      records.push(undefined);
    } else if (record !== '') {
      records.push(record);
    }
    torn = '';
    size = 0;
    state = 'begin';
  };

  /** What a character outside the inside of quotes makes of the state. */
  const step = (code: number): void => {
    if (code === delimiter) {
      state = 'begin';
    } else if (code === QUOTE && state !== 'plain') {
      state = 'quoted';
    } else {
      state = 'plain';
    }
  };

  /** Where the record that `at` is in ends: at a newline outside quotes, or at any once it is over the limit. */
  const recordEnd = (text: string, from: number): number => {
    const limit = from + options.maxRecordChars - size;
    for (let at = from; at < text.length; at += 1) {
      const code = text.charCodeAt(at);
      if (code === NEWLINE && (state !== 'quoted' || at > limit)) {
        return at;
      }
      if (state !== 'quoted') {
        step(code);
      } else if (code === QUOTE) {
        state = 'closed';
      }
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

  return {
    cut(text) {
      const records: (string | undefined)[] = [];
      const isPlain = state !== 'quoted' && !text.includes('"');
      const findEnd = isPlain ? plainEnd : recordEnd;
      let start = 0;
      for (let end = findEnd(text, 0); end !== -1; end = findEnd(text, start)) {
        keep(text.slice(start, end));
        finish(records);
        start = end + 1;
      }
      keep(text.slice(start));
      return records;
    },
    end() {
      const isOpen = state === 'quoted';
      const records: (string | undefined)[] = [];
      finish(records);
      return { records, isOpen };
    },
  };
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
