import type { Key } from '../terminal/keys.js';
import type { PagerState, PromptKind } from './pager-state.js';
import { EMPTY_FIELD, editField, fieldOf } from './text-field.js';

/** Opens a prompt in the foot; one for the filter begins with the present one. */
export function openPrompt(state: PagerState, kind: PromptKind): PagerState {
  const field = kind === 'filter' && state.filter !== undefined ? fieldOf(state.filter.text) : EMPTY_FIELD;
  return { ...state, prompt: { kind, field } };
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
  const field = editField(prompt.field, key);
  return field === undefined ? state : { ...state, prompt: { kind: prompt.kind, field } };
}

/** Where `:` goes: a row or a line, counted from 1, or a part of the whole. */
export function placeAsked(text: string, length: number): number | undefined {
  const plain = text.trim().replaceAll(/[,_ ]/g, '');
  if (/^\d{1,3}(\.\d+)?%$/.test(plain)) {
    return Math.floor((Math.min(100, Number.parseFloat(plain)) / 100) * Math.max(0, length - 1));
  }
  return /^\d{1,15}$/.test(plain) ? Math.max(0, Number(plain) - 1) : undefined;
}
