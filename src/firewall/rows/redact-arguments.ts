import type { Value } from '../../contract/row.js';
import type { RedactedText, Replacement } from '../find/redactor.js';

const HYPHEN = 0x2d;
const MOST_ITEMS = 256;
const LONGEST = 16_384;

/** A part of the line, and what stands for it. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly placeholder: string;
}

/**
 * Redacts the arguments of a command, of which one tells what the next one is, as the line that they would be. The
 * result is `undefined` when the list is none, or nothing in it had to be replaced.
 */
export function redactArguments(
  list: readonly Value[],
  redactText: (text: string) => RedactedText | undefined,
): readonly Value[] | undefined {
  if (!isCommand(list)) {
    return undefined;
  }
  const words = list.map(wordOf);
  const line = words.join(' ');
  const redacted = line.length > LONGEST ? undefined : redactText(line);
  if (redacted === undefined) {
    return undefined;
  }
  const stretches = stretchesOf(redacted);
  let at = 0;
  return list.map((item, index) => {
    const word = words[index] ?? '';
    const from = at;
    at += word.length + 1;
    return replaceIn(item, from + (word.length - String(item).length) / 2, stretches);
  });
}

/** Words and numbers, and an option among them. */
export function isCommand(list: readonly Value[]): list is readonly (string | number)[] {
  return (
    list.length <= MOST_ITEMS &&
    list.some((item) => typeof item === 'string' && item.charCodeAt(0) === HYPHEN) &&
    list.every((item) => typeof item === 'string' || typeof item === 'number')
  );
}

/** In quotes if it holds spaces. */
function wordOf(item: string | number): string {
  const word = String(item);
  if (!/\s/.test(word)) {
    return word;
  }
  return word.includes('"') ? `'${word}'` : `"${word}"`;
}

function stretchesOf({ text, replacements }: RedactedText): readonly Stretch[] {
  let hidden = 0;
  return replacements.map(({ at, length, raw_chars: rawChars }: Replacement): Stretch => {
    const from = at + hidden;
    hidden += rawChars - length;
    return { from, to: from + rawChars, placeholder: text.slice(at, at + length) };
  });
}

function replaceIn(item: string | number, start: number, stretches: readonly Stretch[]): Value {
  const word = String(item);
  const end = start + word.length;
  let shown = '';
  let at = start;
  for (const { from, to, placeholder } of stretches) {
    if (from < end && to > at) {
      shown += word.slice(at - start, Math.max(at, from) - start) + placeholder;
      at = Math.min(to, end);
    }
  }
  return at === start ? item : shown + word.slice(at - start);
}
