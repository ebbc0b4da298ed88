import { describe, expect, it } from 'vitest';
import { createTheme, type Look } from '../../src/tui/theme.js';

/** As xterm, iTerm2 and consoles show bold text: in the bright one of its colour. */
const BRIGHT: Readonly<Record<string, readonly [number, number, number]>> = {
  black: [127, 127, 127],
  red: [255, 0, 0],
  green: [0, 255, 0],
  yellow: [255, 255, 0],
  blue: [92, 92, 255],
  magenta: [255, 0, 255],
  cyan: [0, 255, 255],
};
const [WHITE, BLACK] = [luminance([255, 255, 255]), luminance([0, 0, 0])];
const LEAST = 3;

describe('the looks of a screen', () => {
  const { looks } = createTheme({ color: true, ascii: false });

  it.each(Object.entries(looks))('%s is legible in bold on light and on dark grounds', (_role, look: Look) => {
    if (look.bold === true && look.color !== undefined && look.ground === undefined) {
      const own = luminance(BRIGHT[look.color] ?? [0, 0, 0]);
      expect(contrast(own, WHITE), 'on white').toBeGreaterThan(LEAST);
      expect(contrast(own, BLACK), 'on black').toBeGreaterThan(LEAST);
    }
  });

  it('what is found has a ground of its own', () => {
    expect(looks.found).toMatchObject({ color: 'black', ground: 'yellow', underline: true });
  });

  it('without colours no role has one, and what is found, chosen or strong is still told apart', () => {
    const { looks: plain } = createTheme({ color: false, ascii: false });
    for (const look of Object.values(plain)) {
      expect(look.color).toBeUndefined();
      expect(look.ground).toBeUndefined();
    }
    expect(plain.found).toStrictEqual({ bold: true, underline: true });
    expect(plain.selected).toStrictEqual({ inverse: true });
    expect(plain.key).toStrictEqual({ bold: true });
  });
});

function contrast(first: number, second: number): number {
  return (Math.max(first, second) + 0.05) / (Math.min(first, second) + 0.05);
}

function luminance(color: readonly [number, number, number]): number {
  const [red, green, blue] = color.map((part) => {
    const share = part / 255;
    return share <= 0.039_28 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * (red ?? 0) + 0.7152 * (green ?? 0) + 0.0722 * (blue ?? 0);
}
