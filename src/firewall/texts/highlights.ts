import type { Highlight } from '../../contract/frame.js';
import type { Kept } from './digest.js';
import type { KeptLine } from './kept-line.js';

const MOST_FOLDED = 5;
const FEWEST_FOLDED = 4;
const SAMPLE_CHARS = 60;
const WORDS = /[A-Za-z]{2}.*\s.*[A-Za-z]{2}/;

interface Run {
  readonly first: KeptLine;
  readonly gap: string | undefined;
  readonly texts: string[];
  last: KeptLine;
}

export interface Highlights {
  /** In the order of the text; lines that follow each other are one. */
  readonly highlights: readonly Highlight[];
  /** Templates that came often, and that no gap names. */
  readonly folded: readonly string[];
  /** The row where the largest gap begins. */
  readonly nextRow: number | undefined;
}

export function makeHighlights(picked: readonly KeptLine[], kept: Kept): Highlights {
  const named = new Set<number>();
  const runs: Run[] = [];
  let nextRow: number | undefined;
  let largest = 0;
  for (const line of [...picked].sort((a, b) => a.order - b.order)) {
    const run = runs.at(-1);
    if (run !== undefined && line.order === run.last.order + 1 && line.channel === run.last.channel) {
      run.texts.push(line.text);
      run.last = line;
      continue;
    }
    const from = run === undefined ? 0 : run.last.order + 1;
    const size = line.order - from;
    if (size > largest) {
      largest = size;
      nextRow = run === undefined ? 0 : run.last.row + 1;
    }
    runs.push({
      first: line,
      last: line,
      texts: [line.text],
      gap: size > 0 ? gapWords(from, line.order, kept, named) : undefined,
    });
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
    folded: foldedWords(kept, named),
    nextRow,
  };
}

/** The main channel has no name. */
export function channelPart({ channel }: KeptLine): { readonly channel?: string } {
  return channel === 'text' || channel === 'stdout' ? {} : { channel };
}

/** What is known for certain of the lines between: a template that came nowhere else. */
function gapWords(from: number, to: number, kept: Kept, named: Set<number>): string {
  const lines = to - from;
  const size = `${lines} ${lines === 1 ? 'line' : 'lines'}`;
  const inside = kept.folded.find(({ first, last }) => first >= from && last < to);
  if (inside === undefined) {
    return size;
  }
  named.add(inside.key);
  return `${size}: ${inside.count} × ${quoted(inside.sample)}`;
}

/** Of pages, code and changes the lines that come often are punctuation. */
function foldedWords({ folded, kind_id: kind }: Kept, named: ReadonlySet<number>): readonly string[] {
  return (kind === undefined ? folded : [])
    .filter(({ key, count, sample }) => !named.has(key) && count >= FEWEST_FOLDED && WORDS.test(sample))
    .slice(0, MOST_FOLDED)
    .map(({ count, sample }) => `${count} × ${quoted(sample)}`);
}

function quoted(sample: string): string {
  return JSON.stringify(sample.length > SAMPLE_CHARS ? `${sample.slice(0, SAMPLE_CHARS)}…` : sample);
}
