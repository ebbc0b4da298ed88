/** With a proof that was brought, this many of the last ids can be read. */
const MOST_GIVEN = 20_000;

/** Ids of handles and actions that the holder of a token for one capability was given. */
export interface GivenIds {
  readonly add: (...ids: readonly (string | undefined)[]) => void;
  readonly has: (id: string) => boolean;
}

/** A holder reads what came of its own calls, and nothing that a wider token was given. */
export function createGivenIds(most = MOST_GIVEN): GivenIds {
  const given = new Set<string>();
  return {
    add(...ids) {
      for (const id of ids) {
        given.add(id ?? '');
      }
      for (const id of given.size > most ? [...given].slice(0, -most) : []) {
        given.delete(id);
      }
    },
    has: (id) => given.has(id),
  };
}
