import type { Highlight } from './frame.js';

/** Highlights as a person reads them: what was left out in a line of its own, then the place and the lines. */
export function highlightLines(highlights: readonly Highlight[]): readonly string[] {
  const width = Math.max(0, ...highlights.map(({ line }) => String(line).length));
  return highlights.flatMap(({ line, gap, channel, text }) => {
    const [first = '', ...others] = text.split('\n');
    const name = channel === undefined ? '' : `[${channel}] `;
    return [
      ...(gap === undefined ? [] : [`… ${gap}`]),
      `${String(line).padStart(width)}  ${name}${first}`,
      ...others.map((other) => `${' '.repeat(width)}  ${other}`),
    ];
  });
}
