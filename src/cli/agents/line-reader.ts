/** Standard input line by line, for whoever asks next; undefined at its end. */
export interface LineReader {
  readonly next: () => Promise<string | undefined>;
}

/** One reader for all questions: a loop over standard input that is left would close it. */
export function createLineReader(stdin: AsyncIterable<Uint8Array>): LineReader {
  const lines = linesOf(stdin);
  return {
    async next() {
      const { done, value } = await lines.next();
      return done === true ? undefined : value;
    },
  };
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
