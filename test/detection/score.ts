import { type Negative, type Positive, type Span, unmark } from './case.js';
import { type Redacted, redact } from './redact.js';

/**
 * What became of a secret, judged by its letters and digits alone:
 * `hidden`: none of them is shown.
 * `half`: something of it was replaced, and more than four in a row are shown, or half of them.
 * `trace`: something of it was replaced, and fewer are shown. It counts as not hidden.
 * `missed`: it is shown as it was.
 */
export type Outcome = 'hidden' | 'half' | 'trace' | 'missed';

export interface Judged {
  readonly positive: Positive;
  readonly outcome: Outcome;
  readonly shown: string;
}

export interface Altered {
  readonly negative: Negative;
  readonly isAltered: boolean;
  readonly shown: string;
}

const LONGEST_TRACE = 4;
const PLACEHOLDER = /"?\[REDACTED:[^\]]*\]"?/;
const WORST: readonly Outcome[] = ['half', 'missed', 'trace', 'hidden'];

/** Redacts a text and says what became of the secrets in it; of several, the worst. */
export function judge(positive: Positive): Judged {
  const { text, spans } = unmark(positive.marked);
  const results = redact(positive.form, text, positive.pack);
  const outcomes =
    positive.form === 'csv'
      ? spans.map((span) => inColumns(results, fieldText(text.slice(span.start, span.end))))
      : results.flatMap((result) => inText(result, text, spans));
  return {
    positive,
    outcome: WORST.find((outcome) => outcomes.includes(outcome)) ?? 'missed',
    shown: results.map(({ shown }) => shown).join('\n'),
  };
}

/** Whether anything in a text without secrets was replaced. */
export function isAltered(negative: Negative): Altered {
  const results = redact(negative.form, negative.text);
  const changed = results.filter(({ raw, shown }) => raw !== shown);
  return { negative, isAltered: changed.length > 0, shown: changed.map(({ shown }) => shown).join('\n') };
}

function inText({ raw, shown }: Redacted, text: string, spans: readonly Span[]): readonly Outcome[] {
  if (!text.startsWith(raw)) {
    throw new Error(`the case is not written as JSON would write it: ${text}`);
  }
  const kept = keptCharacters(raw, shown);
  return spans.map((span) => outcomeOf(raw, kept, span));
}

function inColumns(results: readonly Redacted[], secret: string): Outcome {
  const escaped = JSON.stringify(secret).slice(1, -1);
  for (const { raw, shown } of results) {
    const start = raw.indexOf(escaped);
    if (start >= 0) {
      return outcomeOf(raw, keptCharacters(raw, shown), { start, end: start + escaped.length });
    }
  }
  throw new Error(`the case lost its secret on the way: ${secret}`);
}

/** A field of CSV without its quotes. */
function fieldText(field: string): string {
  return /^".*"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field;
}

/** Which characters of the raw text are shown: what stands between the placeholders, in order. */
function keptCharacters(raw: string, shown: string): Uint8Array {
  const kept = new Uint8Array(raw.length);
  const pieces = shown.split(PLACEHOLDER);
  let at = 0;
  pieces.forEach((piece, index) => {
    const isLast = index === pieces.length - 1;
    const start = isLast ? raw.length - piece.length : raw.indexOf(piece, at);
    if (start < at || !raw.startsWith(piece, start)) {
      throw new Error(`the redacted text is not made of the raw one: ${shown}`);
    }
    kept.fill(1, start, start + piece.length);
    at = start + piece.length;
  });
  return kept;
}

function outcomeOf(raw: string, kept: Uint8Array, { start, end }: Span): Outcome {
  let total = 0;
  let shown = 0;
  let run = 0;
  let longest = 0;
  for (let index = start; index < end; index += 1) {
    if (/[\p{L}\p{N}]/u.test(raw.charAt(index))) {
      total += 1;
      shown += kept[index] ?? 0;
      run = kept[index] === 1 ? run + 1 : 0;
      longest = Math.max(longest, run);
    }
  }
  if (shown === 0) {
    return 'hidden';
  }
  if (shown === total) {
    return 'missed';
  }
  return longest > LONGEST_TRACE || shown * 2 >= total ? 'half' : 'trace';
}
