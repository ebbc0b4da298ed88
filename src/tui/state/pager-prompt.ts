import type { Key } from '../terminal/keys.js';
import type { PagerState, PromptKind, PromptState } from './pager-state.js';
import { EMPTY_FIELD, editField, fieldOf } from './text-field.js';

/** Opens a prompt in the foot; one for the filter begins with the present one. */
export function openPrompt(state: PagerState, kind: PromptKind): PagerState {
  const present = kind === 'filter' ? state.filter?.text : undefined;
  const field = present === undefined ? EMPTY_FIELD : fieldOf(present);
  const recalled = present !== undefined && state.asked[kind].at(-1) === present ? 1 : 0;
  return { ...state, prompt: { kind, field, recalled } };
}

/** The pager after a key that was typed into its prompt; enter is for whoever applies it. */
export function typeInto(state: PagerState, key: Key): PagerState {
  const { prompt } = state;
  if (prompt === undefined) {
    return state;
  }
  const isLeft =
    key.name === 'escape' || key.name === 'ctrl+c' || (key.name === 'backspace' && prompt.field.text === '');
  if (isLeft) {
    return { ...state, prompt: undefined };
  }
  const step = { up: 1, down: -1 }[key.name];
  if (step !== undefined) {
    return { ...state, prompt: recalled(state.asked[prompt.kind], prompt, step) };
  }
  const field = editField(prompt.field, key);
  return field === undefined ? state : { ...state, prompt: { kind: prompt.kind, field } };
}

/** What was asked before, as a shell gives it back; past the newest one stands nothing. */
function recalled(asked: readonly string[], prompt: PromptState, step: number): PromptState {
  const back = Math.max(0, Math.min(asked.length, (prompt.recalled ?? 0) + step));
  return { kind: prompt.kind, field: fieldOf(back === 0 ? '' : (asked.at(-back) ?? '')), recalled: back };
}

const MOST_ASKED = 100;

/** The state with the question among those that can be taken up again. */
export function withAsked({ asked }: PagerState, kind: PromptKind, text: string): Pick<PagerState, 'asked'> {
  const others = asked[kind].filter((other) => other !== text);
  return { asked: text.trim() === '' ? asked : { ...asked, [kind]: [...others, text].slice(-MOST_ASKED) } };
}

/** Where `:` goes: a row or a line, counted from 1, or a part of the whole. */
export function placeAsked(text: string, length: number): number | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '');
  if (/^\d{1,3}(\.\d+)?%$/.test(plain)) {
    return Math.floor((Math.min(100, Number.parseFloat(plain)) / 100) * Math.max(0, length - 1));
  }
  return /^\d{1,15}$/.test(plain) ? Math.max(0, Number(plain) - 1) : undefined;
}
