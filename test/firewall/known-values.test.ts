import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRedactor, type RedactionOptions, redactText } from '../../src/firewall/find/redactor.js';
import { createKnownValues } from '../../src/firewall/own-detectors/known-values.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';
import { chooseRedaction } from '../../src/firewall/settings/redaction-choice.js';
import { createRedactionPlan } from '../../src/firewall/settings/redaction-plan.js';
import { everySplit, partitions } from '../support/every-split.js';
import { TEST_CAPABILITY } from '../support/test-kernel.js';

const MARK = '[REDACTED:config_secret]';
/** No other detector knows any of them. */
const PLAIN = ['walnut', 'harbour', '42'].join('-');
const LONGER = `${PLAIN}+more`;
const ODD = ['q"uo\\te', '/<&>', 'é\tend'].join('');
const KEY_FILE = ['line one of a key', 'short', `${'x1y2'.repeat(300)}.`].join('\n');
/** As akernel's own keys are. */
const HEX_KEY = '1963ae2fa8eac8d9b37e757d1643843916c9d79fd5645fb5c2d0a1b87f3e9c64';
const VALUES = [PLAIN, LONGER, ODD, KEY_FILE, HEX_KEY];

function hiding(values: readonly string[]): RedactionOptions {
  return chooseRedaction({}, createKnownValues(values));
}

function inPieces(pieces: readonly string[], options: RedactionOptions): string {
  const redactor = createRedactor(options);
  return pieces.map((piece) => redactor.push(piece).text).join('') + redactor.end().text;
}

/** As a program writes a file that holds it on a line. */
function wrapped(value: string, encoding: 'base64' | 'hex', width: number, lineEnd = '\n'): string {
  const whole = Buffer.from(`${value}\n`).toString(encoding);
  return (whole.match(new RegExp(`.{1,${width}}`, 'g')) ?? []).join(lineEnd);
}

const OPTIONS = hiding(VALUES);

describe('values are hidden wherever they stand, at any cut', () => {
  test.each([
    ['alone', PLAIN, MARK],
    ['in prose', `the word is ${PLAIN}, they say`, `the word is ${MARK}, they say`],
    ['under a harmless name', `note: ${PLAIN}\nmore`, `note: ${MARK}\nmore`],
    ['the longer of two that begin alike', `${LONGER} ${PLAIN}+mor ${PLAIN}`, `${MARK} ${MARK}+mor ${MARK}`],
    ['twice in a row', `${PLAIN}${PLAIN}`, `${MARK}${MARK}`],
    ['a line of several', `a\n${KEY_FILE.split('\n')[0]}\nshort\nb`, `a\n${MARK}\nshort\nb`],
    ['in JSON', JSON.stringify({ a: ODD, b: 1 }), `{"a":"${MARK}","b":1}`],
    ['in JSON within JSON', JSON.stringify(JSON.stringify({ a: ODD })), `"{\\"a\\":\\"${MARK}\\"}"`],
    ['in an address', `GET /?x=${encodeURIComponent(ODD)}&y=1`, `GET /?x=${MARK}&y=1`],
    ['in base64', `x ${Buffer.from(PLAIN).toString('base64')} y`, `x ${MARK}I= y`],
    ['within base64', `x ${Buffer.from(`hi ${PLAIN}!!`).toString('base64')} y`, `x aGkg${MARK}IhIQ== y`],
    ['as digits', `x ${Buffer.from(PLAIN).toString('hex')} y`, `x ${MARK} y`],
    ['in base64 that is wrapped', `x\n${wrapped(HEX_KEY, 'base64', 76)}\ny`, `x\n${MARK}Ao=\ny`],
    ['the same, indented', `k: |\r\n  ${wrapped(HEX_KEY, 'base64', 64, '\r\n  ')}\r\n`, `k: |\r\n  ${MARK}Ao=\r\n`],
    ['the same in JSON', JSON.stringify([wrapped(HEX_KEY, 'base64', 60, '\r\n')]), `["${MARK}Ao="]`],
    ['the same behind other bytes', wrapped(`of key ${HEX_KEY}`, 'base64', 76), `${MARK}QK`],
    ['wrapped within its first characters', `${HEX_KEY.slice(0, 5)}\n${HEX_KEY.slice(5)} z`, `1963a\ne2fa8ea${MARK} z`],
    ['as digits that are wrapped', wrapped(HEX_KEY, 'hex', 60), `${MARK}0a`],
    ['wrapped as it is', `${HEX_KEY.slice(0, 40)}\n${HEX_KEY.slice(40)} z`, `${MARK} z`],
    ['half of it', `${HEX_KEY.slice(0, 40)}\n z`, undefined],
    ['nearly', `${PLAIN.slice(0, -1)} ${PLAIN.toUpperCase()} walnut-harbour`, undefined],
    ['not alone', 'no secret at all', undefined],
  ])('%s', (_, text, expected) => {
    const wanted = expected ?? text;
    expect(redactText(wanted, OPTIONS).text).toBe(wanted);
    everySplit(text, (pieces) => {
      expect(inPieces(pieces, OPTIONS)).toBe(wanted);
    });
  });

  test('a value of more than a thousand characters, part by part', () => {
    const long = KEY_FILE.split('\n')[2] ?? '';
    const { text } = redactText(`a ${long} b`, OPTIONS);
    expect(text).toContain(MARK);
    expect(text).not.toContain('x1y2x1y2');
  });

  test('cuts and repeats never matter', () => {
    const parts = [
      ...VALUES,
      PLAIN.slice(0, 7),
      'walnut',
      '"',
      '\\',
      '\n',
      ' ',
      ': ',
      '[',
      MARK,
      '{"a":"',
      'é',
      'a@b.example',
      Buffer.from(PLAIN).toString('base64'),
      Buffer.from(`x${ODD}`).toString('base64url'),
      Buffer.from(LONGER).toString('hex'),
      wrapped(HEX_KEY, 'base64', 76),
      HEX_KEY.slice(0, 40),
    ];
    const texts = fc.array(fc.constantFrom(...parts), { maxLength: 12 }).map((chosen) => chosen.join(''));
    fc.assert(
      fc.property(
        texts.chain((text) => fc.tuple(fc.constant(text), partitions(text))),
        ([text, pieces]) => {
          const whole = redactText(text, OPTIONS).text;
          expect(inPieces(pieces, OPTIONS)).toBe(whole);
          expect(redactText(whole, OPTIONS).text).toBe(whole);
          expect(whole).not.toContain(PLAIN);
        },
      ),
      { numRuns: 500 },
    );
  });
});

test('values in rows are hidden in every member', () => {
  const row = { note: PLAIN, list: [`x ${ODD}`], deep: { said: `{"a":${JSON.stringify(ODD)}}` } };
  expect(createValueRedactor(OPTIONS)(row).value).toEqual({
    note: MARK,
    list: [`x ${MARK}`],
    deep: { said: `{"a":"${MARK}"}` },
  });
});

test('without values nothing changes, not even the table of detectors', () => {
  expect(createKnownValues([])).toBeUndefined();
  expect(createKnownValues(['', 'short', 'é'])).toBeUndefined();
  expect(hiding([])).toEqual({});
  const plan = createRedactionPlan({ settings: {}, capabilities: [TEST_CAPABILITY], ownActs: [], secrets: [] });
  expect(plan.strictest).toEqual({});
});

test('every capability hides them, whatever its settings are; handles keep nothing of them', () => {
  const settings = { groups: { secret: false, personal: false } } as const;
  const capability = { ...TEST_CAPABILITY, redaction: settings };
  const plan = (secrets: readonly string[]) =>
    createRedactionPlan({ settings, capabilities: [capability], ownActs: ['exec.run_command'], secrets });
  const first = plan([PLAIN]);
  for (const id of [capability.capability_id, 'exec.run_command', 'gone.before']) {
    const about = { capability_id: id, sensitivity: 'NONE' };
    expect(redactText(`a ${PLAIN} b`, first.of(about)).text).toBe(`a ${MARK} b`);
    const kept = first.toKeep(about);
    expect(JSON.stringify(kept)).not.toContain('walnut');
    const later = plan([LONGER]).of({ ...about, kept_redaction: kept });
    expect(redactText(`${PLAIN} ${LONGER}`, later).text).toBe(`${PLAIN} ${MARK}`);
  }
  expect(redactText(PLAIN, first.strictest).text).toBe(MARK);
});
