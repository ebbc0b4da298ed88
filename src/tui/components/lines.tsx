import { Box } from 'ink';
import type { ReactElement } from 'react';
import type { Theme } from '../theme.js';
import { Line, type Span } from './line.js';

/** The rows of a screen, already fitted to it. */
export function Lines({
  of,
  theme,
}: {
  readonly of: readonly (readonly Span[])[];
  readonly theme: Theme;
}): ReactElement {
  return (
    <Box flexDirection="column">
      {of.map((spans, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row of the screen is its place
        <Line key={index} spans={spans} theme={theme} />
      ))}
    </Box>
  );
}
