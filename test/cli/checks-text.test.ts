import { describe, expect, it } from 'vitest';
import { checksText } from '../../src/cli/output/checks-text.js';
import { PLAIN } from '../../src/cli/output/style.js';

const CHECKS = [
  { check: 'node', area: 'runtime', result: 'ok', detail: 'Node.js 20.20.2' },
  {
    check: 'module ./gone.mjs rows',
    area: 'config',
    result: 'error',
    detail: 'the module of this capability cannot be loaded',
    hint: 'check the option module of its driver: the path is relative to the config file',
  },
] as const;

describe('what doctor tells', () => {
  it.each([20, 40, 60, 80, 120, 200])('is broken between words on %i columns, and whole', (columns) => {
    const text = checksText(CHECKS, PLAIN, columns);
    const lines = text.trimEnd().split('\n');
    expect(lines.every((line) => line.length <= columns)).toBe(true);
    expect(lines.slice(2).every((line) => line.startsWith(' '.repeat(9)) || /^(?:ok|error) /.test(line))).toBe(true);
    const flat = lines.map((line) => line.trim()).join(' ');
    expect(flat).toContain('the module of this capability cannot be loaded check the option module');
    expect(flat).toMatch(/relative to the config file$/);
  });

  it('is a line each where it goes into a file', () => {
    expect(checksText(CHECKS, PLAIN, undefined).split('\n')).toHaveLength(4);
  });
});
