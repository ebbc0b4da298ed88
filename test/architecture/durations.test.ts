import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/** How old something is that another process, or a server, has dated. */
const AGES = ['server/http/page/handles-view.ts', 'stores/process-liveness.ts'];
const WALL_CLOCK = /\b(?:Date|context)\.now\(\)[^,;{}]* - (?!\d)|- (?:Date|context)\.now\(\)/;

test('no duration is measured with a clock that can be set back', () => {
  const files = readdirSync('src', { recursive: true, encoding: 'utf8' }).filter((file) => /\.tsx?$/.test(file));
  const measuring = files.filter((file) => WALL_CLOCK.test(readFileSync(join('src', file), 'utf8')));
  expect(measuring.filter((file) => !AGES.includes(file))).toEqual([]);
});
