import type { BudgetState } from '../../contract/budget.js';
import { FRAME_LINE, FRAME_TEXT, type Frame } from '../../contract/frame.js';
import type { FrameDraft, PricedFrame } from '../budget/meter.js';

/** Members in the order of SPEC 3; content first, so that a reader of the line sees it before the accounts. */
const STREAMED = [
  'seq',
  'action_id',
  'capability_id',
  'handle_id',
  'phase',
  'mode',
  'channel',
  'rows',
  'text',
  'highlights',
  'facts',
  'progress',
  'seen',
  'shown',
  'omitted',
  'redactions',
  'warnings',
] as const;

const FINAL = [
  'seq',
  'action_id',
  'capability_id',
  'handle_id',
  'phase',
  'is_final',
  'status',
  'error',
  'exit',
  'mode',
  'channel',
  'rows',
  'text',
  'highlights',
  'folded',
  'raw_data',
  'seen',
  'shown',
  'omitted',
  'facts',
  'redactions',
  'warnings',
  'handle',
  'page',
] as const;

/** Puts a frame together in member order. With `sealFrame` the only maker of frames. */
export function composeFrame(draft: FrameDraft, budget: BudgetState): Frame {
  const out: Record<string, unknown> = {};
  for (const name of draft.is_final ? FINAL : STREAMED) {
    put(out, name, draft[name as keyof FrameDraft]);
  }
  out['budget'] = budget;
  put(out, 'provenance', draft.provenance);
  if (!draft.is_final) {
    out['is_final'] = false;
  }
  put(out, 'next', draft.next);
  return { ...(out as object), seq: draft.seq, phase: draft.phase, is_final: draft.is_final, budget };
}

/**
 * The frame that leaves: frozen, with the line or text that was charged. Assigned, because Node 20 gives each object a hidden
 * class of its own where new members follow a spread.
 */
export function sealFrame(priced: PricedFrame): Frame {
  const { frame, line, rendered } = priced;
  const made = line === undefined ? {} : { [FRAME_LINE]: line };
  return Object.freeze(Object.assign({}, frame, made, rendered === undefined ? {} : { [FRAME_TEXT]: rendered }));
}

function put(out: Record<string, unknown>, name: string, value: unknown): void {
  if (value !== undefined) {
    out[name] = value;
  }
}
