import { expect, test } from 'vitest';
import { redactBytes } from '../../src/firewall/find/redact-bytes.js';
import type { RedactionOptions } from '../../src/firewall/find/redactor.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';
import { detectorsFor } from '../support/detectors-for.js';
import { proofSize } from '../support/proof-size.js';

const fixtures = loadDetectorFixtures();
const names = [...new Set(fixtures.map(({ detector }) => detector))];

/** In the usual run the first of each detector, and some of the others. */
const EVERY = proofSize(3, 1);
const casesOf = (detector: string) =>
  fixtures.filter((each) => each.detector === detector).filter((_, index) => index % EVERY === 0);

/** What `--explain` and `--report` show is what is shown without them. */
test.each(names)('%s is hidden where places are told too', async (detector) => {
  for (const { input, expected, name } of casesOf(detector)) {
    const { text, found } = await redacted(input, detectorsFor(detector));
    expect([name, text]).toEqual([name, expected]);
    expect(found.filter(({ detector: by }) => by === '')).toEqual([]);
  }
});

function utf32(text: string, order: 'le' | 'be'): Buffer {
  const points = [...text].map((character) => character.codePointAt(0) ?? 0);
  const bytes = Buffer.alloc(points.length * 4);
  for (const [index, point] of points.entries()) {
    order === 'le' ? bytes.writeUInt32LE(point, index * 4) : bytes.writeUInt32BE(point, index * 4);
  }
  return bytes;
}

const KEY = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');
const MAIL = ['zebulon.quark', 'mailhost.example.com'].join('@');
const TEXT = `mail ${MAIL}, größer\nkey ${KEY}\npassword=Tr0ub4dor3xyz\n`;

test.each([
  ['little end first', utf32(TEXT, 'le')],
  ['big end first', utf32(TEXT, 'be')],
  ['little end first, with a mark', utf32(`\ufeff${TEXT}`, 'le')],
  ['big end first, with a mark', utf32(`\ufeff${TEXT}`, 'be')],
])('what is found in UTF-8 is found in UTF-32, %s', async (_name, bytes) => {
  const { text } = await redacted(bytes, {});
  const plain = text.replaceAll('\0', '');
  expect(plain).toMatch(
    /^\W*mail \[REDACTED:email\], gr[\s\S]*key \[REDACTED:aws_key\]\npassword=\[REDACTED:password\]\n$/,
  );
  expect(plain).not.toMatch(/zebulon|mailhost|LPWZ2|Tr0ub4/);
});

async function redacted(input: string | Uint8Array, options: RedactionOptions) {
  const source = (async function* () {
    yield typeof input === 'string' ? Buffer.from(input) : input;
  })();
  const told = { onInvalid: () => undefined };
  const pieces = [];
  for await (const piece of redactBytes(source, { ...options, ...told, isLocated: true })) {
    pieces.push(piece);
  }
  return { text: pieces.map(({ text }) => text).join(''), found: pieces.flatMap(({ found }) => found) };
}
