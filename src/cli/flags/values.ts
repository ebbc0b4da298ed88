import { parseDuration } from '../../config/duration.js';
import { ENCODINGS, type Encoding, MINIMUM_BUDGET } from '../../contract/budget.js';
import { nearestName } from '../../contract/did-you-mean.js';
import { KernelError } from '../../contract/errors.js';
import { RESPONSE_MODES, type ResponseMode } from '../../contract/frame.js';

/** Model tokens for `--budget`; a budget under the minimum cannot hold a final frame and is refused. */
export function parseBudget(text: string): number {
  const budget = parseInteger('--budget', text);
  if (budget < MINIMUM_BUDGET) {
    throw usage(`--budget must be at least ${MINIMUM_BUDGET} model tokens`, `give --budget ${MINIMUM_BUDGET} or more`);
  }
  return budget;
}

/** As `parseBudget`, and `none` for no ceiling. */
export function parseOpenBudget(text: string): number {
  return text === 'none' ? Number.POSITIVE_INFINITY : parseBudget(text);
}

export function parseEncoding(text: string): Encoding {
  return oneOf('--encoding', text, ENCODINGS);
}

export function parseMode(text: string): ResponseMode {
  return oneOf('--mode', text, RESPONSE_MODES);
}

/** A whole number of 0 or more, written in digits. */
export function parseCount(flag: string): (text: string) => number {
  return (text) => parseInteger(flag, text);
}

/** Any number; the kernel refuses one that makes no sense, so that the refusal has its trace. */
export function parseNumber(text: string): number {
  return text.trim() === '' ? Number.NaN : Number(text);
}

/** Milliseconds from `500ms`, `30s`, `5m`, `2h` or `7d`. */
export function parseDurationFlag(flag: string): (text: string) => number {
  return (text) => {
    const duration = parseDuration(text);
    if (duration === undefined || duration <= 0) {
      throw usage(
        `${flag} must be a duration, not ${quote(text)}`,
        'write a number and a unit: 500ms, 30s, 5m, 2h or 7d',
      );
    }
    return duration;
  };
}

/** An ISO time in UTC, from one or from a duration that is counted back from now. */
export function parseTime(flag: string, now: () => number): (text: string) => string {
  return (text) => {
    const ago = parseDuration(text);
    const at = ago === undefined && /^\d{4}-\d{2}/.test(text) ? Date.parse(text) : now() - (ago ?? Number.NaN);
    if (Number.isNaN(at)) {
      throw usage(
        `${flag} must be a time, not ${quote(text)}`,
        'write an ISO time such as 2026-11-21T20:00:00Z, or 2h for two hours ago',
      );
    }
    return new Date(at).toISOString();
  };
}

/** Names separated by commas; empty ones are a mistake. */
export function parseList(flag: string): (text: string) => readonly string[] {
  return (text) => {
    const names = text.split(',').map((name) => name.trim());
    if (names.some((name) => name === '')) {
      throw usage(`${flag} has an empty name in its list`, `write ${flag} a,b`);
    }
    return names;
  };
}

/** Collects a flag that may be repeated. */
export function collect(text: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), text];
}

/** `A:B` as character offsets, the end exclusive; either may be left out. */
export function parseRange(text: string): { readonly from?: number; readonly to?: number } {
  const match = /^(\d{0,15}):(\d{0,15})$/.exec(text);
  if (match === null) {
    throw usage(`--chars must be a range, not ${quote(text)}`, 'write --chars 0:8000');
  }
  const [, from = '', to = ''] = match;
  if (from !== '' && to !== '' && Number(from) > Number(to)) {
    throw usage('--chars ends before it begins', 'write --chars 0:8000');
  }
  return { ...(from === '' ? {} : { from: Number(from) }), ...(to === '' ? {} : { to: Number(to) }) };
}

export function oneOf<Choice extends string>(flag: string, text: string, choices: readonly Choice[]): Choice {
  const found = choices.find((choice) => choice === text);
  if (found !== undefined) {
    return found;
  }
  const near = nearestName(text, choices);
  throw usage(
    `${flag} does not know ${quote(text)}`,
    `${near === undefined ? '' : `did you mean ${near}? `}choose one of ${choices.join(', ')}`,
  );
}

export function usage(message: string, hint: string): KernelError {
  return new KernelError('USAGE', message, { hint });
}

/** A word of a person's own command line, short enough for a message. */
export function quote(text: string): string {
  return JSON.stringify(text.length > 60 ? `${text.slice(0, 60)}…` : text);
}

function parseInteger(flag: string, text: string): number {
  if (!/^\d{1,15}$/.test(text)) {
    throw usage(
      `${flag} must be a whole number, not ${quote(text)}`,
      `give ${flag} as digits, without sign or fraction`,
    );
  }
  return Number(text);
}
