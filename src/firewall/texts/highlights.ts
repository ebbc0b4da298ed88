import type { Highlight } from '../../contract/frame.js';
import { plural } from '../facts/format.js';
import type { Kept } from './digest.js';
import { foldWords } from './fold-words.js';
import type { KeptLine } from './kept-line.js';
import type { Fold } from './merge-templates.js';
import { LONGEST_PIECE } from './row-counter.js';

const SAMPLE_CHARS = 60;
/** Templates that are looked through for what a gap held. */
const MOST_NAMED = 512;
const FEWEST_NAMED = 3;

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
  /** The row where the largest gap begins. */
  readonly nextRow: number | undefined;
}

interface Picked {
  readonly lines: readonly KeptLine[];
  /** Told beside the lines, each for all of its lines. */
  readonly folds: readonly Fold[];
  readonly kept: Kept;
}

export function makeHighlights({ lines: picked, folds, kept }: Picked): Highlights {
  const named = new Set(folds.flatMap(({ keys }) => keys));
  const runs: Run[] = [];
  let nextRow: number | undefined;
  let largest = 0;
  for (const line of [...picked].sort((a, b) => a.order - b.order)) {
    const run = runs.at(-1);
    if (run !== undefined && follows(run.last, line)) {
      run.texts.push(line.text);
      run.last = line;
      continue;
    }
    const size = line.order - (run === undefined ? 0 : run.last.order + 1);
    if (size > largest) {
      largest = size;
      nextRow = run === undefined ? 0 : run.last.row + 1;
    }
    const gap = gapWords(run?.last, line, { kept, named });
    runs.push({ first: line, last: line, texts: [line.text], gap });
  }
  const last = runs.at(-1)?.last;
  if (last !== undefined && kept.lines - 1 - last.order > largest) {
    nextRow = last.row + 1;
  }
  return {
    highlights: runs.map(({ first, gap, texts }) => ({
      line: first.row,
      ...channelPart(first),
      ...(gap === undefined ? {} : { gap }),
      text: texts.join('\n'),
    })),
    folded: foldWords(folds),
    nextRow,
  };
}

function follows(last: KeptLine, next: KeptLine): boolean {
  return next.order === last.order + 1 && next.channel === last.channel && rowsBetween(last, next) === 0;
}

/** Rows that are stored between two lines, as where records come between them; a long line is stored in several rows itself. */
function rowsBetween(last: KeptLine, next: KeptLine): number {
  const ownRows = last.rawChars < LONGEST_PIECE / 2 ? 1 : 2 + Math.floor(last.rawChars / (LONGEST_PIECE - 1));
  return next.channel === last.channel ? Math.max(0, next.row - last.row - ownRows) : 0;
}

/** The main channel has no name. */
export function channelPart({ channel }: KeptLine): { readonly channel?: string } {
  return channel === 'text' || channel === 'stdout' ? {} : { channel };
}

/** Of rows that are told part by part: whole rows, or else parts of the same one. */
function partsBetween(last: KeptLine | undefined, next: KeptLine): string {
  const rows = next.row - (last?.row ?? -1) - 1;
  const parts = next.order - (last?.order ?? -1) - 1;
  return rows > 0 ? plural(rows, 'row') : plural(parts, 'part');
}

/** What is known for certain of the lines between: a template that came nowhere else. */
function gapWords(
  last: KeptLine | undefined,
  next: KeptLine,
  { kept, named }: { readonly kept: Kept; readonly named: Set<number> },
): string | undefined {
  if (next.order === (last?.order ?? -1) + 1) {
    const rows = last === undefined ? 0 : rowsBetween(last, next);
    return rows > 0 ? plural(rows, 'row') : undefined;
  }
  if (kept.isOfRows === true) {
    return partsBetween(last, next);
  }
  const from = last === undefined ? 0 : last.order + 1;
  const size = plural(next.order - from, 'line');
  // Of a log the folded lines tell what there is, each kind once and in fewer words.
  const often = kept.isLog ? [] : kept.templates.slice(0, MOST_NAMED);
  const inside = often.find(
    (each) => each.count >= FEWEST_NAMED && each.first >= from && each.last < next.order && !named.has(each.key),
  );
  if (inside === undefined) {
    return size;
  }
  named.add(inside.key);
  return `${size}: ${inside.count} × ${quoted(inside.sample)}`;
}

function quoted(sample: string): string {
  return JSON.stringify(sample.length > SAMPLE_CHARS ? `${sample.slice(0, SAMPLE_CHARS)}…` : sample);
}
