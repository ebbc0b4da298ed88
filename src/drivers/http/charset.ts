import { TextDecoder } from 'node:util';
import { KernelError } from '../../contract/errors.js';
import type { Stage } from '../../streams/stage.js';

/** Turns text of another encoding into UTF-8; undefined when it is UTF-8 already. Unknown encodings are refused. */
export function createTranscoder(charset: string | undefined): Stage<Uint8Array, Uint8Array> | undefined {
  if (charset === undefined || UTF8.has(charset)) {
    return undefined;
  }
  let decoder: TextDecoder | undefined = charset === 'utf-16' ? undefined : createDecoder(charset);
  const encode = (text: string): readonly Uint8Array[] => (text === '' ? [] : [Buffer.from(text)]);
  return {
    transform(bytes) {
      decoder ??= createDecoder(bytes[0] === 0xfe ? 'utf-16be' : 'utf-16le');
      return encode(decoder.decode(bytes, { stream: true }));
    },
    final: () => encode(decoder?.decode() ?? ''),
  };
}

const UTF8: ReadonlySet<string> = new Set(['utf-8', 'utf8', 'us-ascii', 'ascii']);

function createDecoder(charset: string): TextDecoder {
  try {
    return new TextDecoder(charset);
  } catch (cause) {
    throw new KernelError('DRIVER_PROTOCOL', 'the answer is in a character encoding that is not known here', { cause });
  }
}
