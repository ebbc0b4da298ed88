import { type Api, problemWords } from './api.js';
import { put } from './dom.js';

interface SignInPorts {
  readonly api: Api;
  readonly form: HTMLElement;
  readonly refused: HTMLElement;
  readonly onSignedIn: () => void;
}

/** Asks for the capability token. What was typed is taken out of the page at once. */
export function createSignIn({ api, form, refused, onSignedIn }: SignInPorts) {
  const input = form.querySelector('input');

  form.addEventListener('submit', (event) => {
    event.preventDefault();
    const token = input?.value.trim() ?? '';
    clear();
    if (/^[\x21-\x7e]+$/.test(token)) {
      void tryToken(token);
    } else {
      put(
        refused,
        token === ''
          ? '✗ a capability token is needed'
          : '✗ that is no capability token: these are one line of letters and digits',
      );
    }
  });

  async function tryToken(token: string): Promise<void> {
    api.takeToken(token);
    const { problem } = await api.ask('/v1/capabilities?limit=1');
    if (problem === undefined) {
      put(refused);
      onSignedIn();
    } else if (api.hasToken()) {
      api.forgetToken();
      put(refused, `✗ ${problemWords(problem)}`);
      input?.focus();
    }
  }

  function clear(): void {
    if (input !== null) {
      input.value = '';
    }
  }

  return {
    /** Shows the field, and why the last token opens nothing any more. */
    ask(why: string): void {
      clear();
      put(refused, why === '' ? '' : `✗ ${why}`);
      input?.focus();
    },
  };
}
