import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { cleanLine, cleanText } from '../../../src/drivers/mcp/clean-text.js';
import { createLineFramer } from '../../../src/drivers/mcp/line-framer.js';
import type { CallToolResult } from '../../../src/drivers/mcp/protocol.js';
import { resultChunks } from '../../../src/drivers/mcp/result-chunks.js';
import { capabilityIds, fitsGlob } from '../../../src/drivers/mcp/tool-names.js';
import { checkedCapability } from '../../../src/kernel/capability-check.js';
import { rowsOf, textOf } from '../../support/driver-call.js';
import { sampleCapability } from '../../support/sample-capability.js';

test('lines are the same wherever the bytes are cut', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ maxLength: 20 })), fc.array(fc.nat({ max: 400 })), (texts, cuts) => {
      const lines = texts.map((text) => text.replaceAll('\n', ' '));
      const bytes = Buffer.from(lines.map((line) => `${line}\n`).join(''));
      const found: string[] = [];
      const framer = createLineFramer(1000, (line) => found.push(Buffer.from(line).toString('utf8')));
      let from = 0;
      for (const cut of [...cuts.sort((a, b) => a - b), bytes.length]) {
        expect(framer.push(bytes.subarray(from, Math.max(from, cut)))).toBe(true);
        from = Math.min(bytes.length, Math.max(from, cut));
      }
      expect(found).toEqual(lines);
    }),
  );
});

test('a line that is too long ends it all', () => {
  const found: string[] = [];
  const framer = createLineFramer(4, (line) => found.push(Buffer.from(line).toString()));
  expect(framer.push(Buffer.from('abcd\nab'))).toBe(true);
  expect(framer.push(Buffer.from('cde'))).toBe(false);
  expect(framer.push(Buffer.from('\nab\n'))).toBe(false);
  expect(found).toEqual(['abcd']);
});

const tailed = (name: string, of: string, digits: number) =>
  `${name}_${createHash('sha256').update(of).digest('hex').slice(0, digits)}`;
const TAIL = tailed('ab', 'AB', 6);
const MADE_TO_CLASH = ['AB', 'Ab', 'ab', TAIL, tailed(TAIL, TAIL, 6), tailed('ab', 'AB', 64)];

test('ids that were made to clash are told apart; a name alone is its id', () => {
  const ids = capabilityIds('it', MADE_TO_CLASH);
  expect(new Set(ids.values()).size).toBe(MADE_TO_CLASH.length);
  expect(ids.get('ab')).toBe('it.ab');
  expect(capabilityIds('it', [TAIL])).toEqual(new Map([[TAIL, `it.${TAIL}`]]));
});

test('every tool has an id of its own that the kernel takes', () => {
  const names = fc.uniqueArray(
    fc.oneof(
      fc.string({ unit: 'binary', maxLength: 140 }),
      fc.constantFrom('a_b', 'a-b', 'A B', 'aB', '__proto__', '..', 'é', ...MADE_TO_CLASH),
    ),
  );
  fc.assert(
    fc.property(names, (tools) => {
      const ids = [...capabilityIds('it', tools).values()];
      expect(new Set(ids).size).toBe(tools.length);
      for (const id of ids) {
        expect(checkedCapability({ ...sampleCapability(), capability_id: id }, 'it').capability_id).toBe(id);
      }
      expect(capabilityIds('it', [...tools].reverse())).toEqual(new Map([...capabilityIds('it', tools)]));
    }),
  );
});

test.each([
  ['read_file', '*', true],
  ['read_file', 'read_*', true],
  ['read_file', '*_file', true],
  ['read_file', '*_fil', false],
  ['read_file', 'r??d*le', true],
  ['read_file', 'read_file*', true],
  ['a.b', 'a?b', true],
  ['', '*', true],
  ['', '?', false],
])('%s fits %s: %s', (name, pattern, fits) => {
  expect(fitsGlob(name, pattern)).toBe(fits);
});

test.each([
  ['\u001b[31mred\u001b[0m', 'red'],
  ['\u001b]0;title\u0007text', 'text'],
  ['\u001b]8;;http://x\u001b\\link', 'link'],
  ['a\u200b\u202e\u2066b\ufeff', 'ab'],
  ['a\u{e0041}\u{e0042}b\ufe0f', 'ab'],
  ['a\r\nb\tc\u0000\u009b', 'a\nb\tc'],
  ['half \ud800 pair', 'half \ufffd pair'],
  ['naïve – “quotes” 漢字', 'naïve – “quotes” 漢字'],
])('%j is cleaned', (text, clean) => {
  expect(cleanText(text, 100)).toBe(clean);
});

test('a cleaned text is bounded, whatever it is made of', () => {
  expect(cleanText('x'.repeat(1000), 10)).toBe(`${'x'.repeat(9)}…`);
  expect(cleanText(`${'\u200b'.repeat(1_000_000)}x`, 10)).toBe('');
  expect(cleanLine('a\n\n  b', 10)).toBe('a b');
});

function chunksOf(result: Partial<CallToolResult>, isProjected = false) {
  return [...resultChunks({ content: [], ...result }, { isProjected, keepsTexts: false })];
}

test('however many texts stand beside it, structured content is written down once', () => {
  const readsBeside = (texts: number): number => {
    let reads = 0;
    const list = [1, 2];
    const structuredContent = {
      other: 1,
      get list() {
        reads += 1;
        return list;
      },
    };
    chunksOf({ content: Array.from({ length: texts }, () => ({ type: 'text', text: '[1]' })), structuredContent });
    return reads;
  };
  expect(readsBeside(100)).toBe(readsBeside(1));
});

test('structured content that is too deep to be written is a row, and the texts beside it stay', () => {
  let deep: Record<string, unknown> = { a: 1 };
  for (let level = 0; level < 50_000; level += 1) {
    deep = { a: deep };
  }
  const chunks = chunksOf({ content: [{ type: 'text', text: '{"a":1}' }], structuredContent: deep });
  expect(rowsOf(chunks)).toHaveLength(1);
  expect(textOf(chunks, 'text')).toBe('{"a":1}');
});

test('a text that says what the structured content says is left out', () => {
  const said = (text: string, structuredContent: Record<string, unknown>, isProjected = false) => {
    const chunks = chunksOf({ content: [{ type: 'text', text }], structuredContent }, isProjected);
    return [rowsOf(chunks), textOf(chunks, 'text')];
  };
  expect(said('{"b":1, "a":2}', { a: 2, b: 1 })).toEqual([[{ a: 2, b: 1 }], '']);
  expect(said('[1,2]', { result: [1, 2] })).toEqual([[1, 2], '']);
  expect(said('two rows', { result: [{ a: 1 }, { a: 2 }] })).toEqual([[{ a: 1 }, { a: 2 }], 'two rows']);
  expect(said('the text', { content: 'the text' })).toEqual([[], 'the text']);
  expect(said('the text', { content: 'the text' }, true)).toEqual([[{ content: 'the text' }], '']);
  expect(said('secret beside', { a: 1 }, true)).toEqual([[{ a: 1 }], '']);
});

test('many small texts are blocks, each on lines of its own', () => {
  const content = Array.from({ length: 50_000 }, () => ({ type: 'text' as const, text: 'ab' }));
  const chunks = chunksOf({ content });
  expect(chunks[0]).toEqual({ type: 'text', channel: 'text', text: 'ab' });
  expect(chunks[1]).toEqual({ type: 'text', channel: 'text', text: '\nab', begins_block: true });
  expect(textOf(chunks, 'text')).toBe(Array.from({ length: 50_000 }, () => 'ab').join('\n'));
});
