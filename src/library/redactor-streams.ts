import { Transform } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { kind } from '../contract/library-schemas/parts.js';
import { checkGiven } from './check-given.js';
import type { RedactorRun } from './text-redactor.js';

const aPiece = kind((piece) => typeof piece === 'string' || piece instanceof Uint8Array, 'expected text or bytes');

/** Strings or UTF-8 go in, strings come out. */
export function createTransformStream(run: RedactorRun): TransformStream<string | Uint8Array, string> {
  const read = createReader();
  return new TransformStream({
    transform(piece, controller) {
      checkGiven(aPiece, piece, 'transformStream');
      enqueue(run.push(read(piece)).text, controller);
    },
    flush(controller) {
      enqueue(run.push(read(undefined)).text, controller);
      enqueue(run.end().text, controller);
    },
  });
}

/** Strings or UTF-8 go in, UTF-8 comes out. */
export function createNodeTransform(run: RedactorRun): Transform {
  const read = createReader();
  return new Transform({
    decodeStrings: false,
    transform(piece: string | Uint8Array, _encoding, done) {
      done(null, run.push(read(piece)).text);
    },
    flush(done) {
      done(null, run.push(read(undefined)).text + run.end().text);
    },
  });
}

/** A character may be cut between two pieces of bytes; undefined is the end. */
function createReader(): (piece: string | Uint8Array | undefined) => string {
  const decoder = new StringDecoder('utf8');
  return (piece) => {
    if (piece === undefined) {
      return decoder.end();
    }
    return typeof piece === 'string' ? decoder.end() + piece : decoder.write(Buffer.from(piece));
  };
}

function enqueue(text: string, controller: TransformStreamDefaultController<string>): void {
  if (text !== '') {
    controller.enqueue(text);
  }
}
