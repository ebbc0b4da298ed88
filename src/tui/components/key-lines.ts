import type { KeyTable } from '../state/key-table.js';
import { displayWidth } from '../text/display-width.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';
import type { Span } from './line.js';
import { cell, type SpanLine } from './span-lines.js';

const GAP = 2;

/** The keys that matter now, as many as fit the width; the last one of the table that says so always does. */
export function footLine(table: KeyTable, width: number, theme: Theme): SpanLine {
  const parts = table.flatMap(({ keys, short }) =>
    short === undefined ? [] : [{ key: keyName(keys[0] ?? '', theme), words: ` ${short}` }],
  );
  const widths = parts.map(({ key, words }) => displayWidth(key + words));
  const last = widths.at(-1) ?? 0;
  let used = 0;
  const shown = parts.filter((_, index) => {
    const isLast = index === parts.length - 1;
    const needed = (used === 0 ? 0 : GAP) + (widths[index] ?? 0);
    const fits = used + needed + (isLast ? 0 : GAP + last) <= width;
    used += fits ? needed : 0;
    return fits;
  });
  return shown.flatMap(({ key, words }, index): readonly Span[] => [
    { text: `${index === 0 ? '' : ' '.repeat(GAP)}${key}`, role: 'key' },
    { text: words, role: 'faint' },
  ]);
}

/** Every key of the table and what it does. */
export function helpLines(title: string, table: KeyTable, width: number, theme: Theme): readonly SpanLine[] {
  const names = table.map(({ keys }) => keys.map((key) => keyName(key, theme)).join(' '));
  const column = Math.min(Math.max(0, ...names.map(displayWidth)), Math.floor(width / 3));
  const lines = table.flatMap(({ words }, index) =>
    wrapText(words, width - column - 4).map((line, part): SpanLine => {
      const name = part === 0 ? (names[index] ?? '') : '';
      return [{ text: `  ${cell(name, column, theme.glyphs)}  `, role: 'key' }, { text: line }];
    }),
  );
  return [[{ text: title, role: 'strong' }], [], ...lines];
}

/** A key as people call it. */
export function keyName(key: string, { glyphs }: Theme): string {
  switch (key) {
    case 'up':
      return glyphs.up;
    case 'down':
      return glyphs.down;
    case 'left':
      return glyphs.left;
    case 'right':
      return glyphs.right;
    case 'escape':
      return 'esc';
    case 'backtab':
      return 'shift+tab';
    case 'pageup':
      return 'pgup';
    case 'pagedown':
      return 'pgdn';
    default:
      return key;
  }
}
