import type { HandleRecord } from '../../contract/handle.js';

/** The handles with every word of the filter in their id, capability or state. */
export function filteredHandles(handles: readonly HandleRecord[], filter: string): readonly HandleRecord[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0
    ? handles
    : handles.filter(({ handle_id: id, capability_id: capability, state, kind, session_id: session = '' }) => {
        const text = `${id} ${capability} ${state} ${kind} ${session}`.toLowerCase();
        return words.every((word) => text.includes(word));
      });
}

/** How many are read at first. */
export const FIRST_READ = 200;
const MOST_READ = 20_000;

/** How many handles to read when `selected` of `shown` is looked at; undefined while enough are there. */
export function nextLimit(read: { readonly count: number; readonly limit: number }, look: Look): number | undefined {
  const isAll = read.count < read.limit || read.limit >= MOST_READ || read.limit === 0;
  const isNearEnd = look.isFiltered || look.selected + look.height >= look.shown;
  return isAll || !isNearEnd ? undefined : Math.min(MOST_READ, read.limit * 2);
}

interface Look {
  readonly selected: number;
  readonly height: number;
  readonly shown: number;
  readonly isFiltered: boolean;
}
