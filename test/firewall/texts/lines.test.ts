import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../../src/firewall/find/redactor.js';
import { createRedactedLines } from '../../../src/firewall/texts/redacted-lines.js';
import { LONGEST_PIECE } from '../../../src/firewall/texts/row-counter.js';
import type { TextLine } from '../../../src/firewall/texts/text-line.js';
import { createTextRows } from '../../../src/kernel/text-rows.js';

interface Piece {
  readonly channel: string;
  readonly text: string;
}

function linesOf(pieces: readonly Piece[]): readonly TextLine[] {
  const redactors = new Map<string, ReturnType<typeof createRedactor>>();
  const lines = createRedactedLines();
  const found: TextLine[] = [];
  for (const { channel, text } of pieces) {
    const redactor = redactors.get(channel) ?? createRedactor();
    redactors.set(channel, redactor);
    found.push(...lines.push(channel, text, redactor.push(text)));
  }
  for (const [channel, redactor] of redactors) {
    found.push(...lines.end(channel, redactor.end()));
  }
  return found;
}

/** The stored rows, by the same pieces. */
function storedOf(
  pieces: readonly Piece[],
): readonly { line: number; text: string; channel?: string; piece?: number }[] {
  const rows = createTextRows();
  const decoder = new TextDecoder();
  const all = [...pieces.map((piece) => rows.add(piece)), rows.end()];
  return all
    .map(({ lines }) => decoder.decode(lines))
    .join('')
    .split('\n')
    .slice(0, -1)
    .map((row) => JSON.parse(row));
}

function cut(text: string, at: readonly number[]): readonly Piece[] {
  const places = [...new Set(at.map((place) => place % (text.length + 1)))].sort((a, b) => a - b);
  const edges = [0, ...places, text.length];
  return edges.slice(1).map((to, index) => ({ channel: 'stdout', text: text.slice(edges[index], to) }));
}

const SECRET = ['AKIA', 'Q7XN4LPWZ2MFHTJK'].join('');
const LINE = fc.oneof(
  fc.stringMatching(/^[a-z 0-9.:=]{0,40}$/),
  fc.constant(`key ${SECRET} behind`),
  fc.constant('password: "two\nlines"'),
  fc.constant('-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nabcdefghijkl\n-----END PRIVATE KEY-----'),
  fc.integer({ min: 7990, max: 8010 }).map((length) => 'x'.repeat(length)),
  fc.constant('y'.repeat(20_000)),
);

/** As tools print lists for other programs; names may hold newlines, and secrets. */
const ENTRY = fc.oneof(
  fc.stringMatching(/^[a-z/.]{0,30}$/),
  fc.constantFrom(`a/${SECRET}`, 'two\nlines', `${'z'.repeat(9000)}`),
);

describe('lines of redacted text', () => {
  it('of a list end at NULs, however it is cut, and are stored as they came', () => {
    const given = fc.record({
      entries: fc.array(ENTRY, { minLength: 1, maxLength: 30 }),
      at: fc.array(fc.nat(), { maxLength: 6 }),
      first: fc.constantFrom('.', './src', 'README.md'),
    });
    fc.assert(
      fc.property(given, ({ entries, at, first }) => {
        const whole = [first, ...entries].map((entry) => `${entry}\0`).join('');
        const pieces = cut(whole, at);
        const rows = storedOf(pieces);
        expect(rows.map(({ text }) => text).join('')).toBe(whole);
        const lines = linesOf(pieces);
        expect(lines).toEqual(linesOf(cut(whole, [])));
        expect(lines.length).toBe(whole.split(/[\0\n]/).length - 1);
        for (const line of lines.filter(({ text }) => text !== '' && !text.includes('['))) {
          expect(rows[line.row]?.text.slice(0, 20)).toBe(`${line.text}\0`.slice(0, 20).replace('two\0', 'two\n'));
        }
      }),
    );
  });

  it.each([
    ['UTF-16 without its mark', 'h\0e\0l\0l\0o\0\n\0', 2],
    ['a NUL in a line of a text', 'first\nsecond \0 line\nthird\n', 3],
    ['the list of find', '.\0./a\0./b\0', 3],
  ])('%s: %j', (_name, whole, count) => {
    expect(linesOf(cut(whole, [])).length).toBe(count);
  });

  it('have the place of the stored row that they begin in, however the text is cut', () => {
    fc.assert(
      fc.property(fc.array(LINE, { maxLength: 20 }), fc.array(fc.nat(60_000), { maxLength: 5 }), (parts, at) => {
        const text = parts.join('\n');
        const pieces = cut(text, at);
        const stored = storedOf(pieces);
        const lines = linesOf(pieces);
        expect(lines).toEqual(linesOf([{ channel: 'stdout', text }]));
        expect(lines.at(-1)?.rawEnd ?? 0).toBe(text.length);
        expect(lines.reduce((sum, { rawChars }) => sum + rawChars, 0)).toBeLessThanOrEqual(text.length);
        for (const { row, text: shown } of lines) {
          expect(stored[row]?.piece ?? 1).toBe(1);
          const clean = (shown.split(/\[(?:REDACTED|…)/)[0] ?? '').slice(0, LONGEST_PIECE);
          expect(stored[row]?.text.startsWith(clean)).toBe(true);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('of several channels are counted together, as they are stored', () => {
    const channel = fc.constantFrom('stdout', 'stderr');
    const piece = fc.record({ channel, text: fc.stringMatching(/^[a-z\n]{0,30}$/) });
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const stored = storedOf(pieces);
        for (const line of linesOf(pieces)) {
          const row = stored[line.row];
          expect(row?.text.replace('\n', '')).toBe(line.text);
          expect(row?.channel ?? 'stdout').toBe(line.channel);
        }
        expect(linesOf(pieces)).toHaveLength(stored.length);
      }),
      { numRuns: 150 },
    );
  });

  it('hold no part of a secret that was cut out of them', () => {
    const text = `before\n${'z'.repeat(3000)} ${SECRET} ${'z'.repeat(9000)}\nbehind\n`;
    const shown = linesOf(cut(text, [3005, 3012, 8000])).map((line) => line.text);
    expect(shown.join('\n')).not.toContain('Q7XN4L');
    expect(shown).toHaveLength(3);
  });
});
