const HEAD_BYTES = 4096;
const LONGEST_WAIT_MS = 100;

/**
 * Joins the first pieces of a source until there is enough to tell its format, so that the format does not depend on
 * how a pipe happened to cut the head. A slow source is not held back longer than a person would notice, and a first
 * piece that is the same in any format not at all.
 */
export async function* gatherHead(
  source: AsyncIterable<Uint8Array>,
  isCertain: (first: Uint8Array) => boolean = () => false,
): AsyncGenerator<Uint8Array> {
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
      size += step.value.length;
      if (size === step.value.length && isCertain(step.value)) {
        yield step.value;
      } else {
        pieces.push(step.value);
      }
      next = iterator.next();
      // a failure is taken up below, in its turn
      next.catch(() => undefined);
      isLate ??= new Promise((resolve) => {
        timer = setTimeout(resolve, LONGEST_WAIT_MS, undefined);
      });
    }
    clearTimeout(timer);
    if (pieces.length > 0) {
      yield Buffer.concat(pieces);
    }
    for (let step = await next; step.done !== true; step = await iterator.next()) {
      yield step.value;
    }
  } finally {
    await iterator.return?.();
  }
}
