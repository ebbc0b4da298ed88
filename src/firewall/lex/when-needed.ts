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
