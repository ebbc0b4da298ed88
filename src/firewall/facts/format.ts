import { withoutSequences } from '../../contract/unprinted.js';

/** Replaces what is sensitive in a value, by its content or by the name of its field. */
export type Redact = (text: string, fieldName?: string) => string;

const MAX_VALUE_CHARS = 64;
const MAX_LIST_CHARS = 120;
const PLACEHOLDER = /\[REDACTED[^\]]*\]?/g;
const MEAN_DIGITS = 6;
/** What doubles hold of a sum of decimals. */
const SUM_DIGITS = 15;
/** Few enough to give nothing away of a long number that the redaction could not read any more. */
const VAGUE_DIGITS = 3;
/** Numbers of as many digits as a card has begin here: redaction sees each value, but not what a sum is made of. */
const LONG_NUMBER = 1e12;

/** Numbers beyond 2^53 may differ from what the source wrote, so they are told roughly; the others exactly. */
export function numberText(value: number): string {
  return Math.abs(value) <= Number.MAX_SAFE_INTEGER ? String(value) : roughText(value, VAGUE_DIGITS);
}

/** Mean and sum of values from `min` to `max`; only roughly when there are long numbers among the values. */
export function meanAndSumText(figures: { min: number; max: number; mean: number; sum: number }): string {
  const { min, max, mean, sum } = figures;
  return !isLongNumber(Math.max(-min, max))
    ? `mean ${meanText(mean)}, sum ${sumText(sum)}`
    : `mean ${roughText(mean, VAGUE_DIGITS)}, sum ${roughText(sum, VAGUE_DIGITS)}`;
}

/** So long that it could be the number of a card. */
export function isLongNumber(size: number): boolean {
  return size >= LONG_NUMBER;
}

function meanText(mean: number): string {
  return String(Math.abs(mean) < 1000 ? Number(mean.toPrecision(MEAN_DIGITS)) : Math.round(mean * 100) / 100);
}

function sumText(sum: number): string {
  if (Math.abs(sum) > Number.MAX_SAFE_INTEGER) {
    return roughText(sum, MEAN_DIGITS);
  }
  return String(Number.isInteger(sum) ? sum : Number(sum.toPrecision(SUM_DIGITS)));
}

function roughText(value: number, digits: number): string {
  if (!Number.isFinite(value)) {
    return 'too large';
  }
  const [mantissa = '', exponent = ''] = value.toExponential(digits - 1).split('e');
  return `about ${Number(mantissa)}e${Number(exponent)}`;
}

/** An estimate of HyperLogLog, to three digits: more would pretend to be exact. */
export function estimateText(estimate: number): string {
  return `about ${Number(estimate.toPrecision(3))}`;
}

/** A redacted value as it stands in a fact: on one line, short, in quotes when it would not read as one word. */
export function valueText(redacted: string): string {
  const line = withoutSequences(redacted).replace(/[\s\0-\x1f\x7f-\x9f]+/g, ' ');
  const short = cut(line, MAX_VALUE_CHARS);
  return short === '' || /[ =,;"]/.test(short.replace(PLACEHOLDER, '')) ? JSON.stringify(short) : short;
}

/** What stands for the values when the redaction changes any of them. */
export function placeholderText(values: readonly string[], redact: Redact): string | undefined {
  const changed = values.map((value) => [value, redact(value)] as const).find(([value, text]) => value !== text);
  return changed === undefined ? undefined : cut(changed[1], MAX_VALUE_CHARS);
}

/** At most `limit` characters; never cuts through a surrogate pair or a placeholder. */
export function cut(text: string, limit: number): string {
  if (text.length <= limit) {
    return text;
  }
  let end = limit - 1;
  for (const match of text.matchAll(PLACEHOLDER)) {
    if (match.index < end && match.index + match[0].length > end) {
      end = match.index;
    }
  }
  const code = text.charCodeAt(end - 1);
  return `${text.slice(0, code >= 0xd800 && code <= 0xdbff ? end - 1 : end)}…`;
}

/** As many of the parts as fit, and how many are left. */
export function fitting(
  parts: readonly string[],
  { separator, limit = MAX_LIST_CHARS }: { separator: string; limit?: number },
): { readonly text: string; readonly left: number } {
  let text = parts[0] ?? '';
  let shown = Math.min(1, parts.length);
  for (const part of parts.slice(1)) {
    if (text.length + separator.length + part.length > limit) {
      break;
    }
    text += separator + part;
    shown += 1;
  }
  return { text, left: parts.length - shown };
}

/** The parts that fit; the others are counted. */
export function listText(parts: readonly string[], separator: string): string {
  const { text, left } = fitting(parts, { separator });
  return left === 0 ? text : `${text} and ${left} more`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
