import type { Format } from './formats/format.js';
import type { Judgement } from './text-line.js';
import type { MarkedWord } from './word-automaton.js';

const WEIGHT = {
  badTotals: 1250,
  totals: 640,
  goodTotals: 420,
  /** What a tool names as a failure says more than what only sounds like an error. */
  failure: 1200,
  telling: 600,
  inBlock: 220,
  outline: 60,
} as const;
const TOTALS_WEIGHT = { failed: WEIGHT.badTotals, neither: WEIGHT.totals, passed: WEIGHT.goodTotals } as const;
/** The first bits of the scan are those of the features. */
const FEATURE_BITS = 4;
const LOW_FORMATS = 31 - FEATURE_BITS;
const USUAL_BLOCK_LINES = 30;
/** Totals that are quoted; a tool that prints more of them prints one for each of its parts. */
const MOST_TOTALS = 64;

/** What a format says of a line; `undefined` parts leave the judgement to the words of the line. */
export interface Reading {
  readonly judgement?: Judgement | undefined;
  /** The line belongs to a block that a format keeps whole. */
  readonly isInBlock: boolean;
  readonly beginsBlock: boolean;
  readonly isRoutine: boolean;
  /** What stands before the line has nothing to do with it. */
  readonly isAlone?: boolean;
}

export interface FoundFormat {
  readonly format_id: string;
  /** A failure came after the last of the totals. */
  readonly hasFailedSince: boolean;
  readonly totals: readonly { readonly row: number; readonly text: string; readonly verdict: Verdict }[];
}

export type Verdict = 'passed' | 'failed' | undefined;

/** Reads a text as the output of all the tools that it shows signs of, several at once. */
export interface Reader {
  /** `low` and `high` are the bits of the scan of the same line. */
  readonly read: (line: { readonly text: string; readonly row: number }, low: number, high: number) => Reading;
  readonly found: () => readonly FoundFormat[];
}

interface Active {
  readonly format: Format;
  readonly totals: { row: number; text: string; verdict: Verdict }[];
  hasFailedSince: boolean;
  isCalm: boolean;
}

interface OpenBlock {
  readonly format: Format;
  lines: number;
}

const NOTHING: Reading = { isInBlock: false, beginsBlock: false, isRoutine: false };

/** The literals of the formats for the scan that looks at every line. */
export function hintsOf(formats: readonly Format[]): readonly MarkedWord[] {
  return formats.flatMap(({ hints }, index) => hints.map((word) => ({ word, ...bitOf(index) })));
}

function bitOf(index: number): { readonly low: number; readonly high: number } {
  return index < LOW_FORMATS
    ? { low: 1 << (index + FEATURE_BITS), high: 0 }
    : { low: 0, high: 1 << (index - LOW_FORMATS) };
}

export function createReader(formats: readonly Format[]): Reader {
  const bits = formats.map((_format, index) => bitOf(index));
  const anyLow = bits.reduce((all, { low }) => all | low, 0);
  const active = new Map<Format, Active>();
  let block: OpenBlock | undefined;

  function readHinted(format: Format, line: { readonly text: string; readonly row: number }): Reading | undefined {
    const { text } = line;
    if (!active.has(format) && format.sign.test(text)) {
      active.set(format, { format, totals: [], hasFailedSince: false, isCalm: false });
    }
    const known = active.get(format);
    if (known === undefined) {
      return undefined;
    }
    enterPart(known, text);
    if (format.totals?.test(text) === true) {
      known.hasFailedSince = false;
      return { ...NOTHING, judgement: { lineClass: 'total', weight: TOTALS_WEIGHT[quote(known, line) ?? 'neither'] } };
    }
    if (!known.isCalm && format.failure?.test(text) === true) {
      block = { format, lines: 0 };
      known.hasFailedSince = true;
      return { ...NOTHING, beginsBlock: true, judgement: { lineClass: 'error', weight: WEIGHT.failure } };
    }
    if (format.routine?.test(text) === true) {
      return { ...NOTHING, isRoutine: true };
    }
    return format.outline?.test(text) === true
      ? { ...NOTHING, judgement: { lineClass: 'outline', weight: WEIGHT.outline } }
      : undefined;
  }

  function readInBlock(text: string): Reading {
    if (block === undefined) {
      return NOTHING;
    }
    const { format } = block;
    block.lines += 1;
    if (block.lines > (format.blockLines ?? USUAL_BLOCK_LINES) || format.blockEnd?.test(text) === true) {
      block = undefined;
      return NOTHING;
    }
    const isTelling = format.telling?.test(text) === true;
    return {
      ...NOTHING,
      isInBlock: true,
      judgement: isTelling
        ? { lineClass: 'error', weight: WEIGHT.telling }
        : { lineClass: 'plain', weight: WEIGHT.inBlock },
    };
  }

  /** What the first of the formats says whose words stand in the line. */
  function readAnyHinted(line: { readonly text: string; readonly row: number }, low: number, high: number) {
    for (let index = 0; index < formats.length; index += 1) {
      const bit = bits[index];
      const format = formats[index];
      const isHinted = bit !== undefined && ((bit.low & low) !== 0 || (bit.high & high) !== 0);
      const reading = isHinted && format !== undefined ? readHinted(format, line) : undefined;
      if (reading !== undefined) {
        return reading;
      }
    }
    return undefined;
  }

  return {
    read(line, low, high) {
      const isHinted = (low & anyLow) !== 0 || high !== 0;
      return (isHinted ? readAnyHinted(line, low, high) : undefined) ?? readInBlock(line.text);
    },
    found: () =>
      [...active.values()].map(({ format, totals, hasFailedSince }) => ({
        format_id: format.format_id,
        totals,
        hasFailedSince,
      })),
  };
}

function enterPart(known: Active, text: string): void {
  const { calmPart, badPart } = known.format;
  known.isCalm = badPart?.test(text) !== true && (known.isCalm || calmPart?.test(text) === true);
}

function quote({ format, totals }: Active, { text, row }: { readonly text: string; readonly row: number }): Verdict {
  if (totals.length >= MOST_TOTALS) {
    totals.splice(MOST_TOTALS / 2, 1);
  }
  const verdict = verdictOf(format, text);
  totals.push({ row, text: text.trim(), verdict });
  return verdict;
}

function verdictOf(format: Format, text: string): Verdict {
  if (format.failed?.test(text) === true) {
    return 'failed';
  }
  return format.passed?.test(text) === true ? 'passed' : undefined;
}
