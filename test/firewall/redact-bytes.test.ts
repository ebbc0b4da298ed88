import { expect, test } from 'vitest';
import { redactBytes } from '../../src/firewall/redact-bytes.js';
import type { RedactionOptions } from '../../src/firewall/redactor.js';
import { loadDetectorFixtures } from '../support/detector-fixtures.js';
import { detectorsFor } from '../support/detectors-for.js';

const fixtures = loadDetectorFixtures();
const names = [...new Set(fixtures.map(({ detector }) => detector))];

/** What `--explain` and `--report` show is what is shown without them. */
test.each(names)('%s is hidden where places are told too', async (detector) => {
  for (const { input, expected, name } of fixtures.filter((each) => each.detector === detector)) {
    const { text, found } = await redacted(input, detectorsFor(detector));
    expect([name, text]).toEqual([name, expected]);
    expect(found.filter(({ detector: by }) => by === '')).toEqual([]);
  }
});

async function redacted(input: string, options: RedactionOptions) {
  const source = (async function* () {
    yield Buffer.from(input);
  })();
  const told = { onInvalid: () => undefined };
  const pieces = [];
  for await (const piece of redactBytes(source, { ...options, ...told, isLocated: true })) {
    pieces.push(piece);
  }
  return { text: pieces.map(({ text }) => text).join(''), found: pieces.flatMap(({ found }) => found) };
}
