import type { Detector } from '../lex/detector.js';
import {
  type Anchor,
  createNode,
  createRoot,
  isDigitCode,
  isWordCode,
  NO_LITERALS,
  NONE,
  type Node,
  ROOT,
} from './automaton-node.js';
import { byCharacter, collectLiterals, HIDDEN, HIDDEN_CHARACTER, type Literal } from './literals.js';

export { type Anchor, ROOT } from './automaton-node.js';

/**
 * All literals of all detectors in one flat table (Aho-Corasick): one look-up per character, whatever their number. It is
 * completed while texts are scanned, as most programs end before they have met more than a few of its states.
 */
export interface Automaton {
  /** Character code to column: letters folded to lower case, everything that is in no literal in column 0. */
  readonly classes: Uint16Array;
  /**
   * By state and column, the next state: an offset into this table, and from `ACCEPTING` on with a mark (see `STATE`). It
   * is replaced when it has to grow.
   */
  readonly table: () => Int32Array;
  /** Answers what the table tells with `UNKNOWN`, and puts it there. */
  readonly step: (state: number, column: number) => number;
  readonly anchor: (state: number) => Anchor | undefined;
  /**
   * From outside a word the same state inside one: no digit in the rest of it is an anchor, and no literal begins there
   * that a detector only wants at the beginning of a word.
   */
  readonly within: (state: number) => number;
  /** How many characters before the scan could be the beginning of a literal. */
  readonly depth: (state: number) => number;
}

/** The part of an entry of the table that is the next state. */
export const STATE = 0xfffffff;
/** Entries from here on stand behind an anchor. */
export const ACCEPTING = 0x10000000;
/** Entries from here on stand behind literals whose place is only noted, not just behind a digit. */
export const NOTING = 0x20000000;
/** Entries from here on stand behind a literal about which a detector is to be asked. */
export const SPELLING = 0x30000000;
/** What is not in the table yet. */
export const UNKNOWN = 0x40000000;

const FIRST_STATES = 64;

export function compileAutomaton(detectors: readonly Detector[]): Automaton {
  const { byFirst, classes, codes, firstWide } = collectLiterals(detectors);
  const width = codes.length;
  const root = createRoot();
  const nodes: Node[] = [root];
  let table = new Int32Array(FIRST_STATES * width).fill(UNKNOWN);
  const laterDigits = new Map<number, number>();
  const hiddenOf = new Map<number, number>();
  const insideOf = new Map<number, number>();
  const hiddenLiterals = byFirst.get(HIDDEN_CHARACTER.charCodeAt(0))?.filter(({ length }) => length === 1) ?? [];
  const hiddenAnchor = { literals: hiddenLiterals, isDigit: false };

  /** By the code of their next character, the literals of the nodes that were gone on from. */
  const branches = new Map<Node, ReadonlyMap<number, readonly Literal[]>>([[root, byFirst]]);

  const longer = (node: Node, code: number): readonly Literal[] => {
    if (node.isWithin && node.depth === 0) {
      return byFirst.get(code)?.filter(({ detector }) => detector.isWord !== true) ?? NO_LITERALS;
    }
    const known = branches.get(node) ?? byCharacter(node.literals, node.depth);
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

  /** The same state inside a word. */
  const within = (state: number): number => {
    const node = nodeAt(state);
    if (node.laterOf !== NONE) {
      return within(node.laterOf);
    }
    const origin = node.literals.length === 0 ? ROOT : state;
    const known = insideOf.get(origin) ?? addWithin(nodeAt(origin));
    insideOf.set(origin, known);
    return known;
  };

  const addWithin = (node: Node): number => {
    const fail = node.depth === 0 ? ROOT : within(node.fail);
    return add({ ...node, anchor: undefined, fail, isWithin: true });
  };

  /**
   * The state outside a word behind the same characters: one that has been there before, so that no text makes ever more
   * of them. It may expect more literals than could be there.
   */
  const outside = ({ depth, literals }: Node): number => {
    const spelled = literals[0]?.text ?? '';
    let state = ROOT;
    for (let index = 0; index < depth; index += 1) {
      state = go(state, classes[spelled.charCodeAt(index)] ?? 0);
    }
    return state;
  };

  /** A literal goes on behind a character that shows nothing, which is an anchor too; a number does not. */
  const stay = (inner: number, innerNode: Node): number => {
    const state = innerNode.isWithin ? outside(innerNode) : inner;
    const node = nodeAt(state);
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
    if (isLeaving(node, column, code)) {
      return leave(state, node, code);
    }
    const literals = longer(node, code);
    const isDigit = isDigitCode(code);
    const fallback = node.depth === 0 ? state : go(node.fail, column);
    if (literals.length > 0 || (state === ROOT && isDigit)) {
      return add(createNode(node, literals, { isDigit, state: fallback, node: nodeAt(fallback) }));
    }
    return isDigit && node.endsInDigit ? orLater(node, fallback, column) : fallback;
  };

  const orLater = (node: Node, fallback: number, column: number): number =>
    !node.isWithin && nodeAt(fallback).depth <= 1 ? laterDigit(fallback, column) : fallback;

  const isLeaving = (node: Node, column: number, code: number): boolean =>
    column >= firstWide || (node.isWithin && !isWordCode(code));

  /** With a character that ends a word with digits: it may begin a literal, but no number. In full width it is its narrow form. */
  const leave = (state: number, node: Node, code: number): number => {
    const column = code < 0 ? 0 : (classes[code] ?? 0);
    const to = go(node.isWithin ? outside(node) : state, column);
    return node.isWithin && isDigitCode(code) && nodeAt(to).depth <= 1 ? laterDigit(to, column) : to;
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
    within,
    depth: (state) => nodeAt(state).prefixDepth,
  };
}

function markOf({ anchor }: Node): number {
  if (anchor === undefined) {
    return 0;
  }
  if (anchor.literals.length === 0) {
    return anchor.isDigit ? ACCEPTING : SPELLING;
  }
  const isNoted = !anchor.isDigit && anchor.literals.every(({ detector }) => detector.isNoteOnly === true);
  return isNoted ? NOTING : SPELLING;
}
