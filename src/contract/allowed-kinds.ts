/** A sign in place of which nothing else is tried is rarely what an allowed value lacks: three sets have none in common. */
const KINDS: readonly (readonly [string, readonly [number, number], readonly ((length: number) => string)[]])[] = [
  ['random words', [6, 40], ['aB3dE5fG', 'kM7nP9qR', 'tV2wX4yZ'].map(repeated)],
  ['passwords with signs', [6, 40], ['aB3!dE5#', 'kM7$nP9%', 'tV2&wX4*'].map(repeated)],
  ['card numbers', [13, 19], ['41', '53', '67'].map(repeated)],
  ['e-mail addresses', [12, 40], ['ab@cd.ef', 'kl@mn.op', 'tu@vw.yz'].map(addressed)],
];

/**
 * The kinds of findings, any of which a test of whole texts lets pass, when there are two or more: no pattern of a value
 * that may be seen fits what has nothing in common. Empty for other tests.
 */
export function unlikeKinds(test: (text: string) => boolean): readonly string[] {
  const fitting = KINDS.filter(([, [shortest, longest], samples]) => {
    const lengths = Array.from({ length: longest - shortest + 1 }, (_, index) => shortest + index);
    return samples.some((sample) => lengths.some((length) => test(sample(length))));
  });
  return fitting.length > 1 ? fitting.map(([name]) => name) : [];
}

/** What there is to say of such a pattern. */
export function unlikeMessage(kinds: readonly string[]): { readonly message: string; readonly hint: string } {
  return {
    message: `allows values that have nothing in common: ${kinds.join(', ')}`,
    hint: 'describe the values that may be seen by letters or signs that others lack; groups and detectors can be switched off by their names',
  };
}

function repeated(signs: string): (length: number) => string {
  return (length) => signs.repeat(Math.ceil(length / signs.length)).slice(0, length);
}

function addressed(address: string): (length: number) => string {
  return (length) => `${repeated(address.slice(0, 2))(length - address.length)}${address}`;
}
