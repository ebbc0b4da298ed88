import { describe, expect, it } from 'vitest';
import { createEventParser } from '../../../../src/server/http/page/event-parser.js';

const STREAM =
  'retry: 2000\n\n' +
  'id: a_1:1\nevent: run.started\ndata: {"seq":1}\n\n' +
  ': heartbeat\n\n' +
  'id: a_1:2\r\nevent: frame\r\ndata: {"rows":[{"note":"line\\nbreak: é ⏎"}]}\r\n\r\n' +
  'id: a_1:3\nevent: run.completed\ndata: no JSON\n\n';

describe('events out of pieces', () => {
  it('are the same wherever the text is cut', () => {
    const whole = createEventParser().push(STREAM);
    expect(whole.map(({ seq, type }) => [seq, type])).toEqual([
      [1, 'run.started'],
      [2, 'frame'],
      [3, 'run.completed'],
    ]);
    expect(whole[1]?.data).toEqual({ rows: [{ note: 'line\nbreak: é ⏎' }] });
    expect(whole[2]?.data).toEqual({});
    for (let cut = 0; cut <= STREAM.length; cut += 1) {
      const parser = createEventParser();
      expect([...parser.push(STREAM.slice(0, cut)), ...parser.push(STREAM.slice(cut))]).toEqual(whole);
    }
    const parser = createEventParser();
    expect([...STREAM].flatMap((character) => parser.push(character))).toEqual(whole);
  });

  it('that have not ended are none', () => {
    expect(createEventParser().push('id: a_1:1\nevent: frame\ndata: {}\n')).toEqual([]);
  });
});
