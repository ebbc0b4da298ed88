import { type Members, membersOf, numberOf, textOf } from './members.js';

/** Why something was not answered, in words. */
export interface Problem {
  /** 0: nothing was answered at all. */
  readonly status: number;
  readonly detail: string;
  readonly hint: string;
}

export type Answer = { readonly body: Members; readonly problem?: undefined } | { readonly problem: Problem };

export interface Sending {
  readonly method?: 'GET' | 'POST' | 'DELETE';
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  readonly signal?: AbortSignal;
}

/** The server that this page came from, asked with a capability token that stands in a variable here and nowhere else. */
export interface Api {
  readonly takeToken: (token: string) => void;
  readonly forgetToken: () => void;
  readonly hasToken: () => boolean;
  readonly ask: (path: string, sending?: Sending) => Promise<Answer>;
  /** The response itself, for those who read a stream. */
  readonly open: (path: string, sending?: Sending) => Promise<Response>;
  readonly problemOf: (response: Response) => Promise<Problem>;
}

export function createApi(onRefused: (problem: Problem) => void): Api {
  let token = '';

  function open(path: string, { method, body, headers, signal }: Sending = {}): Promise<Response> {
    return fetch(path, {
      method: method ?? (body === undefined ? 'GET' : 'POST'),
      headers: {
        ...headers,
        authorization: `Bearer ${token}`,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
  }

  async function answerOf(path: string, sending: Sending | undefined): Promise<Answer> {
    const asked = token;
    try {
      const response = await open(path, sending);
      return response.ok
        ? { body: response.status === 204 ? {} : membersOf(await response.json()) }
        : { problem: asked === token ? await problemOf(response) : FORGOTTEN };
    } catch {
      return { problem: UNREACHABLE };
    }
  }

  async function problemOf(response: Response): Promise<Problem> {
    const said = membersOf(await response.json().catch(() => undefined));
    const problem = {
      status: numberOf(said['status']) ?? response.status,
      detail: textOf(said['detail']) || `the server answered ${response.status}`,
      hint: textOf(said['hint']),
    };
    if (response.status === 401) {
      token = '';
      onRefused(problem);
    }
    return problem;
  }

  return {
    takeToken(given) {
      token = given;
    },
    forgetToken() {
      token = '';
    },
    hasToken: () => token !== '',
    async ask(path, sending) {
      const asked = token;
      const answer = await answerOf(path, sending);
      // What a token opened is for nobody after it was forgotten.
      return asked === token || answer.problem !== undefined ? answer : { problem: FORGOTTEN };
    },
    open,
    problemOf,
  };
}

const FORGOTTEN: Problem = { status: 0, detail: 'the capability token was forgotten', hint: '' };

export const UNREACHABLE: Problem = {
  status: 0,
  detail: 'the server does not answer',
  hint: 'does akernel serve still run?',
};

/** `the capability token has expired: ask for a new grant`. */
export function problemWords({ detail, hint }: Pick<Problem, 'detail' | 'hint'>): string {
  return hint === '' ? detail : `${detail}: ${hint}`;
}
