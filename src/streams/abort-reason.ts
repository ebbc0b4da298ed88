import { KernelError } from '../contract/errors.js';

const MOST_READ_CHARS = 4000;
const MOST_SHOWN_CHARS = 200;

/** What a signal was aborted with, in words; they may hold anything. */
export function reasonText(reason: unknown): string {
  const text = reason instanceof Error && reason.name !== 'AbortError' ? reason.message : reason;
  return typeof text === 'string' && text.trim() !== '' ? text : 'aborted';
}

/** Only the platform makes it, in `AbortSignal.timeout`: an error of a program that has the same name is none. */
export function isTimeoutReason(reason: unknown): boolean {
  return reason instanceof DOMException && reason.name === 'TimeoutError';
}

/** What such a reason comes to, whatever it ends. */
export function callersTimeout(): KernelError {
  return new KernelError('TIMEOUT', 'the time that the caller allowed is up', { details: { kind: 'signal' } });
}

/** A reason as it may be shown: redacted before it is cut, on one line, short. */
export function shownReason(reason: string, redact: (text: string) => string): string {
  const shown = redact(wholeWords(reason))
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\s]+/gu, ' ')
    .trim();
  return shown === '' ? 'aborted' : shown.slice(0, MOST_SHOWN_CHARS).toWellFormed();
}

/** Half of a secret is not recognised: a long reason is read up to the end of a word. */
function wholeWords(reason: string): string {
  if (reason.length <= MOST_READ_CHARS) {
    return reason;
  }
  const head = reason.slice(0, MOST_READ_CHARS);
  return head.slice(0, Math.max(0, head.search(/\s\S*$/)));
}
