import type { Highlight } from './frame.js';

/** `214 lines`, and not `214 lines: 198 × "ok"`: the numbers of the lines around it say that already. */
const ONLY_SIZE = /^\d+ \w+$/;

/** Highlights as a person reads them: what was left out in a line of its own, then the place and the lines. */
export function highlightLines(highlights: readonly Highlight[]): readonly string[] {
  const width = Math.max(0, ...highlights.map(({ line }) => String(line).length));
  return highlights.flatMap(({ line, gap, channel, text }) => {
    const [first = '', ...others] = text.split('\n');
    const name = channel === undefined ? '' : `[${channel}] `;
    return [
      ...(gap === undefined || ONLY_SIZE.test(gap) ? [] : [`… ${gap}`]),
      `${String(line).padStart(width)}  ${name}${first}`,
      ...others.map((other) => `${' '.repeat(width)}  ${other}`),
    ];
  });
}
