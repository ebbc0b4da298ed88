import { KernelError } from './errors.js';
import { advance, compileProgram, follow, type Instruction } from './pattern-program.js';
import { parsePattern } from './pattern-syntax.js';

const MAX_SOURCE = 4096;
const MAX_WORK = 50_000_000;

/**
 * A test whether a text contains the pattern, in time proportional to the text: all ways through the pattern are
 * followed at once, so that nothing backtracks. Undefined for a pattern that cannot be tested so, or is too large.
 */
export function compilePattern(source: string): ((text: string) => boolean) | undefined {
  const tree = source.length > MAX_SOURCE ? undefined : parsePattern(source);
  const program = tree === undefined ? undefined : compileProgram(tree);
  return program === undefined ? undefined : (text) => search(program, text);
}

function search(program: readonly Instruction[], text: string): boolean {
  const reachedAt = new Int32Array(program.length).fill(-1);
  let active: number[] = [];
  let before = '';
  let work = 0;
  let position = 0;
  for (const after of [...text, '']) {
    const reached: number[] = [];
    if (follow(program, [...active, 0], { reachedAt, position, place: { before, after } }, reached)) {
      return true;
    }
    work += reached.length + 1;
    if (work > MAX_WORK) {
      throw new KernelError('LIMIT_REACHED', 'a text is too long to be tested against its pattern');
    }
    active = after === '' ? [] : advance(program, reached, after);
    before = after;
    position += 1;
  }
  return false;
}
