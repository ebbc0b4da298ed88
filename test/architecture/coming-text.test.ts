import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const FOLDER = 'src/firewall';
const KNOWS = /\bisFinal\b/;
/** It makes the one text that detectors look at. */
const MAKER = join('scan', 'view.ts');

test('whether a text has ended is known among the patterns only', () => {
  const files = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((file) => file.endsWith('.ts'));
  const knowing = files.filter((file) => KNOWS.test(readFileSync(join(FOLDER, file), 'utf8')));
  expect(knowing.filter((file) => !file.startsWith('pattern/'))).toEqual([MAKER]);
  // A search for a word that nobody says any more finds nothing wrong.
  expect(knowing).toContain(join('pattern', 'coming-text.ts'));
});
