import type { Key } from '../terminal/keys.js';

/** The message that a person is writing, and those that were sent before. */
export interface PromptState {
  readonly text: string;
  /** Where the next character goes, in UTF-16 code units. */
  readonly cursor: number;
  /** The oldest first. */
  readonly history: readonly string[];
  /** Which of the history is shown; undefined for the message itself. */
  readonly place?: number;
  /** The message while another one is shown. */
  readonly draft: string;
  /** Escape was pressed: with the next Enter it is Alt-Enter. */
  readonly isEscaped: boolean;
}

export const EMPTY_PROMPT: PromptState = {
  text: '',
  cursor: 0,
  history: [],
  draft: '',
  isEscaped: false,
};

export interface PromptStep {
  readonly state: PromptState;
  /** Enter was pressed on it. */
  readonly sent?: string;
}

const MOST_HISTORY = 500;
/** Who pastes more than this gives a file to the agent. */
const LONGEST = 1_000_000;

/** What one key does to the message. A line that ends with a backslash goes on, and so it does with Alt-Enter and in a paste. */
export function reducePrompt(state: PromptState, key: Key): PromptStep {
  const before = { ...state, isEscaped: key.name === 'escape' };
  if (key.name === 'enter') {
    return entered(before, state.isEscaped);
  }
  const edit = EDITS[key.name];
  if (edit !== undefined) {
    return { state: edit(before) };
  }
  return { state: key.text === undefined ? before : inserted(before, key.text) };
}

function entered(state: PromptState, isLineBreak: boolean): PromptStep {
  if (isLineBreak) {
    return { state: inserted(state, '\n') };
  }
  if (state.text.slice(0, state.cursor).endsWith('\\')) {
    return { state: inserted(withoutBefore(state, 1), '\n') };
  }
  if (state.text.trim() === '') {
    return { state: { ...state, text: '', cursor: 0 } };
  }
  const history = state.history.at(-1) === state.text ? state.history : [...state.history, state.text];
  return { state: { ...EMPTY_PROMPT, history: history.slice(-MOST_HISTORY) }, sent: state.text };
}

function inserted(state: PromptState, added: string): PromptState {
  const { text, cursor } = state;
  if (text.length + added.length > LONGEST) {
    return state;
  }
  return { ...state, text: text.slice(0, cursor) + added + text.slice(cursor), cursor: cursor + added.length };
}

type Edit = (state: PromptState) => PromptState;

const EDITS: Readonly<Record<string, Edit>> = {
  backspace: (state) => withoutBefore(state, stepBefore(state)),
  left: (state) => at(state, state.cursor - stepBefore(state)),
  right: (state) => at(state, state.cursor + stepAfter(state)),
  home: (state) => at(state, lineStart(state)),
  end: (state) => at(state, lineEnd(state)),
  up: (state) => verticalOr(state, -1),
  down: (state) => verticalOr(state, 1),
  'ctrl+a': (state) => at(state, lineStart(state)),
  'ctrl+e': (state) => at(state, lineEnd(state)),
  'ctrl+b': (state) => at(state, state.cursor - stepBefore(state)),
  'ctrl+f': (state) => at(state, state.cursor + stepAfter(state)),
  'ctrl+u': (state) => withoutBefore(state, state.cursor - lineStart(state)),
  'ctrl+k': (state) => ({
    ...state,
    text: state.text.slice(0, state.cursor) + state.text.slice(lineEnd(state)),
  }),
  'ctrl+w': (state) => withoutBefore(state, /\S*\s*$/.exec(state.text.slice(0, state.cursor))?.[0].length ?? 0),
  'ctrl+c': (state) => ({ ...EMPTY_PROMPT, history: state.history }),
};

function withoutBefore(state: PromptState, count: number): PromptState {
  const { text, cursor } = state;
  return { ...state, text: text.slice(0, cursor - count) + text.slice(cursor), cursor: cursor - count };
}

function at(state: PromptState, cursor: number): PromptState {
  return { ...state, cursor };
}

/** A character beyond the basic plane takes two. */
function stepBefore({ text, cursor }: PromptState): number {
  return [...text.slice(Math.max(0, cursor - 2), cursor)].at(-1)?.length ?? 0;
}

function stepAfter({ text, cursor }: PromptState): number {
  return [...text.slice(cursor, cursor + 2)][0]?.length ?? 0;
}

function lineStart({ text, cursor }: PromptState): number {
  return text.lastIndexOf('\n', cursor - 1) + 1;
}

function lineEnd({ text, cursor }: PromptState): number {
  const end = text.indexOf('\n', cursor);
  return end === -1 ? text.length : end;
}

/** Within a message of several lines the cursor moves; at its edge the history is shown. */
function verticalOr(state: PromptState, by: 1 | -1): PromptState {
  const [start, end] = [lineStart(state), lineEnd(state)];
  if (by === -1 && start > 0) {
    const above = lineStart(at(state, start - 1));
    return at(state, Math.min(above + state.cursor - start, start - 1));
  }
  if (by === 1 && end < state.text.length) {
    const below = end + 1;
    return at(state, Math.min(below + state.cursor - start, lineEnd(at(state, below))));
  }
  return fromHistory(state, by);
}

function fromHistory(state: PromptState, by: 1 | -1): PromptState {
  const { history, place = history.length, draft, text } = state;
  const next = place + by;
  if (next < 0 || next > history.length) {
    return state;
  }
  const kept = place === history.length ? text : draft;
  const { place: _, ...rest } = state;
  const shown = next === history.length ? kept : (history[next] ?? '');
  return {
    ...rest,
    ...(next === history.length ? {} : { place: next }),
    draft: kept,
    text: shown,
    cursor: shown.length,
  };
}
