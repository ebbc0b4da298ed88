const HEAD_BYTES = 4096;
const LONGEST_WAIT_MS = 100;

/**
 * Joins the first pieces of a source until there is enough to tell its format, so that the format does not depend on
 * how a pipe happened to cut the head. A slow source is not held back longer than a person would notice.
 */
export async function* gatherHead(source: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const iterator = source[Symbol.asyncIterator]();
  try {
    let next = iterator.next();
    const pieces: Uint8Array[] = [];
    let size = 0;
    let timer: NodeJS.Timeout | undefined;
    let isLate: Promise<undefined> | undefined;
    while (size < HEAD_BYTES) {
      const step = await Promise.race(isLate === undefined ? [next] : [next, isLate]);
      if (step === undefined || step.done === true) {
        break;
      }
      pieces.push(step.value);
      size += step.value.length;
      next = iterator.next();
      // a failure is taken up below, in its turn
      next.catch(() => undefined);
      isLate ??= new Promise((resolve) => {
        timer = setTimeout(resolve, LONGEST_WAIT_MS, undefined);
      });
    }
    clearTimeout(timer);
    if (size > 0) {
      yield Buffer.concat(pieces);
    }
    for (let step = await next; step.done !== true; step = await iterator.next()) {
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
