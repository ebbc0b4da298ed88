import { KernelError } from './errors.js';
import { type AssertKind, type CharTest, type PatternNode, parsePattern } from './pattern-syntax.js';

const MAX_SOURCE = 4096;
const MAX_STEPS_PER_PATTERN = 20_000;
const MAX_WORK = 50_000_000;

type Instruction =
  | { readonly op: 'char'; readonly accepts: CharTest }
  | { readonly op: 'assert'; readonly kind: AssertKind }
  | { readonly op: 'fork'; readonly targets: number[] }
  | { readonly op: 'match' };

/**
 * A test whether a text contains the pattern, in time proportional to the text: all ways through the pattern are
 * followed at once, so that nothing backtracks. Undefined for a pattern that cannot be tested so, or is too large.
 */
export function compilePattern(source: string): ((text: string) => boolean) | undefined {
  const tree = source.length > MAX_SOURCE ? undefined : parsePattern(source);
  const program: Instruction[] = [];
  if (tree === undefined || !emit(tree, program)) {
    return undefined;
  }
  program.push({ op: 'match' });
  return (text) => search(program, text);
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

interface Place {
  readonly before: string;
  readonly after: string;
}

function search(program: readonly Instruction[], text: string): boolean {
  const reachedAt = new Int32Array(program.length).fill(-1);
  let active: number[] = [];
  let before = '';
  let work = 0;
  let position = 0;
  for (const after of [...text, '']) {
    const reached = follow(program, [...active, 0], { reachedAt, position, place: { before, after } });
    if (reached === 'match') {
      return true;
    }
    work += reached.length + 1;
    if (work > MAX_WORK) {
      throw new KernelError('LIMIT_REACHED', 'A text is too long to be tested against its pattern.');
    }
    active = after === '' ? [] : advance(program, reached, after);
    before = after;
    position += 1;
  }
  return false;
}

/** All character steps that can be reached from here without reading; each step is entered once a position. */
function follow(
  program: readonly Instruction[],
  from: readonly number[],
  at: { readonly reachedAt: Int32Array; readonly position: number; readonly place: Place },
): readonly number[] | 'match' {
  const waiting = [...from];
  const reached: number[] = [];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const instruction = program[next];
    if (instruction === undefined || at.reachedAt[next] === at.position) {
      continue;
    }
    at.reachedAt[next] = at.position;
    if (instruction.op === 'match') {
      return 'match';
    }
    if (instruction.op === 'char') {
      reached.push(next);
    } else if (instruction.op === 'fork') {
      waiting.push(...instruction.targets);
    } else if (holds(instruction.kind, at.place)) {
      waiting.push(next + 1);
    }
  }
  return reached;
}

const WORD = /^\w$/;

function holds(kind: AssertKind, { before, after }: Place): boolean {
  switch (kind) {
    case 'start':
      return before === '';
    case 'end':
      return after === '';
    case 'border':
      return WORD.test(before) !== WORD.test(after);
    case 'inside':
      return WORD.test(before) === WORD.test(after);
  }
}

function advance(program: readonly Instruction[], steps: readonly number[], char: string): number[] {
  return steps
    .filter((step) => {
      const instruction = program[step];
      return instruction?.op === 'char' && instruction.accepts(char);
    })
    .map((step) => step + 1);
}
