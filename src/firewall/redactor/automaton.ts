import type { Detector } from './detector.js';

/** What is to be asked when the scan stands behind an anchor. */
export interface Anchor {
  readonly literals: readonly { readonly detector: Detector; readonly length: number }[];
  /** The anchor is the first digit of a run. */
  readonly isDigit: boolean;
}

/**
 * All literals of all detectors in one flat table (Aho-Corasick): one look-up per character, whatever their number.
 * States are offsets into `next`; those from `accepting` on stand behind an anchor, and those from `spelling` on behind
 * one that is a literal, not just a digit.
 */
export interface Automaton {
  /** Character code to column: letters folded to lower case, everything that is in no literal in column 0. */
  readonly classes: Uint8Array;
  readonly next: Int32Array;
  readonly width: number;
  readonly accepting: number;
  readonly spelling: number;
  /** By state / width - accepting / width. */
  readonly anchors: readonly Anchor[];
  /** By state / width: how many characters before the scan could be the beginning of a literal. */
  readonly depths: Uint8Array;
  readonly root: number;
}

interface Node {
  readonly depth: number;
  readonly children: Map<number, Node>;
  /** The last character is a digit, and the one before it is one too. */
  readonly afterDigit: boolean;
  readonly endsInDigit: boolean;
  readonly literals: Anchor['literals'][number][];
  isPrefix: boolean;
  fail: Node | undefined;
  goto: readonly Node[];
  /** Where its row begins in the finished table. */
  offset: number;
}

const FULL_WIDTH = 0xfee0;

export function compileAutomaton(detectors: readonly Detector[]): Automaton {
  const { classes, width } = compileClasses(detectors);
  const isDigitClass = digitClasses(classes, width);
  const root = buildTrie(detectors, classes, isDigitClass);
  const nodes = link(root, width);
  return flatten(root, nodes, classes, width);
}

function compileClasses(detectors: readonly Detector[]): Pick<Automaton, 'classes' | 'width'> {
  const classes = new Uint8Array(0x10000);
  let count = 1;
  const add = (character: string): void => {
    const code = character.charCodeAt(0);
    if (classes[code] === 0) {
      classes[code] = count;
      classes[character.toUpperCase().charCodeAt(0)] = count;
      count += 1;
    }
  };
  for (const detector of detectors) {
    for (const literal of detector.literals ?? []) {
      [...literal].forEach(add);
    }
  }
  for (const digit of '0123456789') {
    const code = digit.charCodeAt(0);
    classes[code] ||= count;
    classes[code + FULL_WIDTH] = classes[code] ?? 0;
  }
  return { classes, width: count + 1 };
}

function digitClasses(classes: Uint8Array, width: number): readonly boolean[] {
  const digits = new Set([...'0123456789'].map((digit) => classes[digit.charCodeAt(0)]));
  return Array.from({ length: width }, (_, index) => digits.has(index));
}

function createNode(depth: number, endsInDigit: boolean, afterDigit: boolean): Node {
  return {
    depth,
    children: new Map(),
    afterDigit,
    endsInDigit,
    literals: [],
    isPrefix: false,
    fail: undefined,
    goto: [],
    offset: 0,
  };
}

function buildTrie(detectors: readonly Detector[], classes: Uint8Array, isDigit: readonly boolean[]): Node {
  const root = createNode(0, false, false);
  for (const [column, digit] of isDigit.entries()) {
    if (digit) {
      root.children.set(column, createNode(1, true, false));
    }
  }
  for (const detector of detectors) {
    for (const literal of detector.literals ?? []) {
      let node = root;
      for (const character of literal) {
        node.isPrefix = true;
        node = childOf(node, classes[character.charCodeAt(0)] ?? 0, isDigit);
      }
      node.literals.push({ detector, length: literal.length });
    }
  }
  return root;
}

function childOf(node: Node, column: number, isDigit: readonly boolean[]): Node {
  const known = node.children.get(column);
  if (known !== undefined) {
    return known;
  }
  const endsInDigit = isDigit[column] === true;
  const child = createNode(node.depth + 1, endsInDigit, endsInDigit && node.endsInDigit);
  node.children.set(column, child);
  return child;
}

/**
 * Breadth first: completes every node's `goto`, and returns all nodes, the root first. A row is the fallback's with a few
 * places changed, and so it is copied: this runs at every start of the program.
 */
function link(root: Node, width: number): readonly Node[] {
  const nodes: Node[] = [root];
  const laterDigits = createLaterDigits(root);
  for (let index = 0; index < nodes.length; index += 1) {
    const node = nodes[index] ?? root;
    const row = node.fail === undefined ? new Array<Node>(width).fill(root) : node.fail.goto.slice();
    if (node.endsInDigit) {
      putLaterDigits(row, laterDigits, root);
    }
    node.literals.push(...(node.fail?.literals ?? []));
    nodes.push(...adoptChildren(node, row, root));
    node.goto = row;
    if (node === root) {
      nodes.push(...laterDigits.values());
    }
  }
  return nodes;
}

function putLaterDigits(row: Node[], laterDigits: ReadonlyMap<number, Node>, root: Node): void {
  for (const [column, later] of laterDigits) {
    if ((row[column] ?? root).depth <= 1) {
      row[column] = later;
    }
  }
}

/** Puts a node's children in its row, and returns those that were not met before. */
function adoptChildren(node: Node, row: Node[], root: Node): readonly Node[] {
  const added: Node[] = [];
  for (const [column, child] of node.children) {
    if (child.fail === undefined) {
      child.fail = node.fail?.goto[column] ?? root;
      added.push(child);
    }
    row[column] = child;
  }
  return added;
}

/** A digit behind a digit is no anchor: a copy of the digit's node that does not accept. */
function createLaterDigits(root: Node): ReadonlyMap<number, Node> {
  const copies = new Map<number, Node>();
  for (const [column, node] of root.children) {
    if (node.endsInDigit) {
      const copy = createNode(1, true, true);
      copy.fail = root;
      copy.isPrefix = node.isPrefix;
      for (const [next, child] of node.children) {
        copy.children.set(next, child);
      }
      copies.set(column, copy);
    }
  }
  return copies;
}

function flatten(root: Node, nodes: readonly Node[], classes: Uint8Array, width: number): Automaton {
  const accepts = (node: Node): boolean => node.literals.length > 0 || (node.endsInDigit && !node.afterDigit);
  const quiet = nodes.filter((node) => !accepts(node));
  const counting = nodes.filter((node) => accepts(node) && node.literals.length === 0);
  const loud = [...counting, ...nodes.filter((node) => node.literals.length > 0)];
  const ordered = [...quiet, ...loud];
  for (let index = 0; index < ordered.length; index += 1) {
    (ordered[index] ?? root).offset = index * width;
  }
  const next = new Int32Array(ordered.length * width);
  for (const node of ordered) {
    for (let column = 0; column < width; column += 1) {
      next[node.offset + column] = (node.goto[column] ?? root).offset;
    }
  }
  return {
    classes,
    next,
    width,
    accepting: quiet.length * width,
    spelling: (quiet.length + counting.length) * width,
    anchors: loud.map((node) => ({
      literals: node.literals,
      isDigit: node.endsInDigit && !node.afterDigit,
    })),
    depths: Uint8Array.from(ordered, prefixDepth),
    root: root.offset,
  };
}

function prefixDepth(node: Node): number {
  let prefix: Node | undefined = node;
  while (prefix !== undefined && !prefix.isPrefix) {
    prefix = prefix.fail;
  }
  return prefix?.depth ?? 0;
}
