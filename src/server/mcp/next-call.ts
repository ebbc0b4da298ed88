/**
 * The command that a frame names for what comes next, as the arguments of the gateway's own tool `expand`:
 * `akernel expand h_4t8r2v6y1n --offset 411` becomes `{"handle":"h_4t8r2v6y1n","offset":411}`. Undefined for any other.
 */
export function nextCall(command: string): Readonly<Record<string, unknown>> | undefined {
  const words = shellWords(command);
  const [, verb, first, second] = words;
  const isValue = first === 'value';
  const handle = isValue ? second : first;
  if (verb !== 'expand' || handle === undefined) {
    return undefined;
  }
  const flags = flagsIn(words.slice(isValue ? 4 : 3));
  const [from, to] = (flags.get('--chars') ?? '').split(':');
  return {
    handle,
    ...numberMember('offset', flags.get('--offset')),
    ...(flags.has('--fields') ? { fields: flags.get('--fields')?.split(',') } : {}),
    ...(flags.has('--filter') ? { filter: flags.get('--filter') } : {}),
    ...(flags.has('--query') ? { query: flags.get('--query') } : {}),
    ...numberMember('row', flags.get('--row')),
    ...(flags.has('--field') ? { field: flags.get('--field') } : {}),
    ...numberMember('from', from),
    ...numberMember('to', to),
  };
}

function numberMember(name: string, word: string | undefined): Readonly<Record<string, number>> {
  return word === undefined || word === '' ? {} : { [name]: Number(word) };
}

function flagsIn(words: readonly string[]): ReadonlyMap<string, string> {
  return new Map(words.flatMap((word, at) => (word.startsWith('--') ? [[word, words[at + 1] ?? ''] as const] : [])));
}

const WORD = /(?:[^\s'\\]+|\\.|'[^']*')+/g;
const PART = /'([^']*)'|\\(.)|[^'\\]+/g;

/** Words as a shell splits them, as far as our own commands use it: single quotes, and a backslash before one of them. */
function shellWords(command: string): readonly string[] {
  const words = command.match(WORD) ?? [];
  return words.map((word) =>
    word.replace(
      PART,
      (part: string, quoted: string | undefined, escaped: string | undefined) => quoted ?? escaped ?? part,
    ),
  );
}
