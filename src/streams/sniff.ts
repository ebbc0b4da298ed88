import { createRecordCutter, splitFields } from './csv-records.js';
import { createJsonDecoder } from './json.js';
import { utf16Order } from './unicode.js';
import { decodeUtf8 } from './utf8.js';

export type InputFormat = 'ndjson' | 'json' | 'csv' | 'text' | 'binary';

const BY_EXTENSION: Readonly<Record<string, InputFormat>> = {
  ndjson: 'ndjson',
  jsonl: 'ndjson',
  json: 'json',
  geojson: 'json',
  csv: 'csv',
  tsv: 'csv',
  tab: 'csv',
};

const MAX_LINES = 50;
const DELIMITERS = ['\t', ',', ';', '|'];

/**
 * What an input is, from its first bytes and its file name. The extension decides where the content does not
 * contradict it. Without it only what is clearly records is called so: prose, logs and source code are text.
 */
export function sniffFormat(head: Uint8Array, fileName = ''): InputFormat {
  const order = utf16Order(head);
  if (order !== undefined) {
    return isCsv(new TextDecoder(order).decode(head)) ? 'csv' : 'text';
  }
  if (isBinary(head)) {
    return 'binary';
  }
  const text = decodeUtf8(head).replace(/^\ufeff/, '');
  const named = BY_EXTENSION[fileName.slice(fileName.lastIndexOf('.') + 1).toLowerCase()];
  if (text.trim() === '') {
    return named ?? 'text';
  }
  const json = sniffJson(text, head);
  if (json !== undefined) {
    return named === 'json' || named === 'ndjson' ? named : json;
  }
  // Named so, one record is enough: the others are then counted as broken rather than read as text.
  if (named === 'ndjson' && text.split('\n', MAX_LINES + 1).some(isJsonRecord)) {
    return 'ndjson';
  }
  return named === 'csv' || isCsv(text) ? 'csv' : 'text';
}

const MOST_PLAIN_BYTES = 4096;
const NEWLINE = 10;
const PLAIN_LINE = /^\s*[^\s[{"]/;
const LITERAL = /^\s*(?:true|false|null|[-+.\deE]{1,400})\s*$/;

/**
 * A few whole lines of text that are passed on as they are whatever follows: no value of JSON, which between records
 * would be text as well, and no header of a table.
 */
export function isPlainStart(head: Uint8Array): boolean {
  if (head.length >= MOST_PLAIN_BYTES || head.at(-1) !== NEWLINE || !head.every(isPlainByte)) {
    return false;
  }
  const lines = decodeUtf8(head).split('\n').slice(0, -1);
  return lines.every((line) => PLAIN_LINE.test(line) && !LITERAL.test(line)) && !mayBeHeader(lines[0] ?? '');
}

/** Neither a part of a longer character nor one that ends a line in its own way. */
function isPlainByte(byte: number): boolean {
  return byte < 0x7f && byte !== 13 && !STRANGE.has(byte);
}

/** By its first line a text is a table or never will be one; in quotes a line may go on. */
function mayBeHeader(line: string): boolean {
  return line.includes('"') || DELIMITERS.some((delimiter) => isHeader(splitFields(line, delimiter)));
}

/** More than one control character in twenty that no text has: a NUL or two make no bytes of a text. */
export function isBinary(head: Uint8Array): boolean {
  const strange = head.reduce((count, byte) => count + (STRANGE.has(byte) ? 1 : 0), 0);
  return strange * 20 > head.length;
}

/** Control characters, but for backspace to carriage return and escape. */
const STRANGE = new Set(Array.from({ length: 32 }, (_, byte) => byte).filter((byte) => byte < 8 || byte > 13));
STRANGE.delete(0x1b);

function sniffJson(text: string, head: Uint8Array): 'ndjson' | 'json' | undefined {
  const lines = completeLines(text);
  const good = lines.filter(isJsonRecord).length;
  const first = lines[0] ?? '';
  if (good > 0 && good * 5 >= lines.length * 4 && (good > 1 || first.trimStart().startsWith('{'))) {
    return 'ndjson';
  }
  return startsLikeJson(text) && isJson(head) ? 'json' : undefined;
}

/** The first lines that are not blank; the last one may be cut and does not count. */
function completeLines(text: string): readonly string[] {
  const lines = text.split('\n', MAX_LINES + 1);
  return lines.slice(0, -1).filter((line) => line.trim() !== '');
}

function isJsonRecord(line: string): boolean {
  try {
    const value: unknown = JSON.parse(line);
    return typeof value === 'object' && value !== null;
  } catch {
    return false;
  }
}

function startsLikeJson(text: string): boolean {
  return /^\s*(?:\{\s*(?:$|"|\})|\[\s*(?:$|[{["\]]|-?\d|true|false|null))/.test(text.slice(0, 4096));
}

/** Whether nearly all values in the bytes are JSON; one that the end cuts does not count. */
function isJson(head: Uint8Array): boolean {
  const decoder = createJsonDecoder();
  let rows = 0;
  let bad = 0;
  for (const chunk of decoder.transform(head)) {
    rows += chunk.type === 'records' ? chunk.rows.length : 0;
    bad += chunk.type === 'warning' ? chunk.count : 0;
  }
  return bad * 10 <= rows;
}

/** Several records with the same number of fields, at least three, under a header of different names. */
function isCsv(text: string): boolean {
  return DELIMITERS.some((delimiter) => {
    const [header = [], ...rows] = firstRecords(text, delimiter).map((record) => splitFields(record, delimiter));
    return rows.length >= 2 && isHeader(header) && rows.every((row) => isRowUnder(header, row));
  });
}

function firstRecords(text: string, delimiter: string): readonly string[] {
  const records: string[] = [];
  const cutter = createRecordCutter({
    delimiter,
    maxRecordChars: 16 * 1024,
    onRecord: (record) => records.push(record),
    onLost: () => records.push(''),
    isPlausible: () => false,
    onOpenQuote: () => undefined,
  });
  cutter.cut(text);
  return records.slice(0, MAX_LINES);
}

function isHeader(header: readonly string[]): boolean {
  return header.length >= 3 && new Set(header).size === header.length && header.every(isName);
}

function isName(text: string): boolean {
  return /^"?[\p{L}_][\p{L}\p{N}_.-]{0,63}(?: [\p{L}\p{N}_.()%#-]{1,32}){0,3}"?$/u.test(text);
}

/** A value that repeats its column's name speaks against a header, as in a log whose lines all begin with INFO. */
function isRowUnder(header: readonly string[], row: readonly string[]): boolean {
  return row.length === header.length && row.every((cell, index) => cell === '' || cell !== header[index]);
}
