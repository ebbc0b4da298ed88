import { spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { basename, dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { openCorpus, type Question } from './retention/corpus.js';

const corpus = openCorpus(fileURLToPath(new URL('../..', import.meta.url)));
const isRecorded = ({ output }: Question): boolean => !corpus.made.has(output);
const recorded = corpus.questions.filter(isRecorded);
const outputs = [...new Set(recorded.map(({ output }) => output))];
const texts = new Map(outputs.map((output) => [output, corpus.read(output)]));

describe('the questions of bench:retention', () => {
  test('each has a name, a kind and one answer, and none comes twice', () => {
    expect(new Set(corpus.questions.map(({ id }) => id)).size).toBe(corpus.questions.length);
    expect(corpus.questions.length).toBeGreaterThan(160);
    for (const question of corpus.questions) {
      expect(question.id.startsWith(`${question.output}-`)).toBe(true);
      expect(question.kind).not.toBe('');
      expect(['beginning', 'middle', 'end', 'several', 'derived']).toContain(question.position);
      expect(question.answer.test('')).toBe(false);
    }
  });

  test('both halves are as large, to a tenth', () => {
    const tuned = corpus.questions.filter(({ half }) => half === 'tune').length;
    expect(Math.abs(tuned / corpus.questions.length - 0.5)).toBeLessThan(0.1);
  });

  test('each recorded output is asked about, and each question has its output', () => {
    const folder = dirname(corpus.recordedPath('any'));
    const stored = readdirSync(folder).map((name) => basename(name, '.txt.br'));
    expect(stored.sort()).toEqual([...outputs].sort());
  });

  test('a stated answer stands in the whole output, where the row says', () => {
    const wrong = recorded
      .filter(({ derived }) => derived === '')
      .filter((question) => placeOf(question, texts.get(question.output) ?? '') !== question.position);
    expect(wrong.map(({ id }) => id)).toEqual([]);
  });

  test('a derived answer is what its command computes, and no line states it', () => {
    for (const question of recorded.filter(({ derived }) => derived !== '')) {
      const text = texts.get(question.output) ?? '';
      const { stdout } = spawnSync('sh', ['-c', question.derived], { input: text, encoding: 'utf8' });
      expect(numbersIn(question.answer.source), question.id).toContain(stdout.trim());
      expect(question.answer.test(text), question.id).toBe(false);
    }
  });
});

/** The third of the lines in which the first and the last match begin. */
function placeOf({ answer }: Question, text: string): string {
  const offsets = [...text.matchAll(new RegExp(answer.source, 'gm'))].map(({ index }) => index);
  const lines = Math.max(1, text.split('\n').length - 1);
  const thirds = [offsets.at(0), offsets.at(-1)].map((offset) => {
    const line = text.slice(0, offset).split('\n').length - 1;
    return offset === undefined
      ? 'nowhere'
      : ['beginning', 'middle', 'end'][Math.min(2, Math.floor((3 * line) / lines))];
  });
  const [first = 'nowhere', last = 'nowhere'] = thirds;
  return first === last ? first : 'several';
}

function numbersIn(pattern: string): readonly string[] {
  return [...pattern.replaceAll(',?', '').matchAll(/\d+/g)].map(([number]) => number);
}
