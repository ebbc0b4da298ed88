import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { configJsonSchema } from '../../src/config/json-schema.js';
import { KernelError } from '../../src/contract/errors.js';
import { type ConfigHome, createConfigHome } from '../support/config-home.js';

let shop: ConfigHome;
beforeEach(() => {
  shop = createConfigHome();
});
afterEach(() => shop.dispose());

const NAMES = ['email', 'phone', 'iban'];
const load = (settings: unknown, place: 'redaction' | 'capability' = 'redaction') => {
  const capability = {
    capability_id: 'a.b',
    safety_class: 'READ',
    sensitivity: 'PII',
    driver: { driver_id: 'module', operation: 'x', options: { module: './x.mjs' } },
    redaction: settings,
  };
  const config = place === 'redaction' ? { redaction: settings } : { capabilities: [capability] };
  const file = shop.put('akernel.config.json', JSON.stringify(config));
  return shop.load({}, { file, detectorNames: async () => NAMES });
};

const own = (more: object) => ({ own_detectors: [{ name: 'staff', type: 'staff', pattern: 'EMP-[0-9]{6}', ...more }] });

describe('mistakes in the settings of redaction', () => {
  test.each<readonly [string, unknown, string, RegExp]>([
    ['an unknown member', { detector: {} }, 'redaction.detector: is not a setting', /did you mean detectors\?/],
    ['an unknown group', { groups: { secrets: false } }, 'groups.secrets: is not a setting', /did you mean secret\?/],
    ['the group of the guards', { groups: { control: false } }, 'groups.control: is not a setting', /known are secret/],
    ['an unknown pack', { packs: ['us', 'de'] }, 'redaction.packs[1]: expected one of', /./],
    [
      'an unknown detector',
      { detectors: { emial: false } },
      'detectors.emial: is not a detector',
      /did you mean email\?/,
    ],
    [
      'a switch that is none',
      { detectors: { email: 'off' } },
      'redaction.detectors.email: expected true or false',
      /./,
    ],
    ['a taken name', own({ name: 'iban' }), 'own_detectors[0].name: is a built-in detector', /another name/],
    ['a name in capitals', own({ name: 'Staff' }), 'own_detectors[0].name: is not a name', /./],
    ['a type with a sign', own({ type: 'staff-id' }), 'own_detectors[0].type: is not a type', /./],
    ['an unknown checksum', own({ checksum: 'crc32' }), 'own_detectors[0].checksum: expected one of', /./],
    ['no regular expression', own({ pattern: 'EMP-(' }), 'own_detectors[0].pattern: is not a regular', /brackets/],
    ['look-ahead', own({ pattern: 'EMP-(?=1)1' }), 'pattern: looks ahead or behind', /keywords/],
    ['a back-reference', own({ pattern: 'EM(P)\\1' }), 'pattern: refers back to a group', /write the repeated/],
    ['no upper bound', own({ pattern: 'EMP-[0-9]+' }), 'pattern: has no longest match', /\{1,64\}/],
    ['nested repeats', own({ pattern: 'EMP-([0-9]{1,64}){1,64}' }), 'pattern: can match 4100 characters', /256/],
    ['an empty match', own({ pattern: '(EMP)?', keywords: ['staff'] }), 'pattern: fits an empty text', /obligatory/],
    ['ends of the text', own({ pattern: '^EMP' }), 'pattern: uses ^ or $', /leave them out/],
    ['no anchor', own({ pattern: '[0-9]{6}' }), 'pattern: does not begin with literal text', /give keywords/],
    ['a short keyword', own({ keywords: ['#'] }), 'own_detectors[0].keywords: must be words', /employee/],
    [
      'look-behind in an allowed pattern',
      { allow: { patterns: ['(?<=a)b'] } },
      'allow.patterns[0]: is no pattern',
      /./,
    ],
    [
      'an allowed everything',
      { allow: { patterns: ['.*'] } },
      'allow.patterns[0]: allows values that have nothing in common: random words,',
      /by their names/,
    ],
    [
      'an allowed everything but one sign',
      { allow: { patterns: ['[^x]{0,256}'] } },
      'allow.patterns[0]: allows values that have nothing in common: random words,',
      /by their names/,
    ],
    ['a field without a letter', { sensitive_fields: ['!!'] }, 'sensitive_fields[0]: has no letter or digit', /./],
    ['an allowed nothing', { allow: { values: [''] } }, 'redaction.allow.values[0]: expected at least 1', /./],
  ])('%s', async (_, settings, message, hint) => {
    const error: unknown = await load(settings).catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(KernelError);
    expect(error).toMatchObject({ code: 'CONFIG_INVALID', message: expect.stringContaining(message) });
    expect(error).toMatchObject({ hint: expect.stringMatching(hint) });
  });

  test('two detectors of one name', async () => {
    const [staff] = own({}).own_detectors;
    await expect(load({ own_detectors: [staff, staff] })).rejects.toThrow('own_detectors[1].name: is the name of');
  });

  test.each<readonly [string, object, string]>([
    ['a group', { groups: { personal: false } }, 'redaction.groups.personal: can only be added to'],
    ['a detector', { detectors: { email: false } }, 'redaction.detectors.email: can only be added to'],
    ['a pack', { packs: ['br'] }, 'redaction.packs: can only be added to'],
    ['an allow-list', { allow: { values: ['a@b.example'] } }, 'redaction.allow: can only be added to'],
  ])('a sensitive capability cannot switch off %s', async (_, settings, message) => {
    await expect(load(settings, 'capability')).rejects.toThrow(
      `capabilities[0].${message}, because the sensitivity is PII`,
    );
  });
});

test('what is right is taken over, layer by layer', async () => {
  shop.put(
    '.config/akernel/config.yaml',
    'redaction: { groups: { network: true, personal: false }, packs: [us], detectors: { phone: true } }',
  );
  const { config } = await load({ groups: { personal: true }, packs: ['br'], ...own({ checksum: 'luhn' }) });
  expect(config.redaction).toEqual({
    pseudonyms: false,
    groups: { network: true, personal: true },
    packs: ['br'],
    detectors: { phone: true },
    own_detectors: [{ name: 'staff', type: 'staff', pattern: 'EMP-[0-9]{6}', checksum: 'luhn' }],
  });
});

test('a sensitive capability can add', async () => {
  const added = { groups: { network: true }, packs: ['us', 'eu', 'br'], sensitive_fields: ['salary'], ...own({}) };
  const { config } = await load(added, 'capability');
  expect(config.capabilities[0]?.redaction).toEqual(added);
});

test('the JSON Schema knows the members', () => {
  const schema = JSON.stringify(configJsonSchema());
  for (const member of ['groups', 'packs', 'detectors', 'sensitive_fields', 'own_detectors', 'allow', 'checksum']) {
    expect(schema).toContain(`"${member}":`);
  }
});
