import { describe, expect, it } from 'vitest';
import { createContent } from '../../../../src/server/http/page/content.js';

describe('the content of a run that never ends', () => {
  it('stays bounded, and says what is gone', () => {
    const content = createContent(500);
    for (let id = 0; id < 100_000; id += 1) {
      content.addFrame({ seq: id, phase: 1, rows: [{ id }] });
    }
    expect(content.end() - content.first()).toBe(500);
    expect([content.total(), content.gone()]).toEqual([100_000, 99_500]);
    expect(content.at(content.first())).toEqual({ type: 'row', row: { id: 99_500 } });
    expect(content.at(content.end() - 1)).toEqual({ type: 'row', row: { id: 99_999 } });
    expect(content.at(0)).toBeUndefined();
  });

  it('joins a line that comes in pieces, and marks new phases', () => {
    const content = createContent();
    content.addFrame({ phase: 1, text: 'one\ntw', handle_id: 'h_1' });
    content.addFrame({ phase: 1, text: 'o\nthree\n' });
    content.addFrame({ phase: 4, facts: ['lines: 9'] });
    const all = Array.from({ length: content.end() }, (_, index) => content.at(index));
    expect(all).toEqual([
      { type: 'text', text: 'one', isOpen: false },
      { type: 'text', text: 'two', isOpen: false },
      { type: 'text', text: 'three', isOpen: false },
      { type: 'mark', text: 'phase 4 handle: the rest is kept in the handle only' },
      { type: 'fact', text: 'lines: 9' },
    ]);
  });

  it('takes what is no frame without falling over', () => {
    const content = createContent();
    for (const odd of [
      {},
      { rows: 7, text: [], facts: {} },
      { rows: [null, 3, ['x']], highlights: [null, { text: 1 }] },
    ]) {
      content.addFrame(odd);
    }
    expect(content.end()).toBe(3);
  });
});
