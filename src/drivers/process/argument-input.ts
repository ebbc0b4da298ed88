import type { DriverCall } from '../../contract/driver.js';

/**
 * An argument as a command's standard input: a text as it is, a list as one line for each item, anything else as one
 * line. A line is a text as it is, or JSON. An argument given by reference is streamed as it is kept; an absent one is
 * an empty input.
 */
export function argumentInput({ args, stored }: DriverCall, name: string): 'ignore' | AsyncIterable<Uint8Array> {
  const reference = stored !== undefined && Object.hasOwn(stored, name) ? stored[name] : undefined;
  if (reference !== undefined) {
    return reference.bytes();
  }
  const value = Object.hasOwn(args, name) ? args[name] : undefined;
  return value === undefined || value === null ? 'ignore' : pieces(value);
}

const PIECE_CHARS = 64 * 1024;

async function* pieces(value: unknown): AsyncGenerator<Uint8Array> {
  if (typeof value === 'string') {
    yield Buffer.from(value);
    return;
  }
  let text = '';
  for (const item of Array.isArray(value) ? value : [value]) {
    text += `${typeof item === 'string' ? item : JSON.stringify(item)}\n`;
    if (text.length > PIECE_CHARS) {
      yield Buffer.from(text);
      text = '';
    }
  }
  yield Buffer.from(text);
}
