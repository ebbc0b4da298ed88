import type { Mutation } from './mutated-redactor.js';

const REDACTOR = 'redactor.ts';
const SCANNER = 'redactor/scanner.ts';
const VIEW = 'redactor/view.ts';

/** Ways to break what makes cuts harmless, one each. */
export const MUTATIONS: readonly Mutation[] = [
  {
    name: 'nothing is held back',
    file: REDACTOR,
    find: 'Math.min(verdict?.from ?? text.length, scanner.hold(text))',
    put: 'text.length',
  },
  {
    name: 'what is undecided is not held back',
    file: REDACTOR,
    find: 'Math.min(verdict?.from ?? text.length, scanner.hold(text))',
    put: 'scanner.hold(text)',
  },
  {
    name: 'what has not been asked about is not held back',
    file: REDACTOR,
    find: 'Math.min(verdict?.from ?? text.length, scanner.hold(text))',
    put: '(verdict?.from ?? text.length)',
  },
  {
    name: 'the beginning of a literal is not held back',
    file: SCANNER,
    find: 'position - automaton.depth(state)',
    put: 'position',
  },
  {
    name: 'a word is not held back for the sign behind it',
    file: SCANNER,
    find: 'return Math.min(beginning, word, number);',
    put: 'return position - automaton.depth(state);',
  },
  {
    name: 'a number is not held back for a disguise that comes late',
    file: SCANNER,
    find: 'Math.min(holdDisguised(text, position, floor), holdAddress(text, floor, position))',
    put: 'holdAddress(text, floor, position)',
  },
  {
    name: 'a pair of surrogates is cut',
    file: 'redactor/text-pieces.ts',
    find: '? index - 1 : index',
    put: '? index : index',
  },
  {
    name: 'what stands before a finding is dropped',
    file: REDACTOR,
    find: 'show(output, released, start);',
    put: '',
  },
  {
    name: 'a finding ends one character early',
    file: REDACTOR,
    find: "const valueEnd = verdict.kind === 'found' ? verdict.end : verdict.sampleEnd;",
    put: "const valueEnd = verdict.kind === 'found' ? verdict.end - 1 : verdict.sampleEnd;",
  },
  {
    name: 'the rest of a withheld value leaves',
    file: REDACTOR,
    find: 'take(output, end - released);\n    released = end;',
    put: 'clean(output, text, released, end);\n    released = end;',
  },
  { name: 'a withheld value is not withheld', file: REDACTOR, find: 'swallow = verdict.swallow;', put: '' },
  { name: 'withholding never ends', file: REDACTOR, find: 'if (isDone) {', put: 'if (isFinal) {' },
  {
    name: 'what is held is not flushed',
    file: REDACTOR,
    find: 'isFinal ? text.length : outsidePair(',
    put: 'outsidePair(',
  },
  {
    name: 'the end of a broken off value leaves',
    file: REDACTOR,
    find: 'isFinal && !isDone ? text.length : upTo',
    put: 'upTo',
  },
  {
    name: 'the flush is not final',
    file: REDACTOR,
    find: 'const output = run(true);\n      reset();\n      return output;',
    put: 'const output = run(false);\n      reset();\n      return output;',
  },
  { name: 'nothing is dropped', file: REDACTOR, find: 'discard: reset,', put: 'discard: () => undefined,' },
  {
    name: 'a withheld value outlives a break',
    file: REDACTOR,
    find: "half = '';\n    swallow = undefined;",
    put: "half = '';",
  },
  { name: 'text is dropped, places are not moved', file: REDACTOR, find: 'scanner.shift(drop);', put: '' },
  {
    name: 'a placeholder is text like any other',
    file: 'detectors/placeholder.ts',
    find: "return word < start ? found(word, start, 'secret') : { kind: 'skip', end };",
    put: 'return undefined;',
  },
  {
    name: 'a finding may touch what was replaced',
    file: 'redactor/placeholder.ts',
    find: 'const end = placeholderEnd(text, index, isFinal);\n  return end === undefined ? undefined : end > index;',
    put: 'return false;',
  },
  { name: 'detectors look back into what was replaced', file: 'redactor/view.ts', find: 'view.floor = end;', put: '' },
  {
    name: 'the floor does not move with the text',
    file: VIEW,
    find: 'view.floor = Math.max(0, view.floor - count);',
    put: '',
  },
  { name: 'measured runs do not move with the text', file: VIEW, find: 'runs.shift(count);', put: '' },
  { name: 'measured places do not move with the text', file: VIEW, find: 'places.shift(count);', put: '' },
  {
    name: 'too little is kept to look back at',
    file: SCANNER,
    find: 'export const KEPT_BEFORE = LOOK_BACK + MAX_LOCAL;',
    put: 'export const KEPT_BEFORE = 8;',
  },
  {
    name: 'an undecided anchor is passed by',
    file: SCANNER,
    find: "isPending = verdict?.kind === 'undecided';",
    put: 'isPending = false;',
  },
  {
    name: 'a planned finding does not move with the text',
    file: SCANNER,
    find: 'planned.shift(count);',
    put: '',
  },
  {
    name: 'overlapping findings are not joined',
    file: SCANNER,
    find: 'return withTold(planned.first === undefined ? verdict : joined(verdict, planned.first));',
    put: 'return withTold(verdict);',
  },
  {
    name: 'what was told of is found only once it is reached',
    file: SCANNER,
    find: 'view.told.start < known ? view.told.start : known;',
    put: 'known;',
  },
  {
    name: 'a planned finding is kept when another has taken its place',
    file: SCANNER,
    find: 'planned.pass(index);',
    put: '',
  },
  {
    name: 'digits at the end are whole',
    file: 'redactor/numbers.ts',
    find: 'if (end === text.length && !isFinal && end - first <= MAX_DIGITS) {',
    put: 'if (text.length < 0) {',
  },
  {
    name: 'an address does not hold its first part',
    file: 'detectors/email.ts',
    find: 'return undecided(local);\n    }\n    const domain',
    put: 'return undecided(end);\n    }\n    const domain',
  },
  {
    name: 'base64 that has not ended is whole',
    file: 'detectors/encoded-secret.ts',
    find: 'if (end === text.length && !isLong && !isFinal) {',
    put: 'if (text.length < 0) {',
  },
  {
    name: 'a long base64 is held to its end',
    file: 'detectors/encoded-secret.ts',
    find: 'const MAX_LENGTH = 4096;',
    put: 'const MAX_LENGTH = 1_000_000_000;',
  },
  {
    name: 'the row of a table ends where the text ends so far',
    file: 'redactor/table-row.ts',
    find: 'const isWhole = stop < limit && isFinal;',
    put: 'const isWhole = stop < limit;',
  },
  {
    name: 'a line of names that was cut is half forgotten',
    file: 'redactor/header-search.ts',
    find: 'line = isLong ? undefined : whole;',
    put: 'line = rest;',
  },
  {
    name: 'names that may head a column do not move with the text',
    file: VIEW,
    find: 'notes = notes.map((index) => index - count);',
    put: '',
  },
];
