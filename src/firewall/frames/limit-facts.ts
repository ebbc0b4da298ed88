export const MOST_FACTS = 20;

/** How many of the facts are told as they are when `most` sentences may be. */
export function toldFacts(facts: readonly string[], most: number): number {
  return facts.length <= most ? facts.length : Math.max(0, most - 1);
}

/** At most `most` sentences; when there are more, the last one says how many were left out, however few may be told. */
export function limitFacts(facts: readonly string[], most: number): readonly string[] {
  const told = toldFacts(facts, most);
  const left = facts.length - told;
  const word = left === 1 ? 'fact' : 'facts';
  return left === 0 ? facts : [...facts.slice(0, told), `${left} ${told === 0 ? '' : 'more '}${word} left out`];
}

/** How many sentences may be told that have so many characters in all, the one about the others among them. */
export function factsWithin(facts: readonly string[], mostChars: number): number {
  let left = mostChars;
  const fitting = facts.findIndex((fact) => {
    left -= fact.length;
    return left < 0;
  });
  return fitting === -1 ? MOST_FACTS : Math.min(MOST_FACTS, fitting + 1);
}
