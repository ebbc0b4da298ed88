import { denialReason } from '../contract/denial.js';
import { ERRORS, isKernelError, KernelError } from '../contract/errors.js';
import { terminalSafe, terminalSafeJson } from '../contract/terminal-safe.js';

/** Which form an error takes on standard error, and how much of it. */
export interface ErrorStyle {
  readonly json: boolean;
  readonly debug: boolean;
}

/** The text that reports an error on standard error, and the exit status that goes with it. */
export function reportError(thrown: unknown, style: ErrorStyle): { readonly text: string; readonly status: number } {
  const error = asKernelError(thrown);
  const status = statusOf(error);
  const text = style.json ? jsonLine(error) : plainLines(error);
  return { text: style.debug ? text + debugLines(error) : text, status };
}

/** Anything that is not a KernelError is a bug: its own words may hold data and stay inside. */
export function asKernelError(thrown: unknown): KernelError {
  if (isKernelError(thrown)) {
    return thrown;
  }
  return new KernelError('INTERNAL', 'something went wrong inside akernel', {
    hint: 'this is a bug: run the command again with --debug and report what it says',
    cause: thrown,
  });
}

/** An interruption ends with 128 + its signal, everything else with the number of its code. */
function statusOf(error: KernelError): number {
  const interrupted = error.code === 'CANCELLED' ? error.details?.['exit_code'] : undefined;
  return typeof interrupted === 'number' ? interrupted : ERRORS[error.code].exit;
}

function jsonLine(error: KernelError): string {
  const { code, message, hint } = error;
  const reason = denialReason(error);
  const told = { code, message, ...(hint === undefined ? {} : { hint }), ...(reason === undefined ? {} : { reason }) };
  return `${terminalSafeJson(JSON.stringify({ error: told }))}\n`;
}

function plainLines(error: KernelError): string {
  const hint = error.hint === undefined ? '' : `hint: ${oneLine(error.hint)}\n`;
  const reason = denialReason(error);
  return `akernel: ${oneLine(error.message)}${reason === undefined ? '' : ` (${reason})`}\n${hint}`;
}

function oneLine(text: string): string {
  return terminalSafe(text).replace(/\s*\n\s*/g, ' ');
}

function debugLines(error: KernelError): string {
  const lines = [`code: ${error.code}`, error.stack ?? ''];
  let cause = error.cause;
  for (let depth = 0; cause !== undefined && depth < 5; depth += 1) {
    lines.push(`caused by: ${cause instanceof Error ? (cause.stack ?? cause.message) : String(cause)}`);
    cause = cause instanceof Error ? cause.cause : undefined;
  }
  return `${terminalSafe(lines.join('\n'))}\n`;
}
