import type { ExpandRequest } from '../../../contract/expansion.js';
import { lineOf } from '../../../contract/frame.js';
import type { Caller } from '../callers.js';
import type { Service } from '../service.js';
import type { KeptRun } from './kept-run.js';

/** Begins to read a stored result to its end: each page is an event. */
export function beginExpansion({ kernel, runs }: Service, caller: Caller, request: ExpandRequest): KeptRun {
  return runs.open({
    kind: 'expansion',
    caller,
    about: { handle_id: request.handleId },
    source: kernel.expandAll(request),
    onDisconnect: 'cancel',
    event: 'frame',
    dataOf: lineOf,
    endOf({ action_id }) {
      caller.given.add(action_id);
      return { action_id };
    },
  });
}
