import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';

/** Half of it is for warming up. */
export const MOST_BYTES = 16_000_000;
const FILE_BYTES = 512_000;
const BLOCK_BYTES = 16_000;
const NEWLINE = 10;

/** Text of one kind. */
export interface Collected {
  readonly texts: readonly Buffer[];
  /** Where it comes from, for people. */
  readonly from: readonly string[];
  /** What was looked for and is not on this machine. */
  readonly missing: readonly string[];
}

/** Files of one kind. */
export interface Found extends Omit<Collected, 'texts'> {
  readonly files: readonly string[];
}

export function textsOf(found: readonly Found[]): Collected {
  return {
    texts: gather(found.flatMap(({ files }) => files)),
    from: found.flatMap(({ from }) => from),
    missing: found.flatMap(({ missing }) => missing),
  };
}

/** The texts of files, each once, mixed in an order that is the same every time, so that both halves are alike. */
function gather(files: readonly string[]): readonly Buffer[] {
  const seen = new Set<string>();
  const texts: Buffer[] = [];
  let bytes = 0;
  for (const file of mixed(files)) {
    const text = beginning(readText(file));
    const hash = hashOf(text);
    if (bytes < MOST_BYTES && !seen.has(hash) && !text.includes(0)) {
      seen.add(hash);
      texts.push(text);
      bytes += text.length;
    }
  }
  return texts;
}

/** One text of so many blocks, mixed: what is measured must be like what was there before. */
export function inBlocks(texts: readonly Buffer[]): Buffer {
  const blocks = new Map<string, Buffer>();
  for (const text of texts) {
    for (let at = 0, end = 0; at < text.length; at = end) {
      end = endOfLine(text, at + BLOCK_BYTES);
      blocks.set(`${blocks.size}`, text.subarray(at, end));
    }
  }
  return Buffer.concat(mixed([...blocks.keys()]).flatMap((key) => blocks.get(key) ?? [])).subarray(0, MOST_BYTES);
}

export function sizeOf(texts: readonly Buffer[]): number {
  return texts.reduce((sum, text) => sum + text.length, 0);
}

export function readText(file: string): Buffer {
  const bytes = readFileSync(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}

/** In an order that has nothing to do with the names, and is the same every time. */
export function mixed(files: readonly string[]): readonly string[] {
  const keys = new Map(files.map((file) => [file, hashOf(Buffer.from(file))]));
  return [...files].sort((one, other) => ((keys.get(one) ?? '') < (keys.get(other) ?? '') ? -1 : 1));
}

function hashOf(text: Buffer): string {
  return createHash('sha1').update(text).digest('hex');
}

/** Whole lines, so that no file outweighs the others. */
function beginning(text: Buffer): Buffer {
  return text.length <= FILE_BYTES ? text : text.subarray(0, endOfLine(text, FILE_BYTES));
}

function endOfLine(text: Buffer, at: number): number {
  const end = text.indexOf(NEWLINE, at);
  return end < 0 ? text.length : end + 1;
}
