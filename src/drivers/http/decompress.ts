import type { Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate, createInflateRaw } from 'node:zlib';
import { KernelError } from '../../contract/errors.js';
import { type Allowance, limited } from './allowance.js';

const PIECE_BYTES = 64 * 1024;
const MOST_LAYERS = 3;
// One piece waits at most, so that nothing is lost when the input turns out to be cut.
const OPTIONS = { chunkSize: PIECE_BYTES, readableHighWaterMark: 1 };

/**
 * Undoes the content encodings that a server names, the last one first. What comes out of each counts: an outer one could
 * hold a great deal of which the inner one makes nothing.
 */
export function decompress(
  source: AsyncIterable<Uint8Array>,
  contentEncoding: string,
  allowance: Allowance,
): AsyncIterable<Uint8Array> {
  const layers = contentEncoding
    .toLowerCase()
    .split(',')
    .map((layer) => layer.trim())
    .filter((layer) => layer !== '' && layer !== 'identity');
  if (layers.length > MOST_LAYERS) {
    throw unknownEncoding();
  }
  return layers.reduceRight((pieces, layer) => limited(decompressLayer(pieces, layer), allowance), source);
}

async function* decompressLayer(source: AsyncIterable<Uint8Array>, layer: string): AsyncGenerator<Uint8Array> {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  if (first.done === true) {
    return;
  }
  const unzip = createUnzip(layer, first.value);
  let failure: unknown;
  feed(unzip, first.value, pieces).catch((error: unknown) => {
    failure = error;
    unzip.end();
  });
  try {
    for await (const piece of unzip) {
      yield piece;
    }
  } catch (cause) {
    throw failure ?? new KernelError('DRIVER_PROTOCOL', 'the compressed answer is damaged or cut', { cause });
  } finally {
    unzip.destroy();
  }
  if (failure !== undefined) {
    throw failure;
  }
}

function createUnzip(layer: string, head: Uint8Array): Transform {
  switch (layer) {
    case 'gzip':
    case 'x-gzip':
      return createGunzip(OPTIONS);
    case 'br':
      return createBrotliDecompress(OPTIONS);
    case 'deflate':
      // The standard wants a zlib header, and some servers leave it out.
      return ((head[0] ?? 0) & 0x0f) === 8 ? createInflate(OPTIONS) : createInflateRaw(OPTIONS);
    default:
      throw unknownEncoding();
  }
}

async function feed(unzip: Transform, head: Uint8Array, rest: AsyncIterator<Uint8Array>): Promise<void> {
  for (let bytes = head; !unzip.destroyed; ) {
    if (!unzip.write(bytes) && !unzip.destroyed) {
      await roomOrClosed(unzip);
    }
    const next = await rest.next();
    if (next.done === true) {
      unzip.end();
      return;
    }
    bytes = next.value;
  }
}

function roomOrClosed(unzip: Transform): Promise<void> {
  return new Promise((resolve) => {
    const settle = (): void => {
      unzip.off('drain', settle);
      unzip.off('close', settle);
      resolve();
    };
    unzip.on('drain', settle);
    unzip.on('close', settle);
  });
}

function unknownEncoding(): KernelError {
  return new KernelError('DRIVER_PROTOCOL', 'the server compresses its answer in a way that was not asked for');
}
