import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { loadTokenCounter } from '../../src/firewall/budget/token-counter.js';
import { programIn } from './program.js';
import { readOf } from './sessions/host-view.js';
import { measureSession } from './sessions/measure-session.js';
import { pagesBeside, readFigures } from './sessions/pages.js';
import { openSessions } from './sessions/recordings.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SMALL = ['application-log', 'deploy'];
const sessions = openSessions(ROOT);
const directories: string[] = [];

afterAll(() => {
  for (const directory of directories) {
    rmSync(directory, { recursive: true, force: true });
  }
});

describe('the recorded sessions', () => {
  test('the pages hold the figures that were written last', () => {
    const figures = readFigures(ROOT);
    expect(figures.sessions.map(({ session }) => session)).toEqual(sessions.map(({ name }) => name));
    expect(sessions.length).toBe(10);
    for (const { page, written, wanted } of pagesBeside(ROOT, figures)) {
      expect([page, written]).toEqual([page, wanted]);
    }
  });

  test('every answer stands in the whole output', () => {
    for (const { name, events, questions } of sessions) {
      for (const { event, question, answer } of questions) {
        const whole = readOf(events.find(({ number }) => number === event)?.response);
        expect([name, question, answer.test(whole), answer.test('')]).toEqual([name, question, true, false]);
      }
    }
  });

  test('no answer was lost when they were measured', () => {
    const lost = readFigures(ROOT).sessions.flatMap(({ answers }) => answers.filter(({ found }) => found === 'lost'));
    expect(lost).toEqual([]);
  });

  test.each(SMALL)('%s: every answer is shown or one expand away', async (name) => {
    const session = sessions.find((each) => each.name === name);
    const directory = mkdtempSync(join(tmpdir(), 'akernel-session-'));
    directories.push(directory);
    const counter = await loadTokenCounter('o200k_base');
    const figures = session && measureSession({ program: programIn(directory), counter }, session);
    expect(figures?.answers.map(({ found }) => found)).not.toContain('lost');
    expect(figures?.with).toBeLessThan(figures?.without ?? 0);
  });

  test('deploy: none of its secrets is shown', async () => {
    const folder = join(ROOT, 'fixtures/sessions/deploy');
    const secrets = [...readFileSync(join(folder, '02-read.json'), 'utf8').matchAll(/\{\{([^|{}]+)\|([^|{}]+)\}\}/g)];
    expect(secrets.length).toBe(8);
    const [directory = tmpdir()] = directories;
    const program = programIn(directory);
    for (const { json } of sessions.find(({ name }) => name === 'deploy')?.events ?? []) {
      const { stdout } = program.run(['hook', 'claude-code'], Buffer.from(json));
      const shown = stdout === '' ? json : stdout;
      expect(secrets.filter(([, begin = '', end = '']) => shown.includes(begin + end))).toEqual([]);
    }
  });
});
