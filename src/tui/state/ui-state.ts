import type { Key } from '../terminal/keys.js';
import { editField, fieldOf, type TextField } from './text-field.js';
import type { ShownError } from './thrown-error.js';

export const VIEWS = ['capabilities', 'sessions', 'handles', 'traces', 'receipts', 'agents'] as const;
export type ViewName = (typeof VIEWS)[number];

/** Something said in the foot until the next key. */
export type Notice =
  | { readonly type: 'said'; readonly text: string }
  | { readonly type: 'failed'; readonly error: ShownError };

/** A question that takes the next key. Any key that is none of the choices leaves all as it is. */
export interface Question {
  readonly text: string;
  readonly choices: readonly { readonly key: string; readonly words: string; readonly act: () => void }[];
}

/** A question that takes a line of text. */
export interface Prompt {
  readonly label: string;
  readonly field: TextField;
  readonly accept: (text: string) => void;
}

/** The browser around its views. */
export interface UiState {
  readonly view: ViewName;
  readonly isHelpShown: boolean;
  readonly helpTop: number;
  readonly notice: Notice | undefined;
  readonly question: Question | undefined;
  readonly prompt: Prompt | undefined;
  /** The session that runs are charged to. */
  readonly sessionId: string | undefined;
}

export type UiEvent =
  | { readonly type: 'show'; readonly view: ViewName }
  | { readonly type: 'turn'; readonly by: number }
  | { readonly type: 'help'; readonly isShown: boolean }
  | { readonly type: 'help-scroll'; readonly by: number; readonly last: number }
  | { readonly type: 'notice'; readonly notice: Notice | undefined }
  | { readonly type: 'question'; readonly question: Question | undefined }
  | { readonly type: 'prompt'; readonly prompt: Omit<Prompt, 'field'> & { readonly text: string } }
  | { readonly type: 'prompt-key'; readonly key: Key }
  | { readonly type: 'prompt-end' }
  | { readonly type: 'session'; readonly sessionId: string | undefined };

export const INITIAL_UI: UiState = {
  view: 'capabilities',
  isHelpShown: false,
  helpTop: 0,
  notice: undefined,
  question: undefined,
  prompt: undefined,
  sessionId: undefined,
};

export function reduceUi(state: UiState, event: UiEvent): UiState {
  switch (event.type) {
    case 'show':
      return { ...state, view: event.view };
    case 'turn':
      return { ...state, view: viewAfter(state.view, event.by) };
    case 'help':
      return { ...state, isHelpShown: event.isShown, helpTop: 0 };
    case 'help-scroll':
      return { ...state, helpTop: Math.max(0, Math.min(event.last, state.helpTop + event.by)) };
    case 'notice':
      return event.notice === state.notice ? state : { ...state, notice: event.notice };
    case 'question':
      return { ...state, question: event.question };
    case 'prompt': {
      const { label, accept, text } = event.prompt;
      return { ...state, prompt: { label, accept, field: fieldOf(text) } };
    }
    case 'prompt-key':
      return promptKey(state, event.key);
    case 'prompt-end':
      return { ...state, prompt: undefined };
    case 'session':
      return { ...state, sessionId: event.sessionId };
  }
}

function viewAfter(view: ViewName, by: number): ViewName {
  const at = (VIEWS.indexOf(view) + by + VIEWS.length) % VIEWS.length;
  return VIEWS[at] ?? view;
}

function promptKey(state: UiState, key: Key): UiState {
  const { prompt } = state;
  const field = prompt && editField(prompt.field, key);
  return prompt === undefined || field === undefined ? state : { ...state, prompt: { ...prompt, field } };
}
