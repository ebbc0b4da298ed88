import { KernelError } from '../../contract/errors.js';
import { orCancelled, throwIfAborted } from '../cancellation.js';
import type { Dispatchers } from '../dispatchers.js';
import { type Answer, exchange, type HttpRequest } from '../http-exchange.js';
import { describeHttpFailure, isTransient } from '../http-failure.js';
import { backOffMs, sleepOrCancelled, wantedDelayMs } from '../retry-delay.js';
import { followRedirect, isRedirect } from './redirect.js';
import type { HttpSettings } from './settings.js';

export interface SendPorts {
  readonly dispatchers: Dispatchers;
  readonly signal: AbortSignal;
}

const MOST_REDIRECTS = 5;
const RETRIED: ReadonlySet<number> = new Set([429, 502, 503, 504]);

/**
 * Sends a request until an answer comes that is not to be tried again, redirects followed. The answer may be an error.
 * Nothing of its body has been read, and the caller closes it.
 */
export async function send(request: HttpRequest, settings: HttpSettings, ports: SendPorts): Promise<Answer> {
  let current = request;
  for (let redirects = 0; ; redirects += 1) {
    const answer = await sendRepeatedly(current, settings, ports);
    if (!isRedirect(answer)) {
      return answer;
    }
    answer.close();
    if (settings.options.redirects !== 'same_origin') {
      throw new KernelError('DRIVER_FAILED', `the server redirects (status ${answer.status})`, {
        hint: 'write the final address, or allow redirects: same_origin in the capability',
        details: { status: answer.status },
      });
    }
    if (redirects === MOST_REDIRECTS) {
      throw new KernelError('DRIVER_FAILED', `the server redirects more than ${MOST_REDIRECTS} times`);
    }
    current = followRedirect(current, answer);
  }
}

async function sendRepeatedly(request: HttpRequest, settings: HttpSettings, ports: SendPorts): Promise<Answer> {
  for (let attempt = 0; ; attempt += 1) {
    const canRepeat = attempt < settings.attempts;
    const outcome = await sendOnce(request, settings, ports);
    throwIfAborted(ports.signal);
    if ('error' in outcome) {
      if (!canRepeat || !isTransient(outcome.error)) {
        throw describeHttpFailure(outcome.error);
      }
      await sleepOrCancelled(backOffMs(attempt, settings.maxDelayMs), ports.signal);
      continue;
    }
    const { answer } = outcome;
    const delayMs = wantedDelayMs(answer.headers, Date.now()) ?? backOffMs(attempt, settings.maxDelayMs);
    // A server that wants to be left alone for longer than the call may wait is left alone.
    if (!canRepeat || !RETRIED.has(answer.status) || delayMs > settings.maxDelayMs) {
      return answer;
    }
    answer.close();
    await sleepOrCancelled(delayMs, ports.signal);
  }
}

type Outcome = { readonly answer: Answer } | { readonly error: unknown };

async function sendOnce(request: HttpRequest, settings: HttpSettings, ports: SendPorts): Promise<Outcome> {
  try {
    const line = await ports.dispatchers.lineTo(request.url, settings.connection);
    // Behind a proxy this looks the host up, and nobody else ends that.
    await orCancelled(line.check(request.url), ports.signal);
    throwIfAborted(ports.signal);
    const options = { idleMs: settings.idleMs, signal: ports.signal };
    return { answer: await exchange(line.dispatcher, request, options) };
  } catch (error) {
    return { error };
  }
}
