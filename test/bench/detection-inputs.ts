import { ALL_DETECTORS } from '../../src/firewall/find/detectors.js';
import type { DigitRuns } from '../../src/firewall/lex/detector.js';
import { type Positive, unmark } from '../detection/case.js';
import { positives } from '../detection/positives.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';

/** A text made to take long: what is repeated, behind what stands before it once. */
export interface HostileInput {
  /** The detector, or the kind of secret, it was derived from. */
  readonly of: string;
  readonly what: string;
  readonly head: string;
  readonly unit: string;
}

/** The characters of which long runs are made, one of each class that a pattern could know, and some pairs. */
const FILLERS = [
  ...['a', 'A', '7', 'f0', 'aA0', 'x_', '-', '.', 'a.', '=', '+/', ' ', ' a', '\n', '"', '\\', '\\"', '\\n', ':', '@'],
  ...['a@', '%40', '&', ',', '(', '<', '[', '\u{200b}', 'ä', '\uff17'],
];

const SEPARATORS = ['', ' ', '-', '.', '/', ',', ':', '\u{a0}', '\u{200b}', '\n', ') ', ' - ', 'a', ' a '];
const FIRST_DIGITS = ['0', '1', '4', '5', '9', '00', '+1', '+49', '4111', '999'];
const LONGEST_GROUP = 19;
const FORMS = 6;
const SHORT_RUN = 6;
const LONG_RUN = 500;
const CHANGES_EACH = 1;
const PUMPED_WORDS = 16;
const PUMPED = 20;

/** Inputs for every detector, from its literals and words alone, and from every secret that is almost one. */
export function* hostileInputs(): Generator<HostileInput> {
  const seen = new Set<string>();
  for (const { name, literals = [], digitRuns = [] } of ALL_DETECTORS) {
    const runs: readonly DigitRuns[] = 'lengths' in digitRuns ? [digitRuns] : digitRuns;
    const words = new Set([...literals, ...runs.flatMap((run) => run.words ?? [])]);
    for (const literal of words) {
      if (!seen.has(literal)) {
        seen.add(literal);
        yield* aroundLiteral(name, literal);
      }
    }
  }
  yield* digitGroups();
  yield* almostMatches();
  yield* pumpedFixtures();
}

/** The literal again and again, and before runs of some fillers: which, and how long, differs from literal to literal. */
function* aroundLiteral(of: string, literal: string): Generator<HostileInput> {
  const make = (what: string, head: string, unit: string): HostileInput => ({
    of,
    what: `${JSON.stringify(literal)} ${what}`,
    head,
    unit,
  });
  yield make('repeated', '', literal);
  for (const [index, filler] of FILLERS.entries()) {
    const name = JSON.stringify(filler);
    switch ((index + literal.length) % FORMS) {
      case 0:
        yield make(`and ${LONG_RUN} ${name}, repeated`, '', literal + filler.repeat(LONG_RUN));
        break;
      case 1:
        yield make(`and ${name} without end`, literal, filler);
        break;
      case 2:
      case 3:
        yield make(`and ${SHORT_RUN} ${name}, repeated`, '', literal + filler.repeat(SHORT_RUN));
        break;
      default:
        break;
    }
  }
}

/** Groups of digits of every length with every separator. */
function* digitGroups(): Generator<HostileInput> {
  for (const separator of SEPARATORS) {
    for (const first of FIRST_DIGITS) {
      for (let length = 1; length <= LONGEST_GROUP; length += 1) {
        const group = first + '1234567890123456789'.slice(0, length - 1);
        yield { of: 'digits', what: JSON.stringify(group + separator), head: '', unit: group + separator };
      }
    }
  }
}

/** One secret of each variety in each context, as it is or with one character of it changed. */
function* almostMatches(): Generator<HostileInput> {
  const seen = new Set<string>();
  for (const positive of positives()) {
    const of = `${positive.kind}, ${positive.variant}`;
    const name = `${of}, ${positive.context}`;
    if (!seen.has(name)) {
      const forms = changed(positive);
      for (const [what, unit] of [...forms, ...forms].slice(seen.size % forms.length).slice(0, CHANGES_EACH)) {
        yield { of, what: `${positive.context}, ${what}`, head: '', unit };
      }
      seen.add(name);
    }
  }
}

function changed({ marked }: Positive): readonly (readonly [what: string, text: string])[] {
  const { text, spans } = unmark(marked);
  const { start, end } = spans[0] ?? { start: 0, end: text.length };
  const secret = text.slice(start, end);
  const middle = start + (secret.length >> 1);
  const digit = text.slice(start, end).replace(/\d(?=\D*$)/, (last) => String((Number(last) + 1) % 10));
  return [
    ['as it is', text],
    ['last digit changed', text.slice(0, start) + digit + text.slice(end)],
    ['a sign in the middle', `${text.slice(0, middle)}!${text.slice(middle + 1)}`],
    ['the secret alone', secret],
    ['cut in the middle', text.slice(0, middle)],
    ['without newlines', text.replaceAll('\n', '')],
  ];
}

/** The secrets of the fixtures, with each stretch of them repeated, and nothing or a sign behind it. */
function* pumpedFixtures(): Generator<HostileInput> {
  for (const { name, kind, input } of loadDetectorFixtures()) {
    const words = kind === 'ng' ? (input.match(/[\p{L}\p{N}]+|[^\p{L}\p{N}]/gu) ?? []).slice(0, PUMPED_WORDS) : [];
    for (const [index, word] of words.entries()) {
      const pump = word + words.slice(index + 1, index + 2 + 2 * (index % 2)).join('');
      const unit = words.slice(0, index).join('') + pump.repeat(PUMPED);
      const what = `${JSON.stringify(pump)} of the fixture again and again`;
      yield { of: name, what, head: '', unit: unit + (index % 3 === 0 ? '!' : '\n') };
    }
  }
}
