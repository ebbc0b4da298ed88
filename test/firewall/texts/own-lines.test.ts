import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it } from 'vitest';
import { createTextDigest } from '../../../src/firewall/texts/text-digest.js';

setFlagsFromString('--expose-gc');
const collect: () => void = runInNewContext('gc');

const CHUNK_CHARS = 65_536;
const CHUNKS = 400;
const MIB = 1024 * 1024;

/** A chunk with one line that is kept, of a kind of its own, and a long one. */
function chunk(at: number): string {
  const name = [...String(at)].map((digit) => 'qwertyuiop'[Number(digit)]).join('');
  const line = `error: the part called ${name} went wrong\n`;
  return `${line}${'x'.repeat(CHUNK_CHARS - line.length - 1)}\n`;
}

it('lines that are kept keep no chunk of the text alive', () => {
  const digest = createTextDigest({ maxTokens: 4000, redact: (text) => text, shownChars: () => 0 });
  collect();
  const before = process.memoryUsage().heapUsed;
  for (let at = 0; at < CHUNKS; at += 1) {
    const raw = Buffer.from(chunk(at)).toString();
    digest.take('text', raw, { text: raw, replacements: [], raw_chars: raw.length });
  }
  digest.close();
  collect();
  const grown = process.memoryUsage().heapUsed - before;
  expect(digest.facts(0).join('\n')).toContain(`${CHUNKS} error lines of ${CHUNKS} kinds`);
  expect(grown).toBeLessThan(8 * MIB);
});
