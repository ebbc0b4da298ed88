import { KernelError } from '../../contract/errors.js';
import { isMembers } from '../../streams/members.js';
import { parseJson } from '../../streams/model-turn/parse-arguments.js';
import { orCancelled, throwIfAborted } from '../cancellation.js';
import type { Dispatchers } from '../dispatchers.js';
import { type Answer, exchange, type HttpRequest } from '../http-exchange.js';
import { isTransient } from '../http-failure.js';
import { wantedDelayMs } from '../retry-delay.js';
import { describeModelFailure, describeRefusal } from './failure.js';
import { isOutOfQuota, knownCode } from './provider-error.js';
import type { ModelSettings } from './settings.js';

/** What one turn is asked for with. */
export interface ModelCall {
  readonly settings: ModelSettings;
  readonly dispatchers: Dispatchers;
  readonly signal: AbortSignal;
  readonly mayAskAgain: () => boolean;
}

export type Opening = { readonly answer: Answer } | Failure;

export interface Failure {
  readonly error: KernelError;
  /** Whether it may help to ask again. */
  readonly mayHelp: boolean;
  /** How long the provider wants to be left alone. */
  readonly delayMs?: number | undefined;
}

const PASSING: ReadonlySet<number> = new Set([408, 429, 500, 502, 503, 504, 529]);

/** Sends a request: an answer that is to be read, or why there is none. Redirects are not followed. */
export async function openAnswer(request: HttpRequest, call: ModelCall): Promise<Opening> {
  const { settings, dispatchers, signal } = call;
  try {
    const line = await dispatchers.lineTo(request.url, settings.connection);
    await orCancelled(line.check(request.url), signal);
    throwIfAborted(signal);
    const answer = await exchange(line.dispatcher, request, { idleMs: settings.idleMs, signal });
    if (answer.status === 200) {
      return checked(answer);
    }
    return await refusalOf(answer);
  } catch (error) {
    return { error: describeModelFailure(error), mayHelp: isTransient(error) };
  }
}

const FRAMED =
  /^(?:text\/event-stream|text\/plain|application\/(?:json|octet-stream|x-ndjson|ndjson|jsonl|x-jsonlines))$/;

/** What is no stream must not look like an answer without text. */
function checked(answer: Answer): Opening {
  const type = (answer.headers.get('content-type') ?? '').split(';')[0]?.trim().toLowerCase() ?? '';
  const encoding = answer.headers.get('content-encoding') ?? 'identity';
  if ((type === '' || FRAMED.test(type)) && encoding === 'identity') {
    return { answer };
  }
  answer.close();
  const error = new KernelError(
    'MODEL_FAILED',
    'what was answered has another content type than the answer of a model',
    {
      hint: 'check base_url: is it that of the API?',
      details: { kind: 'bad_content_type' },
    },
  );
  return { error, mayHelp: false };
}

async function refusalOf(answer: Answer): Promise<Failure> {
  const { status, headers } = answer;
  const retryAfterMs = wantedDelayMs(headers, Date.now());
  const code = status >= 400 ? await codeIn(answer) : undefined;
  answer.close();
  return {
    error: describeRefusal({ status, code, retryAfterMs }),
    mayHelp: PASSING.has(status) && !isOutOfQuota(code),
    delayMs: retryAfterMs,
  };
}

const LONGEST_REFUSAL = 16 * 1024;
const LONGEST_WAIT_MS = 1000;

/** The provider's word for what is wrong, if it is known and comes soon. */
async function codeIn(answer: Answer): Promise<string | undefined> {
  const timer = setTimeout(answer.close, LONGEST_WAIT_MS);
  let text = '';
  try {
    for await (const bytes of answer.body()) {
      text += Buffer.from(bytes).toString('latin1');
      if (text.length > LONGEST_REFUSAL) {
        return undefined;
      }
    }
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
  const value = parseJson(text);
  const [first] = Array.isArray(value) ? value : [value];
  return isMembers(first) ? knownCode(isMembers(first['error']) ? first['error'] : first) : undefined;
}
