import type { ViewContext } from '../screen.js';
import type { LiveState, PaneEntry } from '../state/live.js';
import { factEntries } from '../state/live-flow.js';
import type { LiveModel } from '../state/live-model.js';
import type { ScrollView } from '../state/live-window.js';
import type { Place } from '../terminal/painter.js';
import { factOverflow } from './fact-lines.js';
import { layOutFacts } from './fact-pane.js';
import { headerLines, leftHeader, tabLine } from './live-header.js';
import { emptyLine, factsWords, liveFoot, liveHelp, paneWords } from './live-lines.js';
import { createPaneDrawer } from './live-pane.js';
import { cutSpans, type SpanLine } from './span-lines.js';
import { joinSplit } from './split-pane.js';

/** Below this height of its content an inline view does not begin. */
const LEAST_PANE = 3;
/** With fewer lines of head there is no room for the names of the panes. */
const HEAD_WITH_TABS = 3;
/** So wide, a table of the facts so far stands beside those of each batch. */
const WITH_FACTS_BESIDE = 144;
const BETWEEN = 3;
/** Columns by which a key moves what is long. */
const SHIFT = 20;
const LEFT_OUT = 'earlier lines are left out here';

/** The live view as lines, and what its drawing leaves to know for keys that scroll. */
export interface LiveDrawing {
  readonly lines: (context: ViewContext) => readonly SpanLine[];
  /** What stays when the view goes: its head, and what was shown as far as it fits. */
  readonly left: (context: ViewContext) => readonly SpanLine[];
  readonly scrollView: () => ScrollView;
  readonly scrollHelp: (rows: number | 'top') => void;
  /** The table of the rows begins a column further on, or one before; long facts move with it. */
  readonly sideways: (by: 1 | -1) => void;
}

export function createLiveDrawing(
  model: LiveModel,
  { place, hasKeys }: { readonly place: Place; readonly hasKeys: boolean },
): LiveDrawing {
  const drawer = createPaneDrawer();
  let helpTop = 0;
  let drawn: { readonly context: ViewContext; readonly room: number } | undefined;
  /** An inline view grows with its content, and never shrinks. */
  let grown = LEAST_PANE;
  /** Columns that long facts are moved by, and those of the longest that are not seen without. */
  let shift = 0;
  let overflow = 0;

  function viewLines(state: LiveState, context: ViewContext, rows: number): readonly SpanLine[] {
    const { size, theme, now } = context;
    const options = { width: size.columns, theme, rows, now };
    const head = headerLines(state, options);
    const tabs = head.length < HEAD_WITH_TABS ? [] : [tabLine(state, paneWords(state, model.pushed()), options)];
    const room = Math.max(1, rows - head.length - tabs.length - 1);
    const pane = paneLines(state, context, room);
    grown = place === 'inline' ? Math.min(room, Math.max(grown, pane.length)) : room;
    const blank: readonly SpanLine[] = Array.from({ length: Math.max(0, grown - pane.length) }, () => []);
    return [...head, ...tabs, ...pane, ...blank, liveFoot(state, { ...options, hasKeys })];
  }

  function paneLines(state: LiveState, context: ViewContext, room: number): readonly SpanLine[] {
    const { size, theme } = context;
    if (state.tab === 'facts') {
      return factPaneLines(state, context, room);
    }
    const hasRoomBeside = size.columns >= WITH_FACTS_BESIDE && state.tab === 'rows' && state.phase > 2;
    model.wantFacts(hasRoomBeside);
    overflow = 0;
    if (!hasRoomBeside || state.factsOf === 'batch') {
      return flowLines(state, context, room);
    }
    const columns = Math.floor((size.columns - BETWEEN) / 2);
    const detail = { columns: size.columns - BETWEEN - columns, rows: room };
    const split = { list: { columns, rows: room }, detail, isBeside: true };
    const pane = layOutFacts(factEntries(state.facts, true), {
      width: detail.columns,
      rows: room - 1,
      theme,
      shift,
    });
    const list = flowLines(state, { ...context, size: split.list }, room);
    overflow = Math.max(overflow, pane.overflow);
    const name: SpanLine = [{ text: `facts ${factsWords(state)}`, role: 'strong' }];
    return joinSplit(split, list, [name, ...pane.lines(0)], theme);
  }

  /** The facts alone, from the one on that is scrolled to. */
  function factPaneLines(state: LiveState, context: ViewContext, room: number): readonly SpanLine[] {
    const { size, theme } = context;
    const facts = (state.held?.entries ?? model.entries(room)).filter((entry) => entry.type === 'fact');
    if (facts.length === 0) {
      return [cutSpans(emptyLine(state), size.columns, theme.glyphs)];
    }
    const pane = layOutFacts(facts, { width: size.columns, rows: room, theme, shift });
    overflow = pane.overflow;
    drawn = { context, room: pane.places };
    return pane.lines(state.held?.top ?? 0);
  }

  /** What the reader of the frames gets, or the log. */
  function flowLines(state: LiveState, context: ViewContext, room: number): readonly SpanLine[] {
    const { size, theme } = context;
    const paneRoom = { width: size.columns, theme, startedAt: state.startedAt, shift };
    const isFromTop = state.held !== undefined;
    const given = state.held?.entries.slice(state.held.top, state.held.top + room) ?? model.entries(room);
    drawn = { context, room };
    const below = fitting(given, Math.max(1, room - 1), isFromTop);
    const head = drawer.head(below, paneRoom);
    // A head that would push out the only row is left out.
    const entries = head.length > 0 ? below : fitting(given, room, isFromTop);
    drawn = { context, room: Math.max(1, room - head.length) };
    const lines = entries.flatMap((entry) => drawer.lines(entry, paneRoom));
    for (const entry of entries) {
      overflow = Math.max(overflow, entry.type === 'fact' ? factOverflow(entry, paneRoom) : 0);
    }
    if (lines.length === 0) {
      return [cutSpans(emptyLine(state), size.columns, theme.glyphs)];
    }
    return [...head, ...(isFromTop ? lines.slice(0, drawn.room) : lines.slice(-drawn.room))];
  }

  /** Those of the entries that are seen in so many lines, at least in part. */
  function fitting(entries: readonly PaneEntry[], room: number, isFromTop: boolean): readonly PaneEntry[] {
    let used = 0;
    const isSeen = (entry: PaneEntry): boolean => {
      const before = used;
      used += heightOf(entry);
      return before < room;
    };
    return isFromTop ? entries.filter(isSeen) : [...entries].reverse().filter(isSeen).reverse();
  }

  function heightOf(entry: PaneEntry): number {
    // Facts have places of their own, so many of them as the drawing has told.
    if (drawn === undefined || entry.type === 'row' || entry.type === 'fact') {
      return 1;
    }
    const { size, theme } = drawn.context;
    return drawer.lines(entry, { width: size.columns, theme, startedAt: model.state().startedAt }).length;
  }

  return {
    lines(context) {
      const state = model.state();
      const rows = place === 'inline' ? context.size.rows - 1 : context.size.rows;
      if (!state.isHelp) {
        return viewLines(state, context, rows).slice(0, rows);
      }
      const help = liveHelp(state, { width: context.size.columns, theme: context.theme });
      helpTop = Math.max(0, Math.min(helpTop, help.length - rows));
      return help.slice(helpTop, helpTop + rows);
    },
    left(context) {
      const { size, theme, now } = context;
      const state = model.state();
      const head = leftHeader(state, { width: size.columns, theme, rows: size.rows, now });
      const content = model.content();
      const room = Math.max(LEAST_PANE, size.rows - head.length - 3);
      const given = fitting(content, room, false);
      const paneRoom = { width: size.columns, theme, startedAt: state.startedAt };
      const names = drawer.head(given, paneRoom);
      const lines = given.flatMap((entry) => drawer.lines(entry, paneRoom));
      const isCut = given.length < content.length || lines.length > room;
      const cut: readonly SpanLine[] = isCut ? [[{ text: LEFT_OUT, role: 'faint' }]] : [];
      return [...head, ...names, ...cut, ...lines.slice(-room)].map((line) =>
        cutSpans(line, size.columns, theme.glyphs),
      );
    },
    scrollView: () => ({
      entries: model.entries(Number.MAX_SAFE_INTEGER),
      pushed: model.pushed(),
      room: drawn?.room ?? LEAST_PANE,
      heightOf,
    }),
    scrollHelp(rows) {
      helpTop = rows === 'top' ? 0 : helpTop + rows;
    },
    sideways(by) {
      drawer.sideways(by);
      shift = Math.max(0, Math.min(overflow, shift + by * SHIFT));
    },
  };
}
