import type { ConversationEntry, ConversationState } from './conversation.js';

export interface Printable {
  readonly state: ConversationState;
  readonly entries: readonly ConversationEntry[];
}

/** As much of a line as may be open before its beginning is printed. */
const MOST_OPEN_LINES = 3;

/**
 * Takes what is done with out of the state, to be printed for good. Of a long line that is still being written the
 * beginning goes too, as far as it is wrapped: the rest is the line from then on.
 */
export function takePrintable(state: ConversationState, wrap: (text: string) => readonly string[]): Printable {
  const entries = state.entries;
  const wrapped = state.text === '' ? [] : wrap(state.text);
  const last = wrapped.at(-1) ?? '';
  const isLong = wrapped.length > MOST_OPEN_LINES && last !== '' && state.text.trimEnd().endsWith(last);
  if (!isLong) {
    return { state: entries.length === 0 ? state : { ...state, entries: [] }, entries };
  }
  const begun: ConversationEntry = { type: 'text', text: wrapped.slice(0, -1).join('\n') };
  const text = last + state.text.slice(state.text.trimEnd().length);
  return { state: { ...state, text, entries: [] }, entries: [...entries, begun] };
}
