import { fieldRule } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { isHiddenCell } from '../judge/field-value.js';
import type { Detector, Swallow, Verdict } from '../lex/detector.js';
import { createLabeller, placeholderBefore } from '../lex/placeholder.js';
import { addTo } from '../lex/places.js';
import {
  clean,
  createOutput,
  joined,
  type Output,
  type RedactedText,
  type Redactor,
  replace,
  take,
} from '../lex/redacted-text.js';
import { type ComingText, comingText, isCut } from '../pattern/coming-text.js';
import { createScanner, KEPT_BEFORE, programOf } from '../scan/scanner.js';
import { withTouchingWords } from '../scan/touching-words.js';
import { createTables } from '../tables/tables.js';
import { DETECTORS } from './detectors.js';
import { forgetLast } from './last-match.js';
import { firstUnseen } from './shows-nothing.js';
import { firstSpelled } from './spelled-signs.js';
import { mostAtOnce, outsidePair } from './text-pieces.js';

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

/** What redacts a text in one reading of it: see `look-through.ts` for the others. */
export interface Engine extends Redactor {
  /**
   * A new text, all of it; `undefined` when nothing in it had to be replaced. Not to be mixed with pieces. When there is
   * something in it that shows nothing, `look` says what becomes of it.
   */
  whole(text: string, look: (text: string) => RedactedText | undefined): RedactedText | undefined;
}

export function createEngine(options: RedactionOptions): Engine {
  const program = programOf(options.detectors ?? DETECTORS);
  const scanner = withTouchingWords(createScanner(program));
  const label = createLabeller(options.pseudonymKey);
  const tables = createTables({
    ruleFor: options.fieldRule ?? fieldRule,
    isHidden: (rule, value) => isHiddenCell(rule, value) && options.isAllowed?.(value) !== true,
    label,
  });
  // Held text, and before `released` some text that has left, for detectors to look back at.
  let text = '';
  let released = 0;
  // The first half of a surrogate pair whose other half is still to come: no detector sees it alone.
  let half = '';
  // A finding whose placeholder has left and whose end has not come yet.
  let swallow: Swallow | undefined;
  // Where in the output names stand that may head columns.
  let notes: number[] = [];
  let marks: number[] = [];

  /** What the detectors leave of the text, and in `notes` and `marks` where tables may begin in that. */
  const scan = (coming: ComingText, first?: Verdict): Output => {
    const output = createOutput();
    notes = [];
    marks = [];
    swallowOn(output, coming);
    let known = first;
    while (swallow === undefined && (released < text.length || isCut(coming, released))) {
      const verdict = known ?? scanner.next(coming);
      known = undefined;
      if (verdict === undefined || verdict.kind === 'undecided') {
        const from = verdict?.from ?? text.length;
        const isOver = !isCut(coming, text.length);
        release(output, isOver ? text.length : outsidePair(text, Math.min(from, scanner.hold(text))));
        break;
      }
      apply(output, verdict, coming);
    }
    return output;
  };

  const run = (isLast: boolean): RedactedText => {
    const output = scan(comingText(text, isLast));
    return tables.push(output, { notes, marks }, isLast);
  };

  const runWhole = (whole: ComingText, first: Verdict | undefined): RedactedText => {
    text = whole.text;
    released = 0;
    swallow = undefined;
    const output = scan(whole, first);
    text = '';
    if (notes.length === 0 && marks.length === 0) {
      return output;
    }
    const redacted = tables.push(output, { notes, marks }, true);
    tables.reset();
    return redacted;
  };

  const show = (output: Output, from: number, to: number): void => {
    if (to > from && scanner.isNoted()) {
      addTo(notes, scanner.takeNotes(to), from, output.text.length);
      addTo(marks, scanner.takeMarks(to), from, output.text.length);
    }
    clean(output, text, from, to);
  };

  const apply = (output: Output, verdict: Exclude<Verdict, { kind: 'undecided' }>, coming: ComingText): void => {
    if (verdict.kind === 'skip') {
      // Its type tells nothing of what follows: it may be the cell of a table, and that was judged without it before.
      scanner.resume(verdict.end, placeholderBefore(text, verdict.end));
      return;
    }
    if (verdict.kind === 'found' && options.isAllowed?.(text.slice(verdict.start, verdict.end)) === true) {
      scanner.resume(verdict.end, verdict.start, verdict.type);
      return;
    }
    const start = Math.max(released, verdict.start);
    show(output, released, start);
    const valueEnd = verdict.kind === 'found' ? verdict.end : verdict.sampleEnd;
    // What was noted of a value that is gone would count for the line behind it.
    scanner.takeNotes(valueEnd);
    replace(output, verdict, label(verdict.type, text, verdict.start, valueEnd));
    take(output, valueEnd - start);
    released = valueEnd;
    scanner.resume(valueEnd, verdict.start, verdict.type);
    if (verdict.kind === 'open') {
      swallow = verdict.swallow;
      swallowOn(output, coming);
    }
  };

  const swallowOn = (output: Output, coming: ComingText): void => {
    if (swallow === undefined) {
      return;
    }
    const { upTo, isDone } = swallow(coming, released);
    const end = isDone || isCut(coming, text.length) ? upTo : text.length;
    take(output, end - released);
    released = end;
    scanner.resume(end);
    if (isDone) {
      swallow = undefined;
    }
  };

  const release = (output: Output, limit: number): void => {
    const upTo = Math.max(released, limit);
    show(output, released, upTo);
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
    text = half = '';
    released = 0;
    swallow = undefined;
    tables.reset();
    scanner.reset();
    forgetLast(program);
  };

  const push = (piece: string): RedactedText => {
    // Unlike a sum, this is one flat string: the scan reads each of its characters.
    const all = [text, half, piece].join('');
    const end = outsidePair(all, all.length);
    half = all.slice(end);
    text = half === '' ? all : all.slice(0, end);
    const output = run(false);
    trim();
    return output;
  };

  return {
    push: (piece) => {
      const most = mostAtOnce(piece);
      if (piece.length <= most) {
        return push(piece);
      }
      const parts: RedactedText[] = [];
      for (let at = 0; at < piece.length; at += most) {
        parts.push(push(piece.slice(at, at + most)));
      }
      return joined(parts);
    },
    end: (last) => {
      text = text + half + (last ?? '');
      const output = run(true);
      reset();
      return output;
    },
    whole: (all, look) => {
      // Most texts are short and clean: these take no more than the scan, which stops at what shows nothing.
      const whole = comingText(all, true);
      const isMet = scanner.begin(whole);
      if ((isMet ? firstUnseen(all, 0, '') : firstSpelled(all, 0, '')) >= 0) {
        return look(all);
      }
      const first = isMet ? scanner.next(whole) : undefined;
      const output = first !== undefined || scanner.isNoted() ? runWhole(whole, first) : undefined;
      return output?.replacements.length === 0 ? undefined : output;
    },
    discard: reset,
    held: () => text.length + half.length - released + tables.held(),
  };
}
