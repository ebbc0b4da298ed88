import { describe, expect, test } from 'vitest';
import { coerceArguments } from '../../../src/kernel/argument-coercion.js';
import { createForm, type Form, isTyping, problemOf, reduceForm } from '../../../src/tui/state/form.js';
import { argumentFields, fieldKey, OTHER_ARGUMENTS } from '../../../src/tui/state/form-fields.js';
import { formRequest, problemsOf, RUN_FIELDS, runFields } from '../../../src/tui/state/form-request.js';

const PARAMS = {
  type: 'object',
  properties: {
    limit: { type: 'integer', minimum: 1, default: 10, description: 'How many.' },
    path: { type: 'string', description: 'Where.' },
    deep: { type: 'boolean' },
    color: { enum: ['red', 'green', 3] },
    tags: { type: 'array' },
    where: { $ref: '#/$defs/place' },
    either: { anyOf: [{ type: 'number' }, { type: 'null' }] },
    fixed: { oneOf: [{ const: 'a', title: 'A' }, { const: 'b' }] },
    budget: { type: 'string' },
  },
  required: ['path', 'color'],
  additionalProperties: false,
  $defs: { place: { type: 'object', description: 'A place.' } },
};

const FIELDS = argumentFields(PARAMS, false);
const RUN = runFields({ sessions: ['s_1', 's_2'], wantsWhy: true, isAdmin: false });
const FORM = createForm([...FIELDS, ...RUN], new Map([[fieldKey({ group: 'run', name: RUN_FIELDS.mode }), 'stream']]));

/** Goes to the fields by name and presses the keys there. */
function filled(form: Form, entries: Readonly<Record<string, readonly string[]>>): Form {
  return Object.entries(entries).reduce((start, [name, keys]) => {
    const at = start.fields.findIndex((field) => field.name === name);
    const there = reduceForm(start, { type: 'focus', by: at - start.focused });
    return keys.reduce(
      (now, key) => reduceForm(now, { type: 'edit', key: key.length === 1 ? { name: key, text: key } : { name: key } }),
      there,
    );
  }, form);
}

const keysOf = (text: string): readonly string[] => [...text];
const requestOf = (form: Form) => formRequest(form, PARAMS, coerceArguments);

describe('the fields of a schema', () => {
  test('come with their kind, required ones first', () => {
    expect(FIELDS.map(({ name, kind, wanted, isRequired }) => [name, kind, wanted, isRequired])).toEqual([
      ['path', 'text', 'text', true],
      ['color', 'choice', 'choice', true],
      ['limit', 'number', 'whole number', false],
      ['deep', 'choice', 'true or false', false],
      ['tags', 'json', 'JSON list', false],
      ['where', 'json', 'JSON object', false],
      ['either', 'number', 'number', false],
      ['fixed', 'choice', 'choice', false],
      ['budget', 'text', 'text', false],
    ]);
  });

  test('carry description, default and choices', () => {
    expect(FIELDS.find(({ name }) => name === 'limit')).toMatchObject({ standard: '10', description: 'How many.' });
    expect(FIELDS.find(({ name }) => name === 'where')).toMatchObject({ description: 'A place.' });
    expect(FIELDS.find(({ name }) => name === 'fixed')?.choices).toEqual(['a', 'b']);
  });

  test.each([
    ['names nothing', {}, false, [OTHER_ARGUMENTS]],
    ['forbids everything', { additionalProperties: false }, false, []],
    [
      'admits others',
      { properties: { a: {} }, additionalProperties: { type: 'number' } },
      false,
      ['a', OTHER_ARGUMENTS],
    ],
    ['is composed', { properties: { a: {} }, anyOf: [{ required: ['a'] }] }, false, ['a', OTHER_ARGUMENTS]],
    ['takes handles', { properties: { a: {} } }, true, ['a', OTHER_ARGUMENTS]],
    ['is of a reference', { $ref: '#/$defs/x', $defs: { x: { properties: { a: {} } } } }, false, ['a']],
    ['goes round', { properties: { a: { $ref: '#/properties/a' } } }, false, ['a']],
    ['is no object', { properties: 7 }, false, [OTHER_ARGUMENTS]],
  ])('of one that %s', (_, params, acceptsHandles, names) => {
    expect(argumentFields(params, acceptsHandles).map(({ name }) => name)).toEqual(names);
  });
});

describe('a filled-in form', () => {
  test('asks for nothing that was not given', () => {
    expect(requestOf(FORM)).toEqual({ args: {}, problems: new Map() });
  });

  test('gives values of the types that the schema wants', () => {
    const form = filled(FORM, {
      path: keysOf('a b'),
      color: ['right', 'right', 'right'],
      limit: keysOf('12'),
      deep: ['left'],
      tags: keysOf('["x"]'),
      fixed: ['space'],
      budget: keysOf('9'),
    });
    expect(requestOf(form).args).toEqual({
      path: 'a b',
      color: 3,
      limit: 12,
      deep: false,
      tags: ['x'],
      fixed: 'a',
      budget: '9',
    });
  });

  test('keeps an argument and a field of the run apart that have one name', () => {
    const there = {
      ...FORM,
      focused: FORM.fields.findIndex(({ name, group }) => name === 'budget' && group === 'run'),
    };
    const form = keysOf('900').reduce(
      (now, key) => reduceForm(now, { type: 'edit', key: { name: key, text: key } }),
      there,
    );
    expect(requestOf(form)).toEqual({ args: {}, maxTokens: 900, problems: new Map() });
  });

  test('says how it is run', () => {
    const form = filled(FORM, {
      [RUN_FIELDS.why]: keysOf('because'),
      [RUN_FIELDS.mode]: ['right', 'right', 'right'],
      [RUN_FIELDS.session]: ['left'],
    });
    expect(requestOf(form)).toMatchObject({ justification: 'because', mode: 'table', sessionId: 's_2' });
  });

  test.each([
    ['limit', '1.5', 'argument limit', 'the argument "limit" must be a whole number that can be kept digit for digit'],
    ['tags', '{', 'argument tags', 'the argument "tags" must be a JSON list such as ["a","b"]'],
  ])('says beside %s what is wrong with %s', (name, text, key, message) => {
    expect(requestOf(filled(FORM, { [name]: keysOf(text) })).problems).toEqual(new Map([[key, message]]));
  });

  test('a budget below the least is refused', () => {
    const there = { ...FORM, focused: FORM.fields.length - 2 };
    const form = reduceForm(there, { type: 'edit', key: { name: '9', text: '9' } });
    expect(requestOf(form).problems).toEqual(new Map([['run budget', 'must be a whole number of 512 or more']]));
  });

  test('takes further arguments as JSON, and their names are data', () => {
    const form = filled(createForm(argumentFields({}, false)), { [OTHER_ARGUMENTS]: keysOf('{"__proto__":1,"b":2}') });
    expect(Object.entries(formRequest(form, {}, coerceArguments).args)).toEqual([
      ['__proto__', 1],
      ['b', 2],
    ]);
  });
});

describe('what is wrong in a form', () => {
  const sentences = [
    'the argument "path" is missing: it must be a text',
    'the argument "where.lat" must be a number',
    'there is no argument "colour"; did you mean color?',
  ];
  const problems = problemsOf(
    FIELDS,
    { problems: new Map([['argument limit', 'no number']]) },
    { args_errors: sentences },
  );

  test('stands beside its field as far as it has one', () => {
    expect([...problems.byField]).toEqual([
      ['argument limit', 'no number'],
      ['argument path', sentences[0]],
      ['argument where', sentences[1]],
    ]);
    expect(problems.other).toEqual([sentences[2]]);
  });

  test('is not said before anybody was there, and leads to its field when a run is asked for', () => {
    const checked = reduceForm(filled(FORM, { deep: [] }), { type: 'checked', problems });
    const where = FIELDS.findIndex(({ name }) => name === 'where');
    expect(problemOf(checked, where)).toBeUndefined();
    const attempted = reduceForm(checked, { type: 'attempt' });
    expect(problemOf(attempted, where)).toBe(sentences[1]);
    expect(attempted.focused).toBe(0);
  });
});

describe('moving through a form', () => {
  test('leaves what was typed, also when fields come and go', () => {
    const form = filled(FORM, { path: keysOf('src'), [RUN_FIELDS.session]: ['right', 'right'] });
    const more = reduceForm(form, {
      type: 'fields',
      fields: [...FIELDS, ...runFields({ sessions: ['s_0', 's_2'], wantsWhy: false, isAdmin: true })],
    });
    expect(requestOf(more)).toMatchObject({ args: { path: 'src' }, sessionId: 's_2' });
    expect(more.fields[more.focused]?.name).toBe(RUN_FIELDS.session);
  });

  test('stays within it, and knows where characters are text', () => {
    expect(reduceForm(FORM, { type: 'focus', by: -5 }).focused).toBe(0);
    expect(reduceForm(FORM, { type: 'focus', by: 500 }).focused).toBe(FORM.fields.length - 1);
    expect(isTyping(FORM)).toBe(true);
    expect(isTyping(filled(FORM, { deep: [] }))).toBe(false);
  });
});
