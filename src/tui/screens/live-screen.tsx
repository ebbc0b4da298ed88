import type { Frame } from '../../contract/frame.js';
import type { InvokeResult, InvokeUsage } from '../../contract/kernel.js';
import { Lines } from '../components/lines.js';
import { createLiveDrawing } from '../components/live-drawing.js';
import type { Screen } from '../screen.js';
import { isHeldByPerson, type LiveAbout, type LiveState } from '../state/live.js';
import { createLiveModel } from '../state/live-model.js';
import type { Place } from '../terminal/painter.js';
import { createLiveKeyboard } from './live-keyboard.js';

/** What a pager inside another screen needs of it. */
export interface InnerScreenPorts {
  readonly refresh: () => void;
  readonly onClose: () => void;
}

export type OpenPager = (handleId: string, ports: InnerScreenPorts) => Screen;

export interface LivePorts {
  readonly about: LiveAbout;
  readonly now: () => number;
  readonly usage: () => InvokeUsage;
  /** About the stream so far. */
  readonly facts?: () => readonly string[];
  readonly refresh: () => void;
  /** false: nobody can press anything. */
  readonly hasKeys: boolean;
  readonly place: Place;
  readonly cancel: () => void;
  /** The view may go: its run has ended, or shall finish without it. */
  readonly leave: () => void;
  /** What Ctrl-C does outside. */
  readonly interrupt: () => void;
  readonly openPager?: OpenPager;
}

export interface LiveScreen extends Screen {
  readonly frame: (frame: Frame) => void;
  /** Amounts may have changed. */
  readonly tick: () => void;
  readonly end: (result: InvokeResult) => void;
  readonly state: () => LiveState;
  /** The view goes now: what was shown stays above. */
  readonly stay: () => void;
  /** A person looks at something that would go away with the view. */
  readonly isWatched: () => boolean;
  /** Keys were pressed, and none of them has cancelled the run: the next one is for the view too. */
  readonly isTouched: () => boolean;
}

/** The live view of one run. */
export function createLiveScreen(ports: LivePorts): LiveScreen {
  const model = createLiveModel(ports);
  const drawing = createLiveDrawing(model, ports);
  const onKey = createLiveKeyboard(model, drawing, { ...ports, openPager, cancel });
  /** Somebody has pressed keys, and may press the next one when the run ends. */
  let isTouched = false;
  let pager: Screen | undefined;
  let isStaying = false;

  /** Who has ended the run waits for nothing more. */
  function cancel(): void {
    isTouched = false;
    ports.cancel();
  }

  function openPager(handleId: string): boolean {
    pager = ports.openPager?.(handleId, {
      refresh: ports.refresh,
      onClose() {
        pager = undefined;
        ports.refresh();
      },
    });
    return pager !== undefined;
  }

  return {
    place: () => pager?.place() ?? ports.place,
    view(context) {
      if (pager !== undefined) {
        return pager.view(context);
      }
      return <Lines of={drawing.lines(context)} theme={context.theme} />;
    },
    onKey(key) {
      isTouched = true;
      if (pager === undefined) {
        onKey(key.name);
        return;
      }
      pager.onKey(key);
      // It closed the pager: who meant the run has to know that it goes on.
      if (key.name === 'ctrl+c' && pager === undefined && model.state().status === undefined) {
        model.dispatch({ type: 'notice', text: 'the pager is closed, the run goes on: Ctrl-C again cancels it' });
      }
    },
    takeAbove: (context) => (isStaying ? drawing.left(context) : []),
    stay() {
      isStaying = true;
    },
    frame: model.frame,
    tick: model.tick,
    end: model.end,
    state: model.state,
    isWatched: () => pager !== undefined || isHeldByPerson(model.state()),
    isTouched: () => isTouched,
  };
}
