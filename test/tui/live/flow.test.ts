import { describe, expect, test } from 'vitest';
import type { Frame } from '../../../src/contract/frame.js';
import { createFlow, type FlowEntry } from '../../../src/tui/state/live-flow.js';
import { FINAL_FRAME, frameOf } from './sample-frames.js';

function textOf(entry: FlowEntry): string {
  switch (entry.type) {
    case 'row':
      return JSON.stringify(entry.row);
    case 'mark':
      return `-- ${entry.text}`;
    case 'fact':
      return `* ${entry.fact.name} | ${entry.fact.text}`;
    case 'batch':
      return `# ${entry.text}`;
    case 'text':
      return entry.channel === '' ? entry.text : `${entry.channel}: ${entry.text}`;
  }
}

function flowOf(frames: readonly Frame[]): readonly string[] {
  const flow = createFlow();
  for (const frame of frames) {
    flow.add(frame);
  }
  return flow.tail(5000).map(textOf);
}

const BATCH_OF_ONE = ['-- phase 3 summary: facts stand for rows', '# row 7', '* id | 7'];

describe('what a reader of the frames gets, in its order', () => {
  test.each<[string, readonly Frame[], readonly string[]]>([
    ['rows', [frameOf({ rows: [1, { a: 2 }] })], ['1', '{"a":2}']],
    ['text, joined over frames', [frameOf({ text: 'one\ntw' }), frameOf({ text: 'o\n' })], ['one', 'two']],
    ['text that ends without a line break', [frameOf({ text: 'one\ntwo' })], ['one', 'two']],
    ['an empty line', [frameOf({ text: 'one\n\ntwo\n' })], ['one', '', 'two']],
    [
      'channels apart',
      [frameOf({ text: 'out' }), frameOf({ text: 'err', channel: 'stderr' }), frameOf({ text: 'more\n' })],
      ['out', 'stderr: err', 'more'],
    ],
    [
      'phases in place',
      [
        frameOf({ rows: [1] }),
        frameOf({ phase: 2, rows: [2] }),
        frameOf({ phase: 3, facts: ['rows 3-1009: 1007', 'city: Lyon=3 "a: b"=4', '2 more facts left out'] }),
      ],
      [
        '1',
        '-- phase 2 trimmed: fewer columns, long values are cut',
        '2',
        '-- phase 3 summary: facts stand for rows',
        '# rows 3-1,009, 1,007 rows',
        '* city | Lyon=3 "a: b"=4',
        '*  | 2 more facts left out',
      ],
    ],
    [
      'the last phase, with a handle and without',
      [frameOf({ handle_id: 'h_1', phase: 4 })],
      ['-- phase 4 handle: the rest is kept in the handle only'],
    ],
    ['the last phase without a handle', [frameOf({ phase: 4 })], ['-- phase 4 handle: the rest is only counted']],
    [
      'columns left out, once',
      [
        frameOf({ rows: [1], omitted: { fields: ['a', 'b'] } }),
        frameOf({ rows: [2], omitted: { fields: ['a', 'b'] } }),
      ],
      ['-- columns left out: a, b', '1', '2'],
    ],
    ['no roll-up at the end: that has its own place', [FINAL_FRAME], []],
    ['a batch of one row', [frameOf({ phase: 3, facts: ['rows 7-7: 1', 'id: 7'] })], BATCH_OF_ONE],
    [
      'facts that are about no batch',
      [frameOf({ facts: ['"odd: name" is one', 'a.b: 1'] })],
      ['*  | "odd: name" is one', '* a.b | 1'],
    ],
    ['raw data', [frameOf({ raw_data: [1, 2] })], ['1', '2']],
  ])('%s', (_, frames, wanted) => {
    expect(flowOf(frames)).toEqual(wanted);
  });

  test('a line without end does not grow for ever', () => {
    const lines = flowOf(Array.from({ length: 50 }, () => frameOf({ text: 'x'.repeat(1000) })));
    expect(lines.length).toBeGreaterThan(4);
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThan(10_000);
  });

  test('two thousand rows and a million characters are kept at most', () => {
    expect(flowOf([frameOf({ rows: Array.from({ length: 5000 }, (_, index) => index) })]).length).toBe(2000);
    const wide = Array.from({ length: 300 }, (_, index) => ({ index, text: 'y'.repeat(10_000) }));
    expect(flowOf([frameOf({ rows: wide })]).length).toBeLessThanOrEqual(100);
  });
});
