/** One step of a stream: it turns each piece into any number of pieces, and gives what it held back at the end. */
export interface Stage<In, Out> {
  transform(chunk: In): Iterable<Out>;
  final(): Iterable<Out>;
}

/**
 * Runs a source through a stage. The stage is flushed when the source ends, not when it fails; the source is closed
 * when the consumer leaves or the stage throws.
 */
export async function* through<In, Out>(source: AsyncIterable<In>, stage: Stage<In, Out>): AsyncGenerator<Out> {
  for await (const chunk of source) {
    for (const out of stage.transform(chunk)) {
      yield out;
    }
  }
  for (const out of stage.final()) {
    yield out;
  }
}

/** Two stages as one; what the first gives at the end passes through the second before that is flushed itself. */
export function compose<In, Middle, Out>(first: Stage<In, Middle>, second: Stage<Middle, Out>): Stage<In, Out> {
  function* pass(pieces: Iterable<Middle>): Generator<Out> {
    for (const piece of pieces) {
      yield* second.transform(piece);
    }
  }
  return {
    transform: (chunk) => pass(first.transform(chunk)),
    *final() {
      yield* pass(first.final());
      yield* second.final();
    },
  };
}
