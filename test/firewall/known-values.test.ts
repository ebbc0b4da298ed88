import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createKnownValues } from '../../src/firewall/own-detectors/known-values.js';
import { createValueRedactor } from '../../src/firewall/redact-value.js';
import { chooseRedaction } from '../../src/firewall/redaction-choice.js';
import { createRedactionPlan } from '../../src/firewall/redaction-plan.js';
import { createRedactor, type RedactionOptions, redactText } from '../../src/firewall/redactor.js';
import { everySplit, partitions } from '../support/every-split.js';
import { TEST_CAPABILITY } from '../support/test-kernel.js';

const MARK = '[REDACTED:config_secret]';
/** No other detector knows any of them. */
const PLAIN = ['walnut', 'harbour', '42'].join('-');
const LONGER = `${PLAIN}+more`;
const ODD = ['q"uo\\te', '/<&>', 'é\tend'].join('');
const KEY_FILE = ['line one of a key', 'short', `${'x1y2'.repeat(300)}.`].join('\n');
const VALUES = [PLAIN, LONGER, ODD, KEY_FILE];

function hiding(values: readonly string[]): RedactionOptions {
  return chooseRedaction({}, createKnownValues(values));
}

function inPieces(pieces: readonly string[], options: RedactionOptions): string {
  const redactor = createRedactor(options);
  return pieces.map((piece) => redactor.push(piece).text).join('') + redactor.end().text;
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
