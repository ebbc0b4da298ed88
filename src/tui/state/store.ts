/** State that views read and events change. `reduce` is pure; whoever subscribes hears of each change. */
export interface Store<State, Event> {
  readonly get: () => State;
  readonly dispatch: (event: Event) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export function createStore<State, Event>(
  reduce: (state: State, event: Event) => State,
  initial: State,
): Store<State, Event> {
  let state = initial;
  const listeners = new Set<() => void>();
  return {
    get: () => state,
    dispatch(event) {
      const next = reduce(state, event);
      if (next !== state) {
        state = next;
        for (const listener of listeners) {
          listener();
        }
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
  };
}
