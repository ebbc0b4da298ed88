import type { PatternNode } from './pattern-syntax.js';

const MOST_BEGINNINGS = 32;

/** How many characters the longest text is that fits a pattern. */
export function longestFit(node: PatternNode): number {
  switch (node.type) {
    case 'char':
      return 1;
    case 'assert':
      return 0;
    case 'sequence':
      return node.items.reduce((sum, item) => sum + longestFit(item), 0);
    case 'choice':
      return Math.max(0, ...node.items.map(longestFit));
    case 'repeat': {
      const item = longestFit(node.item);
      return item === 0 || node.max === 0 ? 0 : item * node.max;
    }
  }
}

/** Whether an empty text fits, borders aside. */
export function fitsNothing(node: PatternNode): boolean {
  switch (node.type) {
    case 'char':
      return false;
    case 'assert':
      return true;
    case 'sequence':
      return node.items.every(fitsNothing);
    case 'choice':
      return node.items.some(fitsNothing);
    case 'repeat':
      return node.min === 0 || fitsNothing(node.item);
  }
}

export function asksForEnds(node: PatternNode): boolean {
  switch (node.type) {
    case 'char':
      return false;
    case 'assert':
      return node.kind === 'start' || node.kind === 'end';
    case 'repeat':
      return asksForEnds(node.item);
    default:
      return node.items.some(asksForEnds);
  }
}

/** The literal texts with one of which everything that fits begins; an empty one where there is none. */
export function beginnings(node: PatternNode): readonly string[] {
  return begin(node).map(({ text }) => text);
}

interface Beginning {
  readonly text: string;
  /** What follows the literal text is not literal. */
  readonly isDone: boolean;
}

const NOTHING: Beginning = { text: '', isDone: false };
const UNKNOWN: readonly Beginning[] = [{ text: '', isDone: true }];

function begin(node: PatternNode): readonly Beginning[] {
  switch (node.type) {
    case 'char':
      return node.literal === undefined ? UNKNOWN : [{ text: node.literal, isDone: false }];
    case 'assert':
      return [NOTHING];
    case 'sequence':
      return node.items.reduce<readonly Beginning[]>((before, item) => extend(before, item), [NOTHING]);
    case 'choice':
      return bounded(node.items.flatMap(begin));
    case 'repeat':
      return node.min === 0 ? UNKNOWN : begin(node.item).map(({ text }) => ({ text, isDone: true }));
  }
}

function extend(before: readonly Beginning[], item: PatternNode): readonly Beginning[] {
  if (before.every(({ isDone }) => isDone)) {
    return before;
  }
  const next = begin(item);
  return bounded(
    before.flatMap((first) =>
      first.isDone ? [first] : next.map(({ text, isDone }) => ({ text: first.text + text, isDone })),
    ),
  );
}

function bounded(all: readonly Beginning[]): readonly Beginning[] {
  return all.length > MOST_BEGINNINGS ? UNKNOWN : all;
}
