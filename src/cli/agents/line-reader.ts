/** Standard input line by line, for whoever asks next; undefined at its end. */
export interface LineReader {
  /** undefined too once the signal is aborted: the line is then for whoever asks next. */
  readonly next: (signal?: AbortSignal) => Promise<string | undefined>;
  /** The same for a question that is asked now: what was typed before it is no answer, and stays for whoever asks next. */
  readonly answer: (signal: AbortSignal, now: () => number) => Promise<string | undefined>;
}

/** What comes sooner was typed before anybody could read the question. */
const PAUSE_MS = 300;

/** One reader for all questions: a loop over standard input that is left would close it. */
export function createLineReader(stdin: AsyncIterable<Uint8Array>): LineReader {
  const lines = linesOf(stdin);
  const ahead: string[] = [];
  let reading: ReturnType<typeof lines.next> | undefined;

  const read = async (signal?: AbortSignal): Promise<string | undefined> => {
    reading ??= lines.next();
    const given = await (signal === undefined ? reading : Promise.race([reading, aborted(signal)]));
    if (given === undefined) {
      return undefined;
    }
    reading = undefined;
    return given.done === true ? undefined : given.value;
  };

  return {
    next: async (signal) => ahead.shift() ?? read(signal),
    async answer(signal, now) {
      const askedAt = now();
      for (;;) {
        const line = await read(signal);
        if (line === undefined || now() - askedAt >= PAUSE_MS) {
          return line;
        }
        ahead.push(line);
      }
    },
  };
}

function aborted(signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve(undefined);
    }
    signal.addEventListener('abort', () => resolve(undefined), { once: true });
  });
}

const LONGEST_LINE = 8 * 1024 * 1024;

async function* linesOf(stdin: AsyncIterable<Uint8Array>): AsyncGenerator<string, void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const bytes of stdin) {
    const lines = (rest + decoder.decode(bytes, { stream: true })).split('\n');
    rest = lines.pop() ?? '';
    yield* lines.map((line) => line.replace(/\r$/, ''));
    if (rest.length > LONGEST_LINE) {
      yield rest;
      rest = '';
    }
  }
  rest += decoder.decode();
  if (rest !== '') {
    yield rest;
  }
}
