/**
 * Something that is made when it is first needed: patterns with classes of Unicode, of which each takes V8 a tenth of a
 * millisecond at the start, and most programs end without a text that needs them.
 */
export function whenNeeded<Made>(make: () => Made): () => Made {
  let made: Made | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/** A hostile source can invent names without end. */
const MOST_REMEMBERED = 4096;

/** Remembers what is to be said of names that come again and again. */
export function remembered(test: (name: string) => boolean): (name: string) => boolean {
  const known = new Map<string, boolean>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) {
      return before;
    }
    const answer = test(name);
    if (known.size < MOST_REMEMBERED) {
      known.set(name, answer);
    }
    return answer;
  };
}
