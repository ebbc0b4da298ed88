import type { AssertKind, CharTest, PatternNode } from './pattern-syntax.js';

const MAX_STEPS_PER_PATTERN = 20_000;

export type Instruction =
  | { readonly op: 'char'; readonly accepts: CharTest }
  | { readonly op: 'assert'; readonly kind: AssertKind }
  | { readonly op: 'fork'; readonly targets: number[] }
  | { readonly op: 'match' };

/** The steps of a pattern, of which all that can be taken are taken at once; undefined when there are too many. */
export function compileProgram(tree: PatternNode): readonly Instruction[] | undefined {
  const program: Instruction[] = [];
  if (!emit(tree, program)) {
    return undefined;
  }
  program.push({ op: 'match' });
  return program;
}

/** False when the program would become too large. */
function emit(node: PatternNode, program: Instruction[]): boolean {
  if (program.length > MAX_STEPS_PER_PATTERN) {
    return false;
  }
  switch (node.type) {
    case 'char':
      program.push({ op: 'char', accepts: node.accepts });
      return true;
    case 'assert':
      program.push({ op: 'assert', kind: node.kind });
      return true;
    case 'sequence':
      return node.items.every((item) => emit(item, program));
    case 'choice':
      return emitChoice(node.items, program);
    case 'repeat':
      return emitRepeat(node.item, node.min, { max: node.max, program });
  }
}

function emitChoice(items: readonly PatternNode[], program: Instruction[]): boolean {
  const fork = pushFork(program);
  const ends: number[][] = [];
  for (const item of items) {
    fork.push(program.length);
    if (!emit(item, program)) {
      return false;
    }
    ends.push(pushFork(program));
  }
  for (const end of ends) {
    end.push(program.length);
  }
  return true;
}

/** The targets are filled in once their places are known. */
function pushFork(program: Instruction[]): number[] {
  const targets: number[] = [];
  program.push({ op: 'fork', targets });
  return targets;
}

function emitRepeat(
  item: PatternNode,
  min: number,
  { max, program }: { readonly max: number; readonly program: Instruction[] },
): boolean {
  for (let i = 0; i < min; i += 1) {
    if (!emit(item, program)) {
      return false;
    }
  }
  const skips: number[][] = [];
  const copies = max === Number.POSITIVE_INFINITY ? 1 : max - min;
  for (let i = 0; i < copies; i += 1) {
    const start = program.length;
    const skip = pushFork(program);
    skip.push(program.length);
    skips.push(skip);
    if (!emit(item, program)) {
      return false;
    }
    if (max === Number.POSITIVE_INFINITY) {
      pushFork(program).push(start);
    }
  }
  for (const skip of skips) {
    skip.push(program.length);
  }
  return true;
}

/** Between two characters; before the first and behind the last there is none. */
export interface Place {
  readonly before: string;
  readonly after: string;
  /** What follows is not known: no assertion about a word's border holds. */
  readonly isOpen?: boolean;
}

/** Where `follow` stands, and where it notes which steps it has entered at this position. */
export interface Standing {
  readonly reachedAt: Int32Array;
  readonly position: number;
  readonly place: Place;
}

/**
 * Adds all character steps that can be reached from here without reading to a list; each step is entered once a
 * position. Whether the pattern can end here.
 */
export function follow(
  program: readonly Instruction[],
  from: readonly number[],
  at: Standing,
  reached: number[],
): boolean {
  const waiting = [...from];
  let isEnd = false;
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const instruction = program[next];
    if (instruction === undefined || at.reachedAt[next] === at.position) {
      continue;
    }
    at.reachedAt[next] = at.position;
    if (instruction.op === 'match') {
      isEnd = true;
    } else if (instruction.op === 'char') {
      reached.push(next);
    } else if (instruction.op === 'fork') {
      waiting.push(...instruction.targets);
    } else if (holds(instruction.kind, at.place)) {
      waiting.push(next + 1);
    }
  }
  return isEnd;
}

const WORD = /^\w$/;

function holds(kind: AssertKind, { before, after, isOpen }: Place): boolean {
  switch (kind) {
    case 'start':
      return before === '';
    case 'end':
      return after === '';
    case 'border':
      return isOpen !== true && WORD.test(before) !== WORD.test(after);
    case 'inside':
      return isOpen !== true && WORD.test(before) === WORD.test(after);
  }
}

/** The steps behind those that take a character. */
export function advance(program: readonly Instruction[], steps: readonly number[], char: string): number[] {
  return steps
    .filter((step) => {
      const instruction = program[step];
      return instruction?.op === 'char' && instruction.accepts(char);
    })
    .map((step) => step + 1);
}
