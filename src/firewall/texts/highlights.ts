import type { Highlight } from '../../contract/frame.js';
import { plural } from '../facts/format.js';
import type { Between } from './between.js';
import type { Kept } from './digest.js';
import { foldWords } from './fold-words.js';
import { gapWords } from './gap-words.js';
import type { KeptLine } from './kept-line.js';
import type { Fold } from './merge-templates.js';
import { nextRowOf } from './next-row.js';
import { rowsOf } from './row-counter.js';

/** A gap is large that is such a part of all that nobody has seen, in percent. */
const LARGE_PERCENT = 5;
const FEWEST_OF_LARGE = 5;

interface Run {
  readonly first: KeptLine;
  readonly gap: string | undefined;
  readonly texts: string[];
  last: KeptLine;
}

export interface Highlights {
  /** In the order of the text; lines that follow each other are one. */
  readonly highlights: readonly Highlight[];
  /** Templates, each for all of its lines, in the order in which they came first. */
  readonly folded: readonly string[];
  /** Where to read on. */
  readonly nextRow: number | undefined;
}

interface Picked {
  readonly lines: readonly KeptLine[];
  /** Told beside the lines, each for all of its lines. */
  readonly folds: readonly Fold[];
  readonly kept: Kept;
  /** Shown before, so that no gap counts them. */
  readonly seen?: readonly KeptLine[];
  /** Of a text. */
  readonly between?: Between | undefined;
}

export function makeHighlights({ lines: picked, folds, kept, seen = [], between }: Picked): Highlights {
  const lines = inOrder(picked);
  const gapBefore = between === undefined ? partsBetween : gapsOf(between, { kept, folds });
  const runs: Run[] = [];
  for (const line of lines) {
    const run = runs.at(-1);
    if (run !== undefined && follows(run.last, line)) {
      run.texts.push(line.text);
      run.last = line;
    } else {
      runs.push({ first: line, last: line, texts: [line.text], gap: gapBefore(run?.last, line) });
    }
  }
  return {
    highlights: runs.map(({ first, gap, texts }) => ({
      line: first.row,
      ...channelPart(first),
      ...(gap === undefined ? {} : { gap }),
      text: texts.join('\n'),
    })),
    folded: foldWords(folds),
    nextRow: nextRowOf(inOrder([...seen, ...lines]), kept),
  };
}

export function inOrder(lines: readonly KeptLine[]): readonly KeptLine[] {
  return [...lines].sort((a, b) => a.order - b.order);
}

function follows(last: KeptLine, next: KeptLine): boolean {
  return next.order === last.order + 1 && next.channel === last.channel && rowsBetween(last, next) === 0;
}

/** Rows that are stored between two lines, as where records come between them; a long line is stored in several rows itself. */
function rowsBetween(last: KeptLine, next: KeptLine): number {
  return next.channel === last.channel ? Math.max(0, next.row - last.row - rowsOf(last.rawChars)) : 0;
}

/** The main channel has no name. */
export function channelPart({ channel }: KeptLine): { readonly channel?: string } {
  return channel === 'text' || channel === 'stdout' ? {} : { channel };
}

/** Of rows that are told part by part: whole rows, or else parts of the same one. */
function partsBetween(last: KeptLine | undefined, next: KeptLine): string | undefined {
  const rows = next.row - (last?.row ?? -1) - 1;
  const parts = next.order - (last?.order ?? -1) - 1;
  return parts === 0 ? undefined : rows > 0 ? plural(rows, 'row') : plural(parts, 'part');
}

/** What nobody has seen of the lines between two that are shown. */
function gapsOf(between: Between, { kept, folds }: Pick<Picked, 'kept' | 'folds'>) {
  const told = new Set(folds.flatMap(({ keys }) => keys));
  const unseen = between(0, kept.lines).lines;
  return (last: KeptLine | undefined, next: KeptLine): string | undefined => {
    const from = last === undefined ? 0 : last.order + 1;
    const held = between(from, next.order);
    if (held.lines === 0) {
      const rows = last !== undefined && from === next.order ? rowsBetween(last, next) : 0;
      return rows > 0 ? plural(rows, 'row') : undefined;
    }
    const isLarge = held.lines >= Math.max(FEWEST_OF_LARGE, (unseen * LARGE_PERCENT) / 100);
    return gapWords(held, { isLarge, isTold: (key) => told.has(key) });
  };
}
