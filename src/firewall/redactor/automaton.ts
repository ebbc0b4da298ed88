import type { Detector } from './detector.js';
import { collectLiterals, HIDDEN, HIDDEN_CHARACTER, type Literal, put } from './literals.js';

/** What is to be asked when the scan stands behind an anchor. */
export interface Anchor {
  readonly literals: readonly Literal[];
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
/** Entries from here on stand behind literals whose place is only noted, not just behind a digit. */
export const NOTING = 0x2000000;
/** Entries from here on stand behind a literal about which a detector is to be asked. */
export const SPELLING = 0x3000000;
/** What is not in the table yet. */
export const UNKNOWN = 0x4000000;

const FIRST_STATES = 64;
const ZERO = 0x30;
const NINE = 0x39;
const NONE = -1;
const NO_LITERALS: readonly Literal[] = [];

interface Node {
  /** What is spelled by the characters that lead here: how many they are, and the literals that begin so. */
  readonly depth: number;
  readonly literals: readonly Literal[];
  /** Where the longest proper ending of these characters leads. */
  readonly fail: number;
  readonly endsInDigit: boolean;
  readonly anchor: Anchor | undefined;
  readonly prefixDepth: number;
  /** A digit behind a digit is no anchor: another state in the place of the digit's, which goes on in the same way. */
  readonly laterOf: number;
}

export function compileAutomaton(detectors: readonly Detector[]): Automaton {
  const { byFirst, classes, codes } = collectLiterals(detectors);
  const width = codes.length;
  const root = createRoot();
  const nodes: Node[] = [root];
  let table = new Int32Array(FIRST_STATES * width).fill(UNKNOWN);
  const laterDigits = new Map<number, number>();
  const hiddenOf = new Map<number, number>();
  const hiddenLiterals = byFirst.get(HIDDEN_CHARACTER.charCodeAt(0))?.filter(({ length }) => length === 1) ?? [];
  const hiddenAnchor = hiddenLiterals.length === 0 ? undefined : { literals: hiddenLiterals, isDigit: false };

  /** By the code of their next character, the literals of the nodes that were gone on from. */
  const branches = new Map<Node, ReadonlyMap<number, readonly Literal[]>>([[root, byFirst]]);

  const longer = (node: Node, code: number): readonly Literal[] => {
    const known = branches.get(node) ?? branchesOf(node);
    branches.set(node, known);
    return known.get(code) ?? NO_LITERALS;
  };

  const nodeAt = (state: number): Node => nodes[state / width] ?? root;

  const add = (node: Node): number => {
    const state = nodes.length * width;
    nodes.push(node);
    if (state === table.length) {
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
    const node = nodeAt(state);
    const to = codes[column] === HIDDEN ? stay(state, node) : next(state, node, column);
    const entry = to | markOf(nodeAt(to));
    table[state + column] = entry;
    return entry;
  };

  /** A literal goes on behind a character without width, which can be an anchor too; a number does not. */
  const stay = (state: number, node: Node): number => {
    const laterOf = node.endsInDigit ? ROOT : node.laterOf === NONE ? state : node.laterOf;
    const known = hiddenOf.get(laterOf) ?? add({ ...nodeAt(laterOf), anchor: hiddenAnchor, laterOf });
    hiddenOf.set(laterOf, known);
    return known;
  };

  const next = (state: number, node: Node, column: number): number => {
    if (node.laterOf !== NONE) {
      return go(node.laterOf, column);
    }
    const code = codes[column] ?? NONE;
    const literals = longer(node, code);
    const isDigit = code >= ZERO && code <= NINE;
    const fallback = state === ROOT ? ROOT : go(node.fail, column);
    if (literals.length > 0 || (state === ROOT && isDigit)) {
      return add(createNode(node, literals, { isDigit, state: fallback, node: nodeAt(fallback) }));
    }
    return isDigit && node.endsInDigit && nodeAt(fallback).depth <= 1 ? laterDigit(fallback, column) : fallback;
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

function createRoot(): Node {
  return {
    depth: 0,
    literals: NO_LITERALS,
    fail: ROOT,
    endsInDigit: false,
    anchor: undefined,
    prefixDepth: 0,
    laterOf: NONE,
  };
}

function branchesOf({ literals, depth }: Node): ReadonlyMap<number, readonly Literal[]> {
  const branches = new Map<number, Literal[]>();
  literals.forEach((literal) => {
    if (literal.length > depth) {
      put(branches, depth, literal);
    }
  });
  return branches;
}

/** One character further than the parent. */
function createNode(
  parent: Node,
  literals: readonly Literal[],
  fallback: { readonly isDigit: boolean; readonly state: number; readonly node: Node },
): Node {
  const depth = parent.depth + 1;
  const whole = literals.filter(({ length }) => length === depth);
  const spelled = [...whole, ...(fallback.node.anchor?.literals ?? [])];
  const isDigit = fallback.isDigit && !parent.endsInDigit;
  return {
    depth,
    literals,
    fail: fallback.state,
    endsInDigit: fallback.isDigit,
    anchor: spelled.length > 0 || isDigit ? { literals: spelled, isDigit } : undefined,
    prefixDepth: whole.length < literals.length ? depth : fallback.node.prefixDepth,
    laterOf: NONE,
  };
}

function markOf({ anchor }: Node): number {
  if (anchor === undefined) {
    return 0;
  }
  if (anchor.literals.length === 0) {
    return ACCEPTING;
  }
  const isNoted = !anchor.isDigit && anchor.literals.every(({ detector }) => detector.isNoteOnly === true);
  return isNoted ? NOTING : SPELLING;
}
