/** Replaces what is sensitive in a value, by its content or by the name of its field. */
export type Redact = (text: string, fieldName?: string) => string;

const MAX_VALUE_CHARS = 64;
const MAX_LIST_CHARS = 120;
const PLACEHOLDER = /\[REDACTED[^\]]*\]?/g;
const MEAN_DIGITS = 6;

/** A number as the source had it; beyond 2^53 it is only near that, and says so. */
export function numberText(value: number): string {
  return isApproximate(value) ? `about ${Number(value.toPrecision(15))}` : String(value);
}

export function sumText(sum: number, isExact: boolean): string {
  const isWhole = Number.isSafeInteger(sum);
  const text = String(isWhole ? sum : Number(sum.toPrecision(15)));
  return isExact && !isApproximate(sum) ? text : `about ${text}`;
}

export function meanText(mean: number, isExact: boolean): string {
  const text = String(Math.abs(mean) < 1000 ? Number(mean.toPrecision(MEAN_DIGITS)) : Math.round(mean * 100) / 100);
  return isExact ? text : `about ${text}`;
}

export function isApproximate(value: number): boolean {
  return Math.abs(value) > Number.MAX_SAFE_INTEGER;
}

/** An estimate of HyperLogLog, to three digits: more would pretend to be exact. */
export function estimateText(estimate: number): string {
  return `about ${Number(estimate.toPrecision(3))}`;
}

/** A redacted value as it stands in a fact: on one line, short, in quotes when it would not read as one word. */
export function valueText(redacted: string): string {
  const line = redacted.replace(/[\s\p{Cc}]+/gu, ' ');
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

/** As many of the parts as fit, and how many more there are. */
export function fitting(
  parts: readonly string[],
  options: { separator: string; limit?: number; more?: number },
): string {
  const { separator, limit = MAX_LIST_CHARS, more = 0 } = options;
  let text = '';
  let shown = 0;
  for (const part of parts) {
    const longer = shown === 0 ? part : text + separator + part;
    if (shown > 0 && longer.length > limit) {
      break;
    }
    text = longer;
    shown += 1;
  }
  const left = parts.length - shown + more;
  return left === 0 ? text : `${text} and ${left} more`;
}

export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
