import { readCommandLine } from './shell-words.js';

/** What the user has told the host about commands: beginnings of commands, with `*` for anything. */
export interface CommandRules {
  readonly deny: readonly string[];
  readonly ask: readonly string[];
  readonly allow: readonly string[];
}

/** `stays`: the host has to judge the command as it is. */
export type Judgement = 'stays' | 'allowed' | 'undecided';

/**
 * A rule that forbids or asks counts wherever its words could stand in the command, also within quotes and
 * substitutions; one that allows only where all of a plain command line is allowed.
 */
export function judgeCommand(command: string, { deny, ask, allow }: CommandRules): Judgement {
  if ([...deny, ...ask].some((rule) => couldHit(rule, command))) {
    return 'stays';
  }
  const { segments, isPlain } = readCommandLine(command);
  const isAllowed = segments.every(({ text }) => allow.some((rule) => matches(rule, text)));
  return isPlain && segments.length > 0 && isAllowed ? 'allowed' : 'undecided';
}

/** `git push:*`, `git push *` and `git push` all speak of `git push`. */
function matches(rule: string, text: string): boolean {
  const squeezed = text.replace(/\s+/g, ' ');
  const beginning = /^(.*?)(?::\*| \*)$/.exec(rule)?.[1];
  if (beginning !== undefined && !beginning.includes('*')) {
    return squeezed === beginning || squeezed.startsWith(`${beginning} `);
  }
  return inOrder(rule, squeezed, true);
}

/** The literal parts of a rule, one behind the other. */
function couldHit(rule: string, command: string): boolean {
  return inOrder(rule.replace(/:\*$/, '*'), plainText(command), false);
}

function inOrder(rule: string, text: string, isWhole: boolean): boolean {
  const parts = plainText(rule).split('*');
  let at = 0;
  for (const [index, part] of parts.entries()) {
    const found = isWhole && index === 0 ? (text.startsWith(part) ? 0 : -1) : text.indexOf(part.trim(), at);
    if (found < 0) {
      return false;
    }
    at = found + part.trim().length;
  }
  return !isWhole || rule.endsWith('*') || at === text.length;
}

/** Quotes and backslashes do not make another command of it. */
function plainText(text: string): string {
  return text
    .replace(/\\\n/g, '')
    .replace(/['"\\]/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
