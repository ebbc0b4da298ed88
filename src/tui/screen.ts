import type { ReactElement } from 'react';
import type { SpanLine } from './components/span-lines.js';
import type { Key } from './terminal/keys.js';
import type { Place } from './terminal/painter.js';
import type { Size } from './terminal/terminal.js';
import type { Theme } from './theme.js';

/** What every screen is drawn with. */
export interface ViewContext {
  readonly size: Size;
  readonly theme: Theme;
  /** Unix milliseconds at this drawing. */
  readonly now: number;
}

/**
 * A part of the interface that can have the whole terminal: the live view, the pager, the browser. Its state lives
 * outside React; a screen inside another one is given the keys and the room by that one.
 */
export interface Screen {
  /** Where it wants to be painted now. */
  readonly place: () => Place;
  /** `Line`s in columns and nothing else, as many as there are rows at most. */
  readonly view: (context: ViewContext) => ReactElement;
  readonly onKey: (key: Key) => void;
  /** Lines that are to stay above an inline screen, each given once. */
  readonly takeAbove?: (context: ViewContext) => readonly SpanLine[];
}
