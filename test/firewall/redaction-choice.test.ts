import { describe, expect, test } from 'vitest';
import type { KeptRedaction, RedactionSettings } from '../../src/contract/redaction.js';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { detectorNames } from '../../src/firewall/settings/detector-switches.js';
import { chooseRedaction, describeDetectors } from '../../src/firewall/settings/redaction-choice.js';
import { createRedactionPlan } from '../../src/firewall/settings/redaction-plan.js';
import { everySplit } from '../support/every-split.js';
import { TEST_CAPABILITY } from '../support/test-kernel.js';

const MAIL = ['ada', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');
const PHONE = '+44 7911 846 273';
const TEXT = `${MAIL} ${KEY} ${PHONE} password=Tr0ub4dor-3xq`;
const HIDDEN = ['[REDACTED:email]', '[REDACTED:aws_key]', '[REDACTED:phone]', 'password=[REDACTED:password]'];

const STAFF = { name: 'staff', type: 'staff', pattern: 'EMP-[0-9]{6}' };
const isOn = (settings: RedactionSettings, wanted: string) =>
  describeDetectors(settings).find(({ name }) => name === wanted)?.on;

test('a group that is off leaves what the names of fields tell of the others', () => {
  const text = 'cvv 123, SSN: 536228726, password=Tr0ub4dor-3xq';
  const shown = (off: 'secret' | 'financial' | 'personal'): string =>
    redactText(text, chooseRedaction({ groups: { [off]: false } })).text;
  expect(shown('secret')).toBe('cvv [REDACTED:cvv], SSN: [REDACTED:ssn], password=Tr0ub4dor-3xq');
  expect(shown('financial')).toBe('cvv 123, SSN: [REDACTED:ssn], password=[REDACTED:password]');
  expect(shown('personal')).toBe('cvv [REDACTED:cvv], SSN: 536228726, password=[REDACTED:password]');
});

test('a call that names its value goes with the group of that name', () => {
  const text =
    'buildConfigField "String", "SSN", "536-22-8726"; buildConfigField "String", "DB_PASSWORD", "Tr0ub4dor-3xq"';
  const shown = (off: 'secret' | 'personal'): string =>
    redactText(text, chooseRedaction({ groups: { [off]: false } })).text;
  expect(shown('secret')).toBe(text.replace('536-22-8726', '[REDACTED:ssn]'));
  expect(shown('personal')).toBe(text.replace('Tr0ub4dor-3xq', '[REDACTED:password]'));
});

test('tables in text are read by a detector that is listed, and can be switched off', () => {
  const text = `id,password\n1,blue\n\nINSERT INTO u (id, password) VALUES (1,'blue');\npassword=Tr0ub4dor-3xq\n`;
  const off = { detectors: { 'column-name': false } };
  expect(redactText(text, chooseRedaction(off)).text).toBe(text.replace('Tr0ub4dor-3xq', '[REDACTED:password]'));
  expect(redactText(text).text).toBe(text.replaceAll(/blue|Tr0ub4dor-3xq/g, '[REDACTED:password]'));
  expect([isOn({}, 'column-name'), isOn(off, 'column-name')]).toEqual([true, false]);
});

describe('which detectors are on', () => {
  test.each<readonly [string, RedactionSettings, (typeof HIDDEN)[number][]]>([
    ['by default', {}, HIDDEN],
    ['without a group', { groups: { personal: false } }, HIDDEN.filter((type) => !/email|phone/.test(type))],
    ['without a detector', { detectors: { email: false } }, HIDDEN.filter((type) => !type.includes('email'))],
    [
      'a detector of a group that is off',
      { groups: { personal: false }, detectors: { phone: true } },
      HIDDEN.filter((type) => !type.includes('email')),
    ],
    ['without secrets', { groups: { secret: false } }, HIDDEN.filter((type) => /email|phone/.test(type))],
    ['without assignments', { detectors: { assignment: false } }, HIDDEN.filter((type) => !/password/.test(type))],
  ])('%s', (_, settings, hidden) => {
    const parts = HIDDEN.map((placeholder, index) => {
      const raw = [MAIL, KEY, PHONE, 'password=Tr0ub4dor-3xq'][index];
      return hidden.includes(placeholder) ? placeholder : raw;
    });
    expect(redactText(TEXT, chooseRedaction(settings)).text).toBe(parts.join(' '));
  });

  test('packs and groups that are off by default', () => {
    const packed = describeDetectors({}).filter(({ pack }) => pack !== undefined && !['us', 'eu'].includes(pack));
    expect(packed.every(({ on }) => !on)).toBe(true);
    for (const { name, pack } of packed) {
      expect(isOn(pack === undefined ? {} : { packs: [pack] }, name), name).toBe(true);
    }
    for (const { name, group, pack } of describeDetectors({}).filter((each) => !each.on)) {
      const groups = Object.fromEntries([[group, true]]);
      expect(isOn({ groups, ...(pack === undefined ? {} : { packs: [pack] }) }, name), name).toBe(true);
      expect(isOn({ detectors: { [name]: true } }, name), name).toBe(true);
    }
  });

  test('what guards the placeholders is always on and has no switch', () => {
    expect(detectorNames()).not.toContain('placeholder');
    const everythingOff = Object.fromEntries(detectorNames().map((name) => [name, false]));
    const options = chooseRedaction({
      detectors: everythingOff,
      own_detectors: [{ ...STAFF, pattern: 'REDACTED:[a-z]{3,9}' }],
    });
    expect(redactText(`${TEXT} [REDACTED:staff]`, options).text).toBe(`${TEXT} [REDACTED:staff]`);
  });

  test('a number behind its name stays hidden without its pack, and is shown without its detector', () => {
    const number = ['536', '22', '8714'].join('-');
    const redact = (settings: RedactionSettings) =>
      redactText(`x ${number}, SSN ${number}`, chooseRedaction(settings)).text;
    expect(redact({ packs: [] })).toBe(`x ${number}, SSN [REDACTED:ssn]`);
    expect(redact({ detectors: { ssn: false } })).toBe(`x ${number}, SSN ${number}`);
  });

  test('packs decide about numbers of people that stand alone, not about those behind their names', () => {
    const redact = (settings: RedactionSettings) =>
      redactText('529.982.247-25 CPF 529.982.247-25', chooseRedaction(settings)).text;
    expect(redact({})).toBe('529.982.247-25 CPF [REDACTED:br_cpf]');
    expect(redact({ packs: [] })).toBe('529.982.247-25 CPF [REDACTED:br_cpf]');
    expect(redact({ packs: ['br'] })).toBe('[REDACTED:br_cpf] CPF [REDACTED:br_cpf]');
    expect(redact({ detectors: { 'br-cpf': false } })).toBe('529.982.247-25 CPF 529.982.247-25');
    expect(redact({ groups: { personal: false } })).toBe('529.982.247-25 CPF 529.982.247-25');
  });

  test('fields of what is off by default are hidden when it is asked for', () => {
    const row = { imei: 'x-1', home_lat: 51.5, age: 43, max_age: 60 };
    const redact = (settings: RedactionSettings) => createValueRedactor(chooseRedaction(settings))(row).value;
    expect(redact({})).toEqual(row);
    expect(redact({ groups: { device: true } })).toEqual({ ...row, imei: '[REDACTED:imei]' });
    expect(redact({ groups: { location: true } })).toEqual({ ...row, home_lat: '[REDACTED:coordinates]' });
    expect(redact({ detectors: { age: true } })).toEqual({ ...row, age: '[REDACTED:age]' });
  });

  test('those that only serve the others are not listed', () => {
    expect(describeDetectors({}).map(({ name }) => name)).toEqual(detectorNames());
  });

  test('rows follow: a field is not hidden for what its detector was switched off', () => {
    const row = { email: MAIL, password: 'x', dob: '1970-01-01' };
    const redact = (settings: RedactionSettings) => createValueRedactor(chooseRedaction(settings))(row).value;
    expect(redact({ detectors: { email: false } })).toEqual({
      email: MAIL,
      password: '[REDACTED:password]',
      dob: '[REDACTED:birth_date]',
    });
    expect(redact({ detectors: { assignment: false } })).toMatchObject({ email: '[REDACTED:email]', password: 'x' });
    expect(redact({ groups: { secret: false } })).toEqual({
      email: '[REDACTED:email]',
      password: 'x',
      dob: '[REDACTED:birth_date]',
    });
    expect(redact({ groups: { personal: false } })).toEqual({ ...row, password: '[REDACTED:password]' });
  });
});

test.each<readonly [RedactionSettings, string]>([
  [{ detectors: { emial: true } }, 'there is no detector "emial"'],
  [{ own_detectors: [{ ...STAFF, pattern: 'x' }] }, 'own detector staff: pattern does not begin with literal text'],
  [{ allow: { patterns: ['(a'] } }, 'one cannot be tested'],
  [{ allow: { patterns: ['EMP', '.*'] } }, 'redaction.allow.patterns: ".*" allows values that have'],
  [{ allow: { patterns: ['[^x]{0,256}'] } }, 'in common: random words, passwords with signs, card numbers, e-mail'],
  [{ allow: { patterns: ['[^@]{16}'] } }, 'in common: random words, passwords with signs, card numbers'],
  [{ allow: { patterns: ['\\w+'] } }, 'in common: random words, card numbers'],
  [{ allow: { patterns: ['|[\\s\\S]+'] } }, 'nothing in common'],
  [{ sensitive_fields: ['salary', '  '] }, 'redaction.sensitive_fields: "  " has no letter or digit'],
])('settings of a program are refused when they are wrong: %j', (settings, message) => {
  expect(() => chooseRedaction(settings)).toThrow(message);
  expect(() => createRedactionPlan({ settings, capabilities: [], ownActs: [] })).toThrow(message);
  const capabilities = [{ ...TEST_CAPABILITY, redaction: settings }];
  expect(() => createRedactionPlan({ settings: {}, capabilities, ownActs: [] })).toThrow(message);
});

describe('the allow-list', () => {
  const options = chooseRedaction({
    allow: { values: ['Ada@Example.org'], patterns: ['[^@]+@docs\\.example', '\\d+'] },
  });

  test.each<readonly [string, string]>([
    [`to ${MAIL}, bob@example.org`, `to ${MAIL}, [REDACTED:email]`],
    ['any@docs.example not@docs.example.org', 'any@docs.example [REDACTED:email]'],
    [`x${MAIL}`, '[REDACTED:email]'],
    [`password=${MAIL} password=${MAIL}x`, `password=${MAIL} password=[REDACTED:password]`],
    ['password=12345678', 'password=12345678'],
  ])('%s', (text, expected) => {
    expect(redactText(expected, options).text).toBe(expected);
    everySplit(text, (pieces) => {
      const redactor = createRedactor(options);
      const outputs = [...pieces.map((piece) => redactor.push(piece)), redactor.end()];
      expect(outputs.map((output) => output.text).join('')).toBe(expected);
    });
  });

  test('holds for rows', () => {
    const row = { password: MAIL, note: MAIL, pin: 1234, other: 'bob@example.org' };
    expect(createValueRedactor(options)(row).value).toEqual({ ...row, other: '[REDACTED:email]' });
  });

  test('what is withheld before its end is known is never allowed', () => {
    const allowed = chooseRedaction({ allow: { patterns: ['(?:Tr0ub4dor-3xq)*'] } });
    const long = `password="${'Tr0ub4dor-3xq'.repeat(20)}"`;
    expect(redactText(long, allowed).text).toBe('password="[REDACTED:password]"');
  });
});

describe('capabilities', () => {
  const settings: RedactionSettings = {
    detectors: { email: false },
    allow: { values: [PHONE] },
    groups: { network: true },
    packs: ['us'],
  };
  const capabilities = [
    { ...TEST_CAPABILITY, capability_id: 'a.plain', redaction: { detectors: { phone: false } } },
    {
      ...TEST_CAPABILITY,
      capability_id: 'a.private',
      sensitivity: 'PII' as const,
      redaction: { own_detectors: [STAFF], detectors: { phone: false } },
    },
  ];
  const plan = createRedactionPlan({ settings, capabilities, ownActs: ['exec.run_command'] });
  const redact = (capability_id: string, sensitivity = 'NONE') =>
    redactText(`${MAIL} ${PHONE} EMP-123456`, plan.of({ capability_id, sensitivity })).text;

  test('their own settings come on top', () => {
    expect(redact('a.plain')).toBe(`${MAIL} ${PHONE} EMP-123456`);
    expect(redact('exec.run_command')).toBe(`${MAIL} ${PHONE} EMP-123456`);
  });

  test('sensitive ones only add', () => {
    expect(redact('a.private', 'PII')).toBe('[REDACTED:email] [REDACTED:phone] [REDACTED:staff]');
    expect(redact('a.plain', 'PCI')).toBe('[REDACTED:email] [REDACTED:phone] EMP-123456');
  });

  test('results of one that is gone, traces and errors have the strictest', () => {
    expect(redact('a.gone')).toBe('[REDACTED:email] [REDACTED:phone] [REDACTED:staff]');
    expect(plan.of({ capability_id: 'a.gone', sensitivity: 'NONE' })).toBe(plan.strictest);
  });

  test('what a handle keeps is hidden as well, whoever wrote it', () => {
    const kept = plan.toKeep({ capability_id: 'a.private', sensitivity: 'PII' });
    const later = createRedactionPlan({ settings, capabilities: [TEST_CAPABILITY], ownActs: ['a.plain', 'a.private'] });
    const result = { capability_id: 'a.plain', sensitivity: 'NONE' };
    const shown = (kept_redaction: KeptRedaction) =>
      redactText(`${MAIL} ${PHONE} EMP-123456 02:42:ac:11:00:02`, later.of({ ...result, kept_redaction })).text;
    expect(JSON.parse(JSON.stringify(kept))).toEqual(kept);
    expect(shown(kept)).toBe('[REDACTED:email] [REDACTED:phone] [REDACTED:staff] [REDACTED:mac]');
    const renamed = { version: 1 as const, settings: { detectors: { 'no-such': true, email: true } } };
    expect(shown(renamed)).toContain('[REDACTED:email]');
    expect(shown({ ...kept, version: 2 as never, settings: {} })).toContain('[REDACTED:email] [REDACTED:phone]');
  });

  test('a capability that is sensitive today is so for its old results', () => {
    expect(redact('a.private')).toBe('[REDACTED:email] [REDACTED:phone] [REDACTED:staff]');
  });

  test('without settings all share the default', () => {
    const plain = createRedactionPlan({ settings: {}, capabilities: [TEST_CAPABILITY], ownActs: [] });
    expect(plain.strictest).toEqual({});
    expect(plain.of(TEST_CAPABILITY)).toBe(plain.strictest);
  });

  test('a capability that only switches off asks for no second set of detectors', () => {
    const lenient = { ...TEST_CAPABILITY, capability_id: 'a.lenient', redaction: { groups: { personal: false } } };
    const plan = createRedactionPlan({
      settings: {},
      capabilities: [TEST_CAPABILITY, lenient],
      ownActs: [],
      secrets: [KEY],
    });
    expect(plan.of(TEST_CAPABILITY)).toBe(plan.strictest);
  });
});
