import type { Answer, Api } from './api.js';

/** Asks for what a list holds now. Undefined: it was asked for again meanwhile, and the newer answer counts, which may come first. */
export function createNewestAsk(api: Pick<Api, 'ask'>): (path: string) => Promise<Answer | undefined> {
  let newest = 0;
  return async (path) => {
    newest += 1;
    const own = newest;
    const answer = await api.ask(path);
    return own === newest ? answer : undefined;
  };
}
