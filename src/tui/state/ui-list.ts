import type { Key } from '../terminal/keys.js';
import { EMPTY_FIELD, editField, type TextField } from './text-field.js';
import { moved } from './window-of.js';

/** A list with a field that searches or filters it, and which row is selected. */
export interface ListState {
  readonly search: TextField;
  /** The field has the keys. */
  readonly isSearching: boolean;
  readonly selected: number;
}

export type ListEvent =
  | { readonly type: 'search'; readonly isSearching: boolean }
  | { readonly type: 'edit'; readonly key: Key }
  | { readonly type: 'clear' }
  | { readonly type: 'move'; readonly by: number; readonly count: number }
  /** The list has so many rows now. */
  | { readonly type: 'counted'; readonly count: number };

export const INITIAL_LIST: ListState = { search: EMPTY_FIELD, isSearching: false, selected: 0 };

export function reduceList(state: ListState, event: ListEvent): ListState {
  switch (event.type) {
    case 'search':
      return event.isSearching === state.isSearching ? state : { ...state, isSearching: event.isSearching };
    case 'edit':
      return edited(state, event.key);
    case 'clear':
      return { search: EMPTY_FIELD, isSearching: false, selected: 0 };
    case 'move':
      return { ...state, selected: moved(state.selected, event.by, event.count) };
    case 'counted':
      return state.selected < Math.max(1, event.count) ? state : { ...state, selected: Math.max(0, event.count - 1) };
  }
}

/** Another text finds other rows: the first one is selected. */
function edited(state: ListState, key: Key): ListState {
  const search = editField(state.search, key);
  if (search === undefined) {
    return state;
  }
  return { ...state, search, isSearching: true, selected: search.text === state.search.text ? state.selected : 0 };
}
