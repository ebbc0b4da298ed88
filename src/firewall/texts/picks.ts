import type { Highlight } from '../../contract/frame.js';
import { createBetween } from './between.js';
import { cutLine } from './cut-line.js';
import type { Kept } from './digest.js';
import { makeHighlights } from './highlights.js';
import type { KeptLine } from './kept-line.js';
import { type Item, textOf } from './rank.js';

/** Lines that deserve to be shown, the most telling first. */
export interface Picks {
  readonly size: number;
  /**
   * The first `size` of them, and of those behind the `further` shortest ones, in the order of the text; with
   * `lastChars` also so much of the next one, which did not fit as a whole.
   */
  readonly show: (size: number, further: number, lastChars?: number) => Shown;
  /** How many lines behind the first `size` there are to choose further ones from. */
  readonly behind: (size: number) => number;
}

export interface Shown {
  readonly highlights: readonly Highlight[];
  readonly folded: readonly string[];
  /** Raw characters that the lines stand for. */
  readonly rawChars: number;
  /** Characters of these that are colours and other control sequences, and are not shown. */
  readonly escapeChars: number;
  /** Where to read on. */
  readonly nextRow: number | undefined;
}

const MOST_BEHIND = 200;
const SAMPLE_LINES = 60;
const SAMPLE_CHARS = 8000;
const USUAL_DENSITY = 0.3;

export interface ShownBefore {
  readonly lines: readonly KeptLine[];
  /** Raw characters of a line that were shown as they stood. */
  readonly charsOf: (line: KeptLine) => number;
}

const NOTHING_BEFORE: ShownBefore = { lines: [], charsOf: () => 0 };

export function picksOf(ranked: readonly Item[], kept: Kept, before = NOTHING_BEFORE): Picks {
  const { ledger, templates } = kept;
  const seen = new Set(before.lines.map(({ order }) => order));
  const between = ledger && createBetween({ ledger, templates, seen });
  const shortest = (size: number): readonly Item[] =>
    ranked
      .slice(size, size + MOST_BEHIND)
      .filter((item) => textOf(item).trim() !== '')
      .sort((a, b) => textOf(a).length - textOf(b).length);
  return {
    size: ranked.length,
    behind: (size) => Math.min(MOST_BEHIND, ranked.length - size),
    show(size, further, lastChars = 0) {
      const filling = further > 0 ? shortest(size).slice(0, further) : [];
      const last = lastChars > 0 ? nextOf(ranked.slice(size, size + MOST_BEHIND), filling) : undefined;
      const picked = [...ranked.slice(0, size), ...filling, ...(last === undefined ? [] : [cutTo(last, lastChars)])];
      const lines = withoutLoneBlanks(picked.flatMap((item) => (item.type === 'line' ? [item.line] : [])));
      const shownOf = countByKey([...before.lines, ...lines]);
      const folds = picked.flatMap((item) =>
        item.type === 'fold' && countOf(shownOf, item.template.keys) < item.template.count ? [item.template] : [],
      );
      return {
        ...makeHighlights({ lines, folds, kept, seen: before.lines, between }),
        rawChars: lines.reduce((sum, line) => sum + Math.max(0, line.rawChars - before.charsOf(line)), 0),
        escapeChars: lines.reduce((sum, { escapeChars }) => sum + escapeChars, 0),
      };
    },
  };
}

function countOf(counts: ReadonlyMap<number, number>, keys: readonly number[]): number {
  return keys.reduce((sum, key) => sum + (counts.get(key) ?? 0), 0);
}

/** A template is not told where all of its lines are. */
function countByKey(lines: readonly KeptLine[]): ReadonlyMap<number, number> {
  const counts = new Map<number, number>();
  for (const { key } of lines) {
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function nextOf(behind: readonly Item[], filling: readonly Item[]): KeptLine | undefined {
  const taken = new Set(filling);
  const next = behind.find((item) => item.type === 'line' && !taken.has(item) && item.line.text.trim() !== '');
  return next?.type === 'line' ? next.line : undefined;
}

function cutTo(line: KeptLine, chars: number): Item {
  const { text, left } = cutLine(line.text, chars);
  return { type: 'line', line: { ...line, text, rawChars: Math.max(0, line.rawChars - left) } };
}

/** Empty lines are shown between two lines that are shown, and cost a place and a gap anywhere else. */
function withoutLoneBlanks(lines: readonly KeptLine[]): readonly KeptLine[] {
  const sorted = [...lines].sort((a, b) => a.order - b.order);
  const joined = (all: readonly KeptLine[], step: number): ReadonlySet<number> => {
    const orders = new Set<number>();
    for (const { text, order } of all) {
      if (text.trim() !== '' || orders.has(order - step)) {
        orders.add(order);
      }
    }
    return orders;
  };
  const above = joined(sorted, 1);
  const below = joined([...sorted].reverse(), -1);
  return lines.filter(({ order }) => above.has(order) && below.has(order));
}

/** Model tokens a character, about, by a count of some of the last lines. */
export function densityOf(kept: Kept, count: (text: string) => number): number {
  const step = Math.max(1, Math.floor(kept.tail.length / SAMPLE_LINES));
  const sample = kept.tail.filter((_line, index) => index % step === 0).map(({ text }) => text);
  const text = sample.join('\n').slice(0, SAMPLE_CHARS);
  return text.length === 0 ? USUAL_DENSITY : count(text) / text.length;
}
