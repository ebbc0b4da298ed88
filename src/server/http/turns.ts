/**
 * Gives each who asks a turn of the event loop of its own. What a request does is mostly computed at once: without turns,
 * hundreds that came together would hold the loop until the last was done, and others could not even be read.
 */
export function createTurns(): () => Promise<void> {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(
      () =>
        new Promise((resolve) => {
          setImmediate(resolve);
        }),
    );
    return last;
  };
}
