import { expect, it } from 'vitest';
import { inWholeLines } from '../../src/server/mcp/whole-lines.js';

async function through(pieces: readonly string[], maxBytes = 1000): Promise<readonly string[]> {
  const lines = inWholeLines(maxBytes);
  const read: string[] = [];
  lines.on('data', (piece: Buffer) => read.push(piece.toString('utf8')));
  for (const piece of pieces) {
    lines.write(Buffer.from(piece));
  }
  lines.end();
  await new Promise((resolve) => lines.once('end', resolve));
  return read;
}

it('a message of the host in many pieces leaves as one, in linear time', async () => {
  const message = `${'x'.repeat(300)}\n`;
  expect(await through([...message])).toEqual([message]);
  expect(await through([`a\nb\n${message.slice(0, 5)}`, message.slice(5), 'end'])).toEqual(['a\nb\n', message, 'end']);
});

it('a line that is too long leaves at once, and is not held', async () => {
  expect(await through(['y'.repeat(6), 'y'.repeat(6), 'y\n'], 10)).toEqual(['y'.repeat(12), 'y\n']);
});
