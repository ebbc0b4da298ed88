import { DETECTORS } from './detectors/index.js';
import type { FieldRule } from './field-rule.js';
import type { Detector, Swallow, Verdict } from './redactor/detector.js';
import { createLabeller } from './redactor/placeholder.js';
import { compileProgram, createScanner, KEPT_BEFORE, type Program } from './redactor/scanner.js';

export interface RedactionOptions {
  /** With a key, placeholders carry four hex digits that are equal for equal values. */
  readonly pseudonymKey?: Uint8Array;
  /** The detectors to ask, in order of precedence; the whole table if not given. */
  readonly detectors?: readonly Detector[];
  /** Whether a complete finding may be seen all the same. */
  readonly isAllowed?: (text: string) => boolean;
  /** What is known about fields of a name, in place of `fieldRule`. */
  readonly fieldRule?: (name: string) => FieldRule | undefined;
}

/** A placeholder in redacted text. `raw_chars` is what it stands for; of a withheld value, what had come by then. */
export interface Replacement {
  readonly type: string;
  readonly at: number;
  readonly length: number;
  readonly raw_chars: number;
  /** Whose finding it is, of detectors that say so. */
  readonly detector?: string | undefined;
}

/**
 * A piece of redacted text. Outside the replacements it is the raw text, character for character. `raw_chars` of all
 * pieces add up to the length of the raw text.
 */
export interface RedactedText {
  readonly text: string;
  readonly raw_chars: number;
  readonly replacements: readonly Replacement[];
}

/**
 * Redacts one continuous text that comes in pieces. The pieces it returns, put together, are the same however the
 * text was cut. Held text is bounded; longer findings are withheld in constant memory.
 */
export interface Redactor {
  push(text: string): RedactedText;
  /** Redacts what is still held, and a last piece if there is one; the redactor can then begin a new text. */
  end(last?: string): RedactedText;
  /** Drops what is held, for a text that ends with an error in its middle. */
  discard(): void;
  /** How many characters are held back. */
  held(): number;
}

export function createRedactor(options: RedactionOptions = {}): Redactor {
  return createEngine(options);
}

interface Engine extends Redactor {
  /** A new text, all of it; `undefined` when nothing in it had to be replaced. Not to be mixed with pieces. */
  whole(text: string): RedactedText | undefined;
}

function createEngine(options: RedactionOptions): Engine {
  const scanner = createScanner(programOf(options.detectors ?? DETECTORS));
  const label = createLabeller(options.pseudonymKey);
  // Held text, and before `released` some text that has left, for detectors to look back at.
  let text = '';
  let released = 0;
  // The first half of a surrogate pair whose other half is still to come: no detector sees it alone.
  let half = '';
  // A finding whose placeholder has left and whose end has not come yet.
  let swallow: Swallow | undefined;

  const run = (isFinal: boolean): Output => {
    const output = createOutput();
    swallowOn(output, isFinal);
    while (swallow === undefined) {
      const verdict = scanner.next(text, isFinal);
      if (verdict === undefined || verdict.kind === 'undecided') {
        release(
          output,
          isFinal ? text.length : outsidePair(text, Math.min(verdict?.from ?? text.length, scanner.hold(text))),
        );
        break;
      }
      apply(output, verdict, isFinal);
    }
    return output;
  };

  const apply = (output: Output, verdict: Exclude<Verdict, { kind: 'undecided' }>, isFinal: boolean): void => {
    const isLeft = verdict.kind === 'found' && options.isAllowed?.(text.slice(verdict.start, verdict.end)) === true;
    if (verdict.kind === 'skip' || isLeft) {
      scanner.resume(verdict.end);
      return;
    }
    const start = Math.max(released, verdict.start);
    clean(output, text, released, start);
    const valueEnd = verdict.kind === 'found' ? verdict.end : verdict.sampleEnd;
    replace(output, verdict, label(verdict.type, text, verdict.start, valueEnd));
    take(output, valueEnd - start);
    released = valueEnd;
    scanner.resume(valueEnd);
    if (verdict.kind === 'open') {
      swallow = verdict.swallow;
      swallowOn(output, isFinal);
    }
  };

  const swallowOn = (output: Output, isFinal: boolean): void => {
    if (swallow === undefined) {
      return;
    }
    const { upTo, isDone } = swallow(text, released);
    const end = isFinal && !isDone ? text.length : upTo;
    take(output, end - released);
    released = end;
    scanner.resume(end);
    if (isDone) {
      swallow = undefined;
    }
  };

  const release = (output: Output, limit: number): void => {
    const upTo = Math.max(released, limit);
    clean(output, text, released, upTo);
    released = upTo;
  };

  const trim = (): void => {
    // Also of a withheld value its end is kept: what follows it may look back there.
    const drop = Math.min(released, scanner.position() - KEPT_BEFORE);
    if (drop >= KEPT_BEFORE || drop === text.length) {
      text = text.slice(drop);
      released -= drop;
      scanner.shift(drop);
    }
  };

  const reset = (): void => {
    text = '';
    released = 0;
    half = '';
    swallow = undefined;
    scanner.reset();
  };

  return {
    push: (piece) => {
      // Unlike a sum, this is one flat string: the scan reads each of its characters.
      const all = [text, half, piece].join('');
      const end = outsidePair(all, all.length);
      half = all.slice(end);
      text = half === '' ? all : all.slice(0, end);
      const output = run(false);
      trim();
      return output;
    },
    end: (last) => {
      text = text + half + (last ?? '');
      const output = run(true);
      reset();
      return output;
    },
    whole: (all) => {
      if (!scanner.begin(all)) {
        return undefined;
      }
      text = all;
      released = 0;
      swallow = undefined;
      const output = run(true);
      return output.replacements.length === 0 ? undefined : output;
    },
    discard: reset,
    held: () => text.length + half.length - released,
  };
}

/** Redacts a whole text at once, by the same code. */
export function redactText(text: string, options: RedactionOptions = {}): RedactedText {
  return createTextRedactor(options)(text) ?? { text, raw_chars: text.length, replacements: [] };
}

/** Redacts whole texts, one after the other; `undefined` for a text in which nothing had to be replaced. */
export function createTextRedactor(options: RedactionOptions = {}): (text: string) => RedactedText | undefined {
  return createEngine(options).whole;
}

const programs = new WeakMap<readonly Detector[], Program>();

function programOf(detectors: readonly Detector[]): Program {
  const known = programs.get(detectors) ?? compileProgram(detectors);
  programs.set(detectors, known);
  return known;
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

interface Output extends Mutable<RedactedText> {
  readonly replacements: Mutable<Replacement>[];
}

function createOutput(): Output {
  return { text: '', raw_chars: 0, replacements: [] };
}

function clean(output: Output, source: string, from: number, to: number): void {
  output.text += source.slice(from, to);
  output.raw_chars += to - from;
}

function replace(
  output: Output,
  { type, detector }: Pick<Replacement, 'type' | 'detector'>,
  placeholder: string,
): void {
  output.replacements.push({ type, at: output.text.length, length: placeholder.length, raw_chars: 0, detector });
  output.text += placeholder;
}

/** Counts raw characters that are represented by the last placeholder. */
function take(output: Output, count: number): void {
  output.raw_chars += count;
  const last = output.replacements.at(-1);
  if (last !== undefined) {
    last.raw_chars += count;
  }
}

/** Moves a place out of the middle of a surrogate pair, and before the first half of one that is not whole yet. */
function outsidePair(text: string, index: number): number {
  const code = index > 0 ? text.charCodeAt(index - 1) : 0;
  return code >= 0xd800 && code < 0xdc00 ? index - 1 : index;
}
