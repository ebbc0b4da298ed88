import chalk from 'chalk';
import { type Instance, render, useStdin } from 'ink';
import { type ReactElement, useEffect } from 'react';
import { styled } from '../components/line.js';
import type { Screen, ViewContext } from '../screen.js';
import { createTheme } from '../theme.js';
import { createDeafInput, createInkOutput, type InkOutput } from './ink-streams.js';
import { createKeyReader } from './keys.js';
import { createLineTable, LineTableContext } from './line-table.js';
import { createPainter, type Painter, type Place } from './painter.js';
import { createRenderClock, type Urgency } from './render-clock.js';
import { sizeOf, type Terminal } from './terminal.js';

export interface Mounted {
  /** The state behind the screen changed: paint soon, sooner where a person waits for it. */
  readonly refresh: (urgency?: Urgency) => void;
  /** Takes the screen away and gives the terminal back as it was. Idempotent. */
  readonly close: () => void;
  /** What was done for the screen so far. */
  readonly effort: () => { readonly renders: number; readonly bytes: number };
}

const MARK_PASTES = '\u001b[?2004h';
const PLAIN_PASTES = '\u001b[?2004l';

/** Puts a screen on the terminal until `close`, through resizes, Ctrl-Z and sudden ends of the process. */
export function mount(terminal: Terminal, screen: Screen): Mounted {
  const theme = createTheme(terminal.traits);
  let size = sizeOf(terminal.output);
  let place: Place = screen.place();
  let painter: Painter = createPainter(terminal.output, place, size);
  let layout: readonly string[] = [];
  let renders = 0;
  let bytes = 0;
  let isAway = false;
  let isClosed = false;
  const readKeys = createKeyReader();

  const table = createLineTable(() => size.columns);
  const inkOutput = createInkOutput((rows) => {
    layout = rows;
  });
  const clock = createRenderClock(terminal, draw);

  function context(): ViewContext {
    return { size, theme, now: terminal.now() };
  }

  function element(): ReactElement {
    const view = screen.view(context());
    return (
      <LineTableContext value={table}>
        <Root onInput={onInput}>{view}</Root>
      </LineTableContext>
    );
  }

  /** What is to stay, as whole lines. */
  function textAbove(): string {
    const lines = isAway || place !== 'inline' ? [] : (screen.takeAbove?.(context()) ?? []);
    return lines.map((line) => `${styled(line, theme).trimEnd()}\r\n`).join('');
  }

  /** Ink says only when the layout changed; lines may have changed where it did not. */
  function paint(above = ''): void {
    if (!isAway && !isClosed) {
      painter.paint(layout.map(table.expand), above);
    }
  }

  /** A screen for another size than the terminal has would be wrapped, and what it takes back would not be its own. */
  function draw(): void {
    terminal.measure();
    renders += 1;
    if (screen.place() !== place) {
      painter.leave();
      bytes += painter.written();
      place = screen.place();
      painter = createPainter(terminal.output, place, size);
    }
    const above = textAbove();
    ink.rerender(element());
    paint(above);
  }

  function onInput(input: string): void {
    for (const pressed of readKeys(input)) {
      if (pressed.name === 'ctrl+z') {
        stopProcess();
      } else if (pressed.name === 'ctrl+l') {
        repaint();
      } else {
        screen.onKey(pressed);
      }
    }
    clock.request('answer');
  }

  function onResize(): void {
    size = sizeOf(terminal.output);
    if (!isAway) {
      painter.resized(size);
    }
    clock.request('answer');
  }

  function repaint(): void {
    painter.resized(size);
    paint();
  }

  function stopProcess(): void {
    goAway();
    terminal.stop();
  }

  function goAway(): void {
    terminal.measure();
    isAway = true;
    painter.leave();
    markPastes(false);
    terminal.input?.setRawMode(false);
  }

  function markPastes(isOn: boolean): void {
    if (terminal.input !== undefined) {
      terminal.output.write(isOn ? MARK_PASTES : PLAIN_PASTES);
    }
  }

  /** Also after a stop that nobody announced: whoever had the terminal meanwhile has written and set it otherwise. */
  function comeBack(): void {
    painter.forget();
    isAway = false;
    terminal.input?.setRawMode(false);
    terminal.input?.setRawMode(true);
    markPastes(true);
    onResize();
    paint();
  }

  /** Ink catches what a component throws; it shall end the process like any other mistake, on a terminal put right. */
  function fail(error: unknown): void {
    close();
    terminal.after(0, () => {
      throw error;
    });
  }

  function close(): void {
    if (isClosed) {
      return;
    }
    isClosed = true;
    terminal.measure();
    clock.stop();
    for (const release of releases) {
      release();
    }
    ink.unmount();
    const above = textAbove();
    painter.leave();
    terminal.output.write(above);
    markPastes(false);
  }

  markPastes(true);
  const ink = renderInto(inkOutput, terminal, element());
  paint();
  ink.waitUntilExit().catch(fail);
  const releases = [terminal.onResize(onResize), terminal.onContinue(comeBack), terminal.onEnd(goAway)];
  return { refresh: clock.request, close, effort: () => ({ renders, bytes: bytes + painter.written() }) };
}

/**
 * Whatever has the keys is told of them. Ink reads them and cuts them apart; its own hook is not used, for it throws at
 * sequences that it does not know, such as those of Ctrl and a rare key, or takes them for text.
 */
function Root({ onInput, children }: RootProps): ReactElement {
  const { setRawMode, internal_eventEmitter: inputs } = useStdin();
  useEffect(() => {
    setRawMode(true);
    return () => setRawMode(false);
  }, [setRawMode]);
  useEffect(() => {
    inputs.on('input', onInput);
    return () => void inputs.off('input', onInput);
  }, [inputs, onInput]);
  return children;
}

interface RootProps {
  readonly onInput: (input: string) => void;
  readonly children: ReactElement;
}

function renderInto(output: InkOutput, terminal: Terminal, element: ReactElement): Instance {
  // Weight and inversion are wanted without colour too; the theme leaves the colours out.
  chalk.level = 1;
  return render(element, {
    // Ink asks for whole Node streams and uses what these have.
    stdout: output as unknown as NodeJS.WriteStream,
    stderr: output as unknown as NodeJS.WriteStream,
    stdin: (terminal.input ?? createDeafInput()) as NodeJS.ReadStream,
    debug: true,
    exitOnCtrlC: false,
    patchConsole: false,
  });
}
