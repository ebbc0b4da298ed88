/** Makes the text of one part after the other; empty where a part says nothing. */
export type TextOfParts<Part> = () => (part: Part) => string;

/**
 * The texts of a run. Whoever reads them is its consumer: leaving the loop leaves that of the parts, and what they throw
 * is thrown.
 */
export function textsOf<Part>(parts: AsyncIterable<Part>, textOf: TextOfParts<Part>): AsyncIterable<string> {
  return {
    // Not a generator: one that was never asked would not leave the parts when it is left.
    [Symbol.asyncIterator]() {
      const read = parts[Symbol.asyncIterator]();
      const text = textOf();
      return {
        async next() {
          for (;;) {
            const step = await read.next();
            if (step.done === true) {
              return { done: true, value: undefined };
            }
            const piece = text(step.value);
            if (piece !== '') {
              return { done: false, value: piece };
            }
          }
        },
        async return() {
          await read.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
