import type { Detector } from './detector.js';
import { type AskAbout, compileLiterals, type LiteralList } from './literals.js';

/** What is to be asked when the scan stands behind an anchor. */
export interface Anchor {
  readonly literals: readonly AskAbout[];
  /** The anchor is the first digit of a run. */
  readonly isDigit: boolean;
}

/**
 * All literals of all detectors in one flat table (Aho-Corasick): one look-up per character, whatever their number. It is
 * completed while texts are scanned, as most programs end before they have met more than a few of its states.
 */
export interface Automaton {
  /** Character code to column: letters folded to lower case, everything that is in no literal in column 0. */
  readonly classes: Uint8Array;
  /**
   * By state and column, the next state: an offset into this table, and from `ACCEPTING` on with a mark (see `STATE`). It
   * is replaced when it has to grow.
   */
  readonly table: () => Int32Array;
  /** Answers what the table tells with `UNKNOWN`, and puts it there. */
  readonly step: (state: number, column: number) => number;
  readonly anchor: (state: number) => Anchor | undefined;
  /** How many characters before the scan could be the beginning of a literal. */
  readonly depth: (state: number) => number;
}

/** Where every scan begins. */
export const ROOT = 0;
/** The part of an entry of the table that is the next state. */
export const STATE = 0xffffff;
/** Entries from here on stand behind an anchor. */
export const ACCEPTING = 0x1000000;
/** Entries from here on stand behind one that is a literal, not just a digit. */
export const SPELLING = 0x2000000;
/** What is not in the table yet. */
export const UNKNOWN = 0x4000000;

const FIRST_STATES = 64;
const NONE = -1;

interface Node {
  /** The literals that begin with what leads here: from `low` up to `high`, the shortest first. */
  readonly low: number;
  readonly high: number;
  readonly depth: number;
  /** Where the longest proper ending of what leads here leads. */
  readonly fail: number;
  readonly endsInDigit: boolean;
  readonly anchor: Anchor | undefined;
  readonly prefixDepth: number;
  /** A digit behind a digit is no anchor: another state in the place of the digit's, which goes on in the same way. */
  readonly laterOf: number;
}

export function compileAutomaton(detectors: readonly Detector[]): Automaton {
  const literals = compileLiterals(detectors);
  const { classes, width } = literals;
  let table = new Int32Array(FIRST_STATES * width).fill(UNKNOWN);
  const nodes: Node[] = [createRoot(literals)];
  const laterDigits = new Map<number, number>();

  const nodeAt = (state: number): Node => nodes[state / width] ?? createRoot(literals);

  const add = (node: Node): number => {
    const state = nodes.length * width;
    nodes.push(node);
    if (state + width > table.length) {
      const larger = new Int32Array(table.length * 2).fill(UNKNOWN);
      larger.set(table);
      table = larger;
    }
    return state;
  };

  const go = (state: number, column: number): number => {
    const entry = table[state + column] ?? UNKNOWN;
    return (entry === UNKNOWN ? step(state, column) : entry) & STATE;
  };

  const step = (state: number, column: number): number => {
    const to = resolve(state, column);
    const { anchor } = nodeAt(to);
    const mark = anchor === undefined ? 0 : anchor.literals.length > 0 ? SPELLING : ACCEPTING;
    table[state + column] = to | mark;
    return to | mark;
  };

  const resolve = (state: number, column: number): number => {
    const node = nodeAt(state);
    if (node.laterOf !== NONE) {
      return go(node.laterOf, column);
    }
    const isDigit = literals.isDigit(column);
    const child = literals.find(node, column);
    if (child !== undefined || (state === ROOT && isDigit)) {
      return addChild(state, node, column, child ?? { low: 0, high: 0 });
    }
    const to = state === ROOT ? ROOT : go(node.fail, column);
    return isDigit && node.endsInDigit && nodeAt(to).depth <= 1 ? laterDigit(to, column) : to;
  };

  const addChild = (state: number, parent: Node, column: number, range: Pick<Node, 'low' | 'high'>): number => {
    const fail = state === ROOT ? ROOT : go(parent.fail, column);
    const endsInDigit = literals.isDigit(column);
    const depth = parent.depth + 1;
    const own = literals.endingAt(range, depth);
    const all = [...own, ...(nodeAt(fail).anchor?.literals ?? [])];
    const isDigit = endsInDigit && !parent.endsInDigit;
    return add({
      ...range,
      depth,
      fail,
      endsInDigit,
      anchor: all.length > 0 || isDigit ? { literals: all, isDigit } : undefined,
      prefixDepth: literals.goesOn(range, depth) ? depth : nodeAt(fail).prefixDepth,
      laterOf: NONE,
    });
  };

  const laterDigit = (first: number, column: number): number => {
    const known = laterDigits.get(column) ?? add({ ...nodeAt(first), anchor: undefined, laterOf: first });
    laterDigits.set(column, known);
    return known;
  };

  return {
    classes,
    table: () => table,
    step,
    anchor: (state) => nodeAt(state).anchor,
    depth: (state) => nodeAt(state).prefixDepth,
  };
}

function createRoot({ count }: LiteralList): Node {
  return {
    low: 0,
    high: count,
    depth: 0,
    fail: ROOT,
    endsInDigit: false,
    anchor: undefined,
    prefixDepth: 0,
    laterOf: NONE,
  };
}
