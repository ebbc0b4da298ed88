const QUOTE = 0x22;

/** Of a record that ends inside quotes: where the quoted field begins. */
export function lastOpening(record: string, delimiter: string): number {
  let at = 0;
  for (let next = at; next !== -1; ) {
    at = next;
    const isQuoted = record.charCodeAt(at) === QUOTE;
    const end = record.indexOf(delimiter, isQuoted ? unquote(record, at + 1).next : at);
    next = end === -1 ? -1 : end + 1;
  }
  return at;
}

/** Of a record over several lines: where the field begins behind whose closing quote its text goes on. */
export function strayClosing(record: string, delimiter: string): number | undefined {
  for (let at = 0; at !== -1; ) {
    const isQuoted = record.charCodeAt(at) === QUOTE;
    const { value, next } = isQuoted ? unquote(record, at + 1) : { value: '', next: at };
    const end = record.indexOf(delimiter, next);
    const behind = record.slice(next, end === -1 ? undefined : end);
    if (value.includes('\n') && behind !== '' && behind !== '\r') {
      return at;
    }
    at = end === -1 ? -1 : end + 1;
  }
  return undefined;
}

/** The first line that looks like a record, after the one that `from` is in. */
export function plausibleLine(
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

export function withoutReturn(record: string): string {
  return record.endsWith('\r') ? record.slice(0, -1) : record;
}

/** The inside of a quoted field that begins at `start`, and where the text after its closing quote begins. */
export function unquote(record: string, start: number): { value: string; next: number } {
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
