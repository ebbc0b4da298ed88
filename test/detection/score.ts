import type { Detector } from '../../src/firewall/lex/detector.js';
import { type Negative, type Positive, type Span, unmark } from './case.js';
import { detectorsWith, type Redacted, redact } from './redact.js';

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
  readonly findings: readonly Finding[];
}

/** One placeholder: of which type, and whether it stands for anything that is marked. */
export interface Finding {
  readonly type: string;
  readonly isTrue: boolean;
}

export interface Altered {
  readonly negative: Negative;
  readonly isAltered: boolean;
  readonly shown: string;
  readonly findings: readonly Finding[];
}

const LONGEST_TRACE = 4;
const PLACEHOLDER = /"?\[REDACTED:([^\]]*)\]"?/;
const WORST: readonly Outcome[] = ['half', 'missed', 'trace', 'hidden'];

/** Redacts a text and says what became of the secrets in it; of several, the worst. */
export function judge(positive: Positive): Judged {
  const { text, spans } = unmark(positive.marked);
  const results = redact(positive.form, text, detectorsWith(positive.pack));
  const placed = placedSpans(positive, text, spans, results);
  const outcomes = placed.flatMap(({ alignment, result, spans: own }) =>
    own.map((span) => outcomeOf(result.raw, alignment.kept, span)),
  );
  return {
    positive,
    outcome: WORST.find((outcome) => outcomes.includes(outcome)) ?? 'missed',
    shown: results.map(({ shown }) => shown).join('\n'),
    findings: placed.flatMap(({ alignment, spans: own }) =>
      alignment.gaps.map(({ type, start, end }) => ({
        type,
        isTrue: own.some((span) => start < span.end && span.start < end),
      })),
    ),
  };
}

/** Whether anything in a text without secrets was replaced. */
export function isAltered(negative: Negative, detectors: readonly Detector[]): Altered {
  const results = redact(negative.form, negative.text, detectors);
  const changed = results.filter(({ raw, shown }) => raw !== shown);
  return {
    negative,
    isAltered: changed.length > 0,
    shown: changed.map(({ shown }) => shown).join('\n'),
    findings: changed.flatMap(({ shown }) => typesIn(shown).map((type) => ({ type, isTrue: false }))),
  };
}

interface Placed {
  readonly result: Redacted;
  readonly alignment: Alignment;
  readonly spans: readonly Span[];
}

/** What was redacted on its own, each with the secrets in it. */
function placedSpans(
  { form }: Positive,
  text: string,
  spans: readonly Span[],
  results: readonly Redacted[],
): readonly Placed[] {
  const secrets = spans.map(({ start, end }) => JSON.stringify(fieldText(text.slice(start, end))).slice(1, -1));
  const placed = results.map((result): Placed => {
    const alignment = align(result);
    if (form !== 'csv') {
      return { result, alignment, spans };
    }
    return {
      result,
      alignment,
      spans: secrets.flatMap((secret) => {
        const start = result.raw.indexOf(secret);
        return start < 0 ? [] : [{ start, end: start + secret.length }];
      }),
    };
  });
  const isWhole = form === 'csv' || (results.length === 1 && text === results[0]?.raw);
  if (!isWhole || !placed.some((one) => one.spans.length > 0)) {
    throw new Error(`the case is not written as it would be read: ${text}`);
  }
  return placed;
}

/** A field of CSV without its quotes. */
function fieldText(field: string): string {
  return /^".*"$/s.test(field) ? field.slice(1, -1).replaceAll('""', '"') : field;
}

interface Alignment {
  /** Which characters of the raw text are shown: what stands between the placeholders, in order. */
  readonly kept: Uint8Array;
  readonly gaps: readonly (Span & { readonly type: string })[];
}

function align({ raw, shown }: Redacted): Alignment {
  const kept = new Uint8Array(raw.length);
  const pieces = shown.split(PLACEHOLDER);
  const gaps: (Span & { readonly type: string })[] = [];
  let at = 0;
  for (let index = 0; index < pieces.length; index += 2) {
    const piece = pieces[index] ?? '';
    const isLast = index === pieces.length - 1;
    const start = isLast ? raw.length - piece.length : raw.indexOf(piece, index === 0 ? 0 : at + 1);
    if (start < at || !raw.startsWith(piece, start)) {
      throw new Error(`the redacted text is not made of the raw one: ${shown}`);
    }
    if (index > 0) {
      gaps.push({ type: pieces[index - 1] ?? '', start: at, end: start });
    }
    kept.fill(1, start, start + piece.length);
    at = start + piece.length;
  }
  return { kept, gaps };
}

function typesIn(shown: string): readonly string[] {
  return shown.split(PLACEHOLDER).filter((_, index) => index % 2 === 1);
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
