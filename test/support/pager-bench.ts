import { setImmediate as nextTurn } from 'node:timers/promises';
import { createPagerScreen } from '../../src/tui/screens/pager-screen.js';
import type { PagerOptions } from '../../src/tui/state/pager.js';
import type { PagerKernel } from '../../src/tui/state/pager-source.js';
import { createTheme } from '../../src/tui/theme.js';
import { drawn } from './drawn-lines.js';
import { createFakeTerminal, type FakeTerminal } from './fake-terminal.js';
import { proofSize } from './proof-size.js';
import { ANN } from './test-kernel.js';

export interface OpenPager {
  /** Presses keys by their names; a text is typed character by character with `type`. */
  readonly keys: (...names: readonly string[]) => Promise<void>;
  readonly type: (text: string) => Promise<void>;
  /** What stands on a screen of the size now. */
  readonly screen: () => Promise<readonly string[]>;
  /** The same as soon as it says this: a pass over all rows needs many turns. */
  readonly screenWith: (wanted: RegExp) => Promise<readonly string[]>;
  readonly resize: (columns: number, rows: number) => void;
  readonly terminal: FakeTerminal;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

/** A narrow terminal, the narrowest on which all is said, and a wide one; `AKERNEL_PROOFS=all` takes those between, too. */
export const WIDTHS = proofSize([40, 60, 200], [40, 60, 80, 120, 200]);

/** No test waits so long; whoever does is told what the screen was. */
const LONGEST_MS = 60_000;

/** A pager over a kernel, drawn without a terminal. */
export async function openPager(
  kernel: PagerKernel,
  { columns = 80, rows = 24, ...options }: Partial<PagerOptions> & { columns?: number; rows?: number } = {},
): Promise<OpenPager> {
  const terminal = createFakeTerminal();
  let size = { columns, rows };
  let isClosed = false;
  let isStale = false;
  const pager = createPagerScreen({
    terminal,
    kernel,
    principal: ANN,
    handleId: 'h_4t8r2v6y1n',
    ...options,
    refresh: () => {
      isStale = true;
    },
    onClose: () => {
      isClosed = true;
    },
  });
  const theme = createTheme({ color: false, ascii: false });
  const view = () => pager.view({ size, theme, now: 0 });

  /** As a terminal does: after a key, and whenever it is told that something is new. */
  async function settle(): Promise<void> {
    isStale = true;
    for (let turn = 0; turn < 8; turn += 1) {
      if (isStale) {
        isStale = false;
        view();
      }
      await nextTurn();
    }
  }

  await settle();
  return {
    async keys(...names) {
      for (const name of names) {
        pager.onKey(name === 'space' ? { name, text: ' ' } : { name, ...(name.length === 1 ? { text: name } : {}) });
        await settle();
      }
    },
    async type(text) {
      for (const character of text) {
        pager.onKey(character === ' ' ? { name: 'space', text: ' ' } : { name: character, text: character });
      }
      await settle();
    },
    async screen() {
      await settle();
      return drawn(view(), size.columns);
    },
    async screenWith(wanted) {
      const giveUpAt = performance.now() + LONGEST_MS;
      for (;;) {
        await settle();
        const lines = drawn(view(), size.columns);
        const text = lines.join('\n');
        if (wanted.test(text)) {
          return lines;
        }
        if (performance.now() > giveUpAt) {
          throw new Error(`waited for ${wanted}, and the screen was:\n${text}`);
        }
      }
    },
    resize(nextColumns, nextRows) {
      size = { columns: nextColumns, rows: nextRows };
    },
    terminal,
    isClosed: () => isClosed,
    close: pager.close,
  };
}
