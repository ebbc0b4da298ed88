import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import type { Kept } from '../../../src/firewall/texts/digest.js';
import { textSentences } from '../../../src/firewall/texts/text-sentences.js';
import { digestOf } from '../../support/digest-of.js';

/** `## name | exit 1 | failed | a part of the account`, and the output below it; each is in the form that its tool prints. */
const ACCOUNTS = readFileSync(new URL('../../../fixtures/accounts.txt', import.meta.url), 'utf8')
  .split(/^## /m)
  .slice(1)
  .map((part) => {
    const [heading = '', ...lines] = part.split('\n');
    const [name = '', exit = '', verdict = '', totals = ''] = heading.split(' | ');
    return { name, exit: Number(exit.replace('exit ', '')), verdict, totals, lines };
  });

const BESIDE = Array.from({ length: 60 }, (_, at) => `copied assets/img${at}.png to public/img`);

function stamped(lines: readonly string[], before: string): readonly string[] {
  return [...BESIDE, ...lines].map((line, at) => `${before}2026-11-28T10:00:${10 + (at % 50)}.1234567Z ${line}`);
}

function coloured(line: string): string {
  const inside = line.replace(/\d+ [a-z]+/g, (part) => `\u001b[1m\u001b[31m${part}\u001b[39m\u001b[22m`);
  return line === '' ? '' : `\u001b[0m\u001b[32m${inside}\u001b[0m\u001b[K`;
}

const FORMS: ReadonlyArray<[string, (lines: readonly string[]) => readonly string[]]> = [
  ['plain', (lines) => lines],
  ['behind other lines', (lines) => [...BESIDE, ...lines]],
  ['before other lines', (lines) => [...lines, ...BESIDE]],
  ['coloured', (lines) => lines.map(coloured)],
  ['with the line ends of Windows', (lines) => lines.map((line) => `${line}\r`)],
  ['in the log of a runner', (lines) => stamped(lines, '')],
  ['in the log of a runner of several jobs', (lines) => stamped(lines, 'build\tRun tests\t')],
];

function verdictOf({ formats }: Kept): string {
  const verdicts = formats.flatMap(({ totals, hasFailedSince }) =>
    totals.map(({ verdict }) => (verdict === 'passed' && hasFailedSince ? undefined : verdict)),
  );
  return verdicts.includes('failed') ? 'failed' : verdicts.includes('passed') ? 'passed' : 'none';
}

describe('what tools say of their own work', () => {
  it('is written down for many of them', () => {
    expect(ACCOUNTS.length).toBeGreaterThan(140);
  });

  describe.each(FORMS)('%s', (_, formOf) => {
    it.each(ACCOUNTS)('$name: exit $exit, $verdict', ({ exit, verdict, totals, lines }) => {
      const kept = digestOf(formOf(lines));
      const facts = textSentences(kept, exit).join('\n');
      if (verdict === 'conflict') {
        expect(facts).toContain(`the exit status is ${exit} although`);
        return;
      }
      expect(verdictOf(kept)).toBe(verdict);
      expect(facts).not.toContain('although');
      expect(facts).toContain(totals);
    });
  });
});
