import type { Literal } from './literals.js';

/** What is to be asked when the scan stands behind an anchor. */
export interface Anchor {
  readonly literals: readonly Literal[];
  /** The anchor is the first digit of a run. */
  readonly isDigit: boolean;
}

export interface Node {
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
  /** All characters that lead here stand in one word, with a digit before them in it: see `within`. */
  readonly isWithin: boolean;
}

export const NONE = -1;
export const NO_LITERALS: readonly Literal[] = [];
/** Where every scan begins. */
export const ROOT = 0;
const ZERO = 0x30;
const NINE = 0x39;
const SMALL_A = 0x61;
const SMALL_Z = 0x7a;

export function createRoot(): Node {
  return {
    depth: 0,
    literals: NO_LITERALS,
    fail: ROOT,
    endsInDigit: false,
    anchor: undefined,
    prefixDepth: 0,
    laterOf: NONE,
    isWithin: false,
  };
}

export function isDigitCode(code: number): boolean {
  return code >= ZERO && code <= NINE;
}

export function isWordCode(code: number): boolean {
  return isDigitCode(code) || (code >= SMALL_A && code <= SMALL_Z);
}

/** One character further than the parent. */
export function createNode(
  parent: Node,
  literals: readonly Literal[],
  fallback: { readonly isDigit: boolean; readonly state: number; readonly node: Node },
): Node {
  const depth = parent.depth + 1;
  const whole = literals.filter(({ length }) => length === depth);
  const spelled = [...whole, ...(fallback.node.anchor?.literals ?? [])];
  const isDigit = fallback.isDigit && !parent.endsInDigit && !parent.isWithin;
  return {
    depth,
    literals,
    fail: fallback.state,
    endsInDigit: fallback.isDigit,
    anchor: spelled.length > 0 || isDigit ? { literals: spelled, isDigit } : undefined,
    prefixDepth: whole.length < literals.length ? depth : fallback.node.prefixDepth,
    laterOf: NONE,
    isWithin: parent.isWithin,
  };
}
