import { Box } from 'ink';
import type { ReactElement } from 'react';
import { Line } from '../components/line.js';
import type { SpanLine } from '../components/span-lines.js';
import type { Screen } from '../screen.js';
import type { PagerOptions } from '../state/pager.js';
import { createPager } from '../state/pager-controller.js';
import { onPagerKey } from '../state/pager-keys.js';
import type { Theme } from '../theme.js';
import { pagerLines } from './pager-lines.js';

export interface PagerPorts extends PagerOptions {
  /** Something changed: draw soon. */
  readonly refresh: () => void;
  /** The person has seen enough. */
  readonly onClose: () => void;
}

/** The pager as a part of another screen, or alone. `close` ends its reading; whoever made it calls that. */
export function createPagerScreen(ports: PagerPorts): Screen & { readonly close: () => void } {
  const pager = createPager(ports, ports.refresh);
  const keys = {
    pager,
    send: (sequence: string) => {
      ports.terminal.output.write(sequence);
    },
    onClose: ports.onClose,
    isOutermost: ports.isOutermost === true,
  };
  return {
    place: () => 'alternate',
    view: ({ size, theme }) => (
      <Box flexDirection="column">
        {pagerLines(pager, { size, theme }).map((spans, row) => lineElement(spans, row, theme))}
      </Box>
    ),
    onKey: (key) => onPagerKey(keys, key),
    close: pager.close,
  };
}

function lineElement(spans: SpanLine, row: number, theme: Theme): ReactElement {
  return <Line key={row} spans={spans} theme={theme} />;
}
