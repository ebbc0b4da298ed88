import {
  append,
  clean,
  createOutput,
  type Output,
  type RedactedText,
  replace,
  swallowedBefore,
  take,
} from '../lex/redacted-text.js';

/** The detector whose findings these are: what it finds are the names. */
const COLUMN_NAME = 'column-name';

/** Redacted text that waits for what follows it, and may be redacted further. Places count from where it begins. */
export interface RedactedBuffer {
  readonly text: () => string;
  /** Adds a piece behind what waits. */
  readonly append: (piece: RedactedText) => void;
  /** Lets go of what stands before a place. */
  readonly pass: (to: number) => void;
  /** The same, with a placeholder in place of all of it. */
  readonly hide: (to: number, type: string, placeholder: string) => void;
  /** The same, as a part of what the last placeholder stands for. */
  readonly drop: (to: number) => void;
  /** What was let go since the last time; what waits begins anew at 0. */
  readonly takeOut: () => RedactedText;
  /** How much raw text waits. */
  readonly held: () => number;
  readonly reset: () => void;
}

export function createRedactedBuffer(): RedactedBuffer {
  let waiting: Output = createOutput();
  let out: Output = createOutput();
  // What stands before has been let go.
  let done = 0;
  let next = 0;

  const rawBetween = (to: number): number => {
    let raw = to - done;
    while (next < waiting.replacements.length && (waiting.replacements[next]?.at ?? to) < to) {
      raw += (waiting.replacements[next]?.raw_chars ?? 0) - (waiting.replacements[next]?.length ?? 0);
      next += 1;
    }
    done = to;
    return raw;
  };

  return {
    text: () => waiting.text,
    append: (piece) => {
      const swallowed = swallowedBefore(piece);
      if (done < waiting.text.length) {
        take(waiting, swallowed);
      } else {
        waiting.raw_chars += swallowed;
        take(out, swallowed);
      }
      append(waiting, piece);
      waiting.raw_chars -= swallowed;
    },
    pass: (to) => {
      for (
        let each = waiting.replacements[next];
        each !== undefined && each.at < to;
        each = waiting.replacements[next]
      ) {
        clean(out, waiting.text, done, each.at);
        replace(out, each, waiting.text.slice(each.at, each.at + each.length));
        take(out, each.raw_chars);
        done = each.at + each.length;
        next += 1;
      }
      clean(out, waiting.text, done, to);
      done = to;
    },
    hide: (to, type, placeholder) => {
      replace(out, { type, detector: COLUMN_NAME }, placeholder);
      take(out, rawBetween(to));
    },
    drop: (to) => {
      take(out, rawBetween(to));
    },
    takeOut: () => {
      const taken = out;
      out = createOutput();
      const rest = createOutput();
      rest.text = waiting.text.slice(done);
      for (const each of waiting.replacements.slice(next)) {
        rest.replacements.push({ ...each, at: each.at - done });
      }
      rest.raw_chars = waiting.raw_chars - taken.raw_chars;
      waiting = rest;
      done = 0;
      next = 0;
      return taken;
    },
    held: () => waiting.raw_chars,
    reset: () => {
      waiting = createOutput();
      out = createOutput();
      done = 0;
      next = 0;
    },
  };
}
