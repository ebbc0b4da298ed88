import type { Highlight } from '../../contract/frame.js';
import type { RedactedText } from '../redactor.js';
import { createDigest, type Digest, type Kept } from './digest.js';
import { channelPart, makeHighlights } from './highlights.js';
import type { KeptLine } from './kept-line.js';
import { withoutSpelt } from './plain-line.js';
import { type Item, type RankOptions, rankItems, textOf } from './rank.js';
import { createRedactedLines } from './redacted-lines.js';
import type { TextLine } from './text-line.js';
import { textSentences } from './text-sentences.js';

/** What a long text is about, read while it passes: see `README.md` beside this file. */
export interface TextDigest {
  /** The next piece of a channel, raw and as its redactor gave it. */
  readonly take: (channel: string, raw: string, released: RedactedText) => void;
  /** The rest of a channel that has ended cleanly. */
  readonly end: (channel: string, released: RedactedText) => void;
  /** Nothing more comes, cleanly or not. */
  readonly close: () => void;
  /** What no line says by itself, as sentences. */
  readonly facts: (exitCode: number | null | undefined) => readonly string[];
  readonly pick: (options: Omit<RankOptions, 'isShown'>) => Picks;
  /** Telling lines that came and were not shown, at most so many; once they are accepted, they are not told again. */
  readonly fresh: (most: number) => Shown & { readonly accept: () => void };
  readonly hasFresh: () => boolean;
  /** The last line so far. */
  readonly latest: () => Shown & { readonly accept: () => void };
  /** Lines have come since the last one was shown. */
  readonly hasMore: () => boolean;
  /** Model tokens a character, about, by a count of some of its lines. */
  readonly density: (count: (text: string) => number) => number;
}

/** Lines that deserve to be shown, the most telling first. */
export interface Picks {
  readonly size: number;
  /** The first `size` of them, and of those behind the `further` shortest ones, in the order of the text. */
  readonly show: (size: number, further: number) => Shown;
  /** How many lines behind the first `size` there are to choose further ones from. */
  readonly behind: (size: number) => number;
}

export interface Shown {
  readonly highlights: readonly Highlight[];
  readonly folded: readonly string[];
  /** Raw characters that the lines stand for. */
  readonly rawChars: number;
  /** Where to read on. */
  readonly nextRow: number | undefined;
}

/** So much of the beginning and of the end is kept, by the model tokens there are. */
const CHARS_A_TOKEN = 8;
const FEWEST_CHARS = 64 * 1024;
const MOST_CHARS = 768 * 1024;
const MOST_BEHIND = 200;
const SAMPLE_LINES = 60;
const MOST_WAITING = 64;
const USUAL_DENSITY = 0.3;

export interface TextDigestOptions {
  readonly maxTokens: number;
  readonly query?: string | undefined;
  /** For lines that are told in other words than they came in. */
  readonly redact: (text: string) => string;
  /** How much of a channel was shown as it stands: no line of that is told again. */
  readonly shownChars: (channel: string) => number;
}

export function createTextDigest(options: TextDigestOptions): TextDigest {
  const lines = createRedactedLines();
  const ringChars = Math.min(MOST_CHARS, Math.max(FEWEST_CHARS, options.maxTokens * CHARS_A_TOKEN));
  // Most results are rows: what reads lines is made with the first line.
  let made: Digest | undefined;
  const digest = (): Digest => {
    made ??= createDigest({ ringChars, query: options.query });
    return made;
  };
  const addAll = (some: readonly TextLine[]): void => {
    for (const line of some) {
      digest().add(withoutSpelt(line, options.redact));
    }
  };
  let kept: Kept | undefined;
  const told = new Set<number>();
  let waiting: KeptLine[] = [];

  function isShown(line: KeptLine): boolean {
    return told.has(line.order) || line.rawEnd <= options.shownChars(line.channel);
  }

  function latestLines(): readonly KeptLine[] {
    const last = made?.last();
    return last === undefined || isShown(last) ? [] : [last];
  }

  function toShow(lines: readonly KeptLine[]): Shown & { readonly accept: () => void } {
    return {
      ...linesAlone(lines),
      accept() {
        for (const { order } of lines) {
          told.add(order);
        }
      },
    };
  }

  function freshLines(): readonly KeptLine[] {
    waiting = [...waiting, ...(made?.fresh() ?? [])].filter((line) => !isShown(line)).slice(-MOST_WAITING);
    return waiting;
  }

  const whole = (): Kept => {
    kept ??= digest().kept();
    return kept;
  };
  return {
    take: (channel, raw, released) => addAll(lines.push(channel, raw, released)),
    end: (channel, released) => addAll(lines.end(channel, released)),
    close: () => made?.end(),
    facts: (exitCode) => textSentences(whole(), exitCode),
    pick: (rankOptions) => picksOf(rankItems(whole(), { ...rankOptions, isShown }), whole()),
    hasFresh: () => freshLines().length > 0,
    hasMore: () => latestLines().length > 0,
    latest: () => toShow(latestLines()),
    fresh: (most) => toShow(freshLines().slice(0, most)),
    density: (count) => densityOf(whole(), count),
  };
}

/** Lines of a text that still comes: nothing is known yet of what lies between. */
function linesAlone(lines: readonly KeptLine[]): Shown {
  return {
    highlights: lines.map((line) => ({ line: line.row, ...channelPart(line), text: line.text })),
    folded: [],
    rawChars: lines.reduce((sum, { rawChars }) => sum + rawChars, 0),
    nextRow: undefined,
  };
}

function picksOf(ranked: readonly Item[], kept: Kept): Picks {
  const shortest = (size: number): readonly Item[] =>
    ranked
      .slice(size, size + MOST_BEHIND)
      .filter((item) => textOf(item).trim() !== '')
      .sort((a, b) => textOf(a).length - textOf(b).length);
  return {
    size: ranked.length,
    behind: (size) => Math.min(MOST_BEHIND, ranked.length - size),
    show(size, further) {
      const picked = [...ranked.slice(0, size), ...(further > 0 ? shortest(size).slice(0, further) : [])];
      const lines = withoutLoneBlanks(picked.flatMap((item) => (item.type === 'line' ? [item.line] : [])));
      const folds = picked.flatMap((item) => (item.type === 'fold' ? [item] : []));
      return {
        ...makeHighlights({ lines, folds, kept }),
        rawChars: lines.reduce((sum, { rawChars }) => sum + rawChars, 0),
      };
    },
  };
}

/** An empty line is shown between two lines that are shown, and costs a place and a gap anywhere else. */
function withoutLoneBlanks(lines: readonly KeptLine[]): readonly KeptLine[] {
  const orders = new Set(lines.map(({ order }) => order));
  return lines.filter(({ text, order }) => text.trim() !== '' || (orders.has(order - 1) && orders.has(order + 1)));
}

function densityOf(kept: Kept, count: (text: string) => number): number {
  const step = Math.max(1, Math.floor(kept.tail.length / SAMPLE_LINES));
  const sample = kept.tail.filter((_line, index) => index % step === 0).map(({ text }) => text);
  const text = sample.join('\n').slice(0, CHARS_A_TOKEN * 1000);
  return text.length === 0 ? USUAL_DENSITY : count(text) / text.length;
}
