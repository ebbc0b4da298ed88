import { KernelError } from '../contract/errors.js';

/** One thing that is wrong in a config; it names the place and never the value. */
export interface Mistake {
  /** Dotted path of the member, empty for the whole file. */
  readonly path: string;
  readonly message: string;
  readonly hint?: string;
  /** The file or variable it stands in. */
  readonly place?: string;
  readonly line?: number;
}

/** A mistake and the exact path to it, from which its line is found. */
export interface LocatedMistake extends Mistake {
  readonly steps: readonly PropertyKey[];
}

const MOST_IN_MESSAGE = 5;

export function configInvalid(mistakes: readonly Mistake[], cause?: unknown): KernelError {
  const told = mistakes.slice(0, MOST_IN_MESSAGE).map(mistakeText);
  const hints = mistakes.map(({ hint }) => hint).filter((hint) => hint !== undefined);
  return new KernelError('CONFIG_INVALID', `${told.join('; ')}${moreMistakes(mistakes.length - told.length)}`, {
    hint: [...new Set(hints)].slice(0, MOST_IN_MESSAGE).join('; ') || 'see akernel config schema',
    details: { mistakes },
    cause,
  });
}

/** What is added to a message that names only the first ones. */
export function moreMistakes(count: number): string {
  return count > 0 ? `; and ${count} more ${count === 1 ? 'mistake' : 'mistakes'}` : '';
}

/** All that is wrong, where an error tells of a config; its message names only the first ones. */
export function mistakesOf(error: KernelError | undefined): readonly Mistake[] {
  const { mistakes } = error?.code === 'CONFIG_INVALID' ? (error.details ?? {}) : {};
  return Array.isArray(mistakes) ? mistakes : [];
}

/** `akernel.config.yaml:3: budget.max_tokens: …` */
export function mistakeText({ path, message, place, line }: Mistake): string {
  const where = place === undefined ? '' : `${place}${line === undefined ? '' : `:${line}`}: `;
  return `${where}${path === '' ? '' : `${path}: `}${message}`;
}
