import type { FieldRule } from '../judge/field-rule.js';
import type { Swallow } from '../lex/detector.js';
import { type ComingText, isCut } from '../pattern/coming-text.js';
import { type MarkedTableOptions, WAIT } from './marked-table.js';

/** A value too long to be held: hidden from where it begins, or shown, to where a swallow says that it ends. */
export interface LongValue {
  /** Begins one, of which a part was read; without a rule it is shown. */
  readonly begin: (rule: FieldRule | undefined, read: Read, swallow: Swallow) => number;
  /** Goes on to its end, or as far as it has come. */
  readonly goOn: (coming: ComingText, at: number) => number;
  readonly isInside: () => boolean;
  /** It is hidden. */
  readonly isHiding: () => boolean;
}

interface Read {
  readonly start: number;
  readonly reached: number;
}

export function createLongValue({ hideFrom, buffer }: Pick<MarkedTableOptions, 'hideFrom' | 'buffer'>): LongValue {
  let rest: Swallow | undefined;
  let isHidden = false;
  return {
    begin: (rule, { start, reached }, swallow) => {
      rest = swallow;
      isHidden = rule !== undefined;
      if (rule !== undefined) {
        hideFrom(rule, start);
        buffer.drop(reached);
      }
      return reached;
    },
    goOn: (coming, at) => {
      const { length } = coming.text;
      const { upTo, isDone } = rest?.(coming, at) ?? { upTo: at, isDone: true };
      const to = isDone || isCut(coming, length) ? upTo : length;
      if (isHidden) {
        buffer.drop(to);
      }
      if (isDone) {
        rest = undefined;
      }
      return isDone || to > at ? to : WAIT;
    },
    isInside: () => rest !== undefined,
    isHiding: () => rest !== undefined && isHidden,
  };
}
