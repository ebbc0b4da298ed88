import { KernelError } from '../../contract/errors.js';

const MAX_ALTERNATIVES = 256;

/** `a{b,c}d` becomes `abd` and `acd`, nested ones too; braces without a comma or a partner are plain characters. */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = [];
  const open = [pattern];
  while (open.length > 0) {
    const current = open.pop() ?? '';
    const group = findGroup(current);
    if (group === undefined) {
      done.push(current);
    } else {
      open.push(...group.choices.map((choice) => current.slice(0, group.start) + choice + current.slice(group.end)));
    }
    if (done.length + open.length > MAX_ALTERNATIVES) {
      throw new KernelError('USAGE', `a glob has at most ${MAX_ALTERNATIVES} alternatives in braces`);
    }
  }
  return done;
}

interface Group {
  readonly start: number;
  readonly end: number;
  readonly choices: readonly string[];
}

/** The innermost group that closes first. */
function findGroup(pattern: string): Group | undefined {
  const starts: { at: number; commas: number[] }[] = [];
  for (let index = 0; index < pattern.length; index += 1) {
    const character = pattern[index];
    if (character === '\\') {
      index += 1;
    } else if (character === '{') {
      starts.push({ at: index, commas: [] });
    } else if (character === ',') {
      starts.at(-1)?.commas.push(index);
    } else if (character === '}') {
      const start = starts.pop();
      if (start !== undefined && start.commas.length > 0) {
        const cuts = [start.at, ...start.commas, index];
        const choices = cuts.slice(1).map((cut, number) => pattern.slice((cuts[number] ?? 0) + 1, cut));
        return { start: start.at, end: index + 1, choices };
      }
    }
  }
  return undefined;
}
