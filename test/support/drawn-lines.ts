import { type RenderOptions, render } from 'ink';
import type { ReactElement } from 'react';
import { createDeafInput, createInkOutput } from '../../src/tui/terminal/ink-streams.js';

/** The element as plain lines, as wide as the terminal. */
export function drawn(element: ReactElement, columns: number): readonly string[] {
  let lines: readonly string[] = [];
  const output = Object.assign(
    createInkOutput((next) => {
      lines = next;
    }),
    { columns },
  );
  const options = { stdout: output, stderr: output, stdin: createDeafInput(), debug: true, patchConsole: false };
  const ink = render(element, options as unknown as RenderOptions);
  const shown = lines.map((line) => line.replace(/\u001b\[[0-9;]*m/g, '').trimEnd());
  ink.unmount();
  return shown;
}
