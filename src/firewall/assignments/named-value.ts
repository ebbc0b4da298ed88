import { fieldRule, isQuestion } from '../judge/field-names.js';
import type { FieldRule } from '../judge/field-rule.js';
import { type Enclosure, undecided, type Verdict, type Window } from '../lex/detector.js';
import { NONE } from '../lex/take-while.js';
import { behindEscape, EQUALS, KIND, runStart, SLASH } from '../pattern/characters.js';
import { isCut, partOf } from '../pattern/coming-text.js';
import { findEnclosure } from './enclosure.js';

const MAX_NAME = 48;
const MAX_WORDS = 3;
const MAX_WORD = 16;
const MAX_THING = 80;
const PATH = /[\w./@-]+$/;
const FEWEST_PARTS = 4;
const OUTCOME = '--- '.length;
const GO_TEST = /^(?:Test|Benchmark|Example|Fuzz)/;
const LONGEST_START = 'Benchmark'.length;
/** `$PWD:/app` */
const WORKING_DIRECTORY = 'PWD:';
const THING =
  /(?:(?:^|[^\w:])(?:arn:aws[\w-]*:[\w:-]*|(?:AWS|Alexa|Custom)::(?:\w+::)?)|\/etc\/|node_modules\/(?:@[\w.-]+\/)?)$/;

/** A name that says something about its value, and how the value is enclosed. */
export interface NamedValue {
  readonly rule: FieldRule;
  readonly enclosure: Enclosure;
  readonly nameEnd: number;
}

/** The value of the name around a literal, in assignments of any language; a verdict when more text is needed. */
export function findNamed(window: Window, start: number, end: number): NamedValue | Verdict | undefined {
  const { text, floor } = window;
  const nameEnd = window.run(KIND.name, end, end + MAX_NAME + 1);
  if (nameEnd - end > MAX_NAME) {
    return undefined;
  }
  if (isCut(window, nameEnd)) {
    return undecided(nameEnd);
  }
  const nameStart = runStart(text, KIND.name, start, Math.max(floor, start - MAX_NAME));
  const enclosure = isPathInCode(window, nameStart, nameEnd) ? NONE : findEnclosure(window, nameStart, nameEnd);
  if (enclosure === NONE) {
    return undefined;
  }
  if (enclosure.statement === 'space' && isEndOfPath(text, nameStart, floor)) {
    return undefined;
  }
  const rule = ruleOf(text, floor, nameStart, nameEnd);
  return rule === undefined ? undefined : { rule, enclosure, nameEnd };
}

/** `Token::Word`, `masterSecret :: Secret`, `` `pwd`:/src ``: a name in a type, its own type, and where a command is run. */
export function isPathInCode(window: Window, nameStart: number, nameEnd: number): boolean {
  const { text } = window;
  if (!BEFORE_PATH.test(text.charAt(nameEnd))) {
    return false;
  }
  const behind = IN_CODE.exec(partOf(window, nameEnd, LONGEST_IN_CODE))?.[0] ?? '';
  // A line of a file, or the number of a module: `src/forms/EditPassword:55`, `"../internals/shared-key":63`.
  if (/\d/.test(behind)) {
    return isEndOfPath(text, nameStart, window.floor);
  }
  return behind.charAt(0) === '`'
    ? text.startsWith(COMMAND, nameStart - 1)
    : behind !== '' && text.charCodeAt(nameStart - 1) !== EQUALS;
}

const BEFORE_PATH = /[ :`"]/;
const IN_CODE = /^(?:::[A-Za-z_]| :: |`:\/|"?:\d)/;
const LONGEST_IN_CODE = 4;
const COMMAND = '`pwd`';

/** The rule for the name, together with the word before it: `API key`. In `\ntoken` the `n` is no part of the name. */
export function ruleOf(text: string, floor: number, nameStart: number, nameEnd: number): FieldRule | undefined {
  const before = nameStart > floor ? text.charAt(nameStart - 1) : '';
  if (before === '?' || before === '&') {
    return parameterRule(text.slice(nameStart, nameEnd));
  }
  if (before === '$' && text.startsWith(WORKING_DIRECTORY, nameStart)) {
    return undefined;
  }
  if ((before === '"' || before === ' ') && isCountry(text, nameStart, nameEnd, floor)) {
    return undefined;
  }
  if (before === ' ' && isTestOutcome(text, nameStart, nameEnd)) {
    return undefined;
  }
  if ((before === ':' || before === '/') && isOfThing(text, nameStart, floor)) {
    return undefined;
  }
  const start = behindEscape(text, nameStart, floor);
  const phrase = phraseStart(text, start, floor);
  // `const isSecret`: the word before it is none of the name.
  return phrase < start && isQuestion(text.slice(start, nameEnd)) ? undefined : fieldRule(text.slice(phrase, nameEnd));
}

/** `arn:aws:secretsmanager:eu-west-1:123456789012:secret:…`, `"AWS::IAM::AccessKey"`, `/etc/passwd:`, `node_modules/jwt-secret`: a part of what a thing is called. */
function isOfThing(text: string, nameStart: number, floor: number): boolean {
  return THING.test(text.slice(Math.max(floor, nameStart - MAX_THING), nameStart));
}

/** `"PT": "Portugal", "PW": "Palau"`, `ps: "Palestine", pw: "Palau"`: the code of a country behind those of others. */
function isCountry(text: string, nameStart: number, nameEnd: number, floor: number): boolean {
  if (nameEnd - nameStart !== 2) {
    return false;
  }
  const country = text.startsWith('PW', nameStart) ? COUNTRY : SMALL_COUNTRY;
  return country.test(text.slice(Math.max(floor, nameStart - MAX_THING), nameStart));
}

const SMALL_COUNTRY = /(?:^|[{,\s])p[a-z]: (?:"[^"]{1,40}"|'[^']{1,40}'),\s{1,12}$/;
const COUNTRY = /"P[A-Z]"\s?:\s?["[{].*,\s{0,12}"$|\]\],"$/s;

/** `--- PASS: TestBuilderWrite2 (0.00s)`: Go's names of tests begin in one of four ways. */
function isTestOutcome(text: string, nameStart: number, nameEnd: number): boolean {
  const isPassed = nameStart >= OUTCOME && text.startsWith('--- PASS: ', nameStart - OUTCOME);
  return isPassed && GO_TEST.test(text.slice(nameEnd + 2, nameEnd + 2 + LONGEST_START));
}

/** `/usr/share/secret 4096`: what follows a path is something about the file. */
function isEndOfPath(text: string, nameStart: number, floor: number): boolean {
  if (text.charCodeAt(nameStart - 1) !== SLASH || nameStart <= floor) {
    return false;
  }
  const path = PATH.exec(text.slice(Math.max(floor, nameStart - MAX_THING), nameStart))?.[0] ?? '';
  return /^[./]/.test(path) || path.split('/').length >= FEWEST_PARTS;
}

/** The names of things can be several words: `date of birth`. */
function phraseStart(text: string, nameStart: number, floor: number): number {
  let start = nameStart;
  for (let words = 0; words < MAX_WORDS && start - 1 > floor && text.charAt(start - 1) === ' '; words += 1) {
    const previous = runStart(text, KIND.alphanumeric, start - 1, Math.max(floor, start - MAX_WORD));
    if (previous === start - 1) {
      break;
    }
    start = previous;
  }
  return start;
}

/** `sig`, `key` and the like are ordinary words elsewhere, and credentials in a query. */
function parameterRule(name: string): FieldRule | undefined {
  const rule = fieldRule(name);
  return rule?.value === 'strict' ? { ...rule, value: 'lenient' } : rule;
}
