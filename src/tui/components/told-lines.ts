import type { ConversationEntry } from '../state/conversation.js';
import type { Theme } from '../theme.js';
import { entryLinesBelow } from './conversation-lines.js';
import type { SpanLine } from './span-lines.js';

/** What was said and done, in lines that are wrapped anew for each width. */
export interface ToldLines {
  readonly add: (entries: readonly ConversationEntry[]) => void;
  readonly entries: () => readonly ConversationEntry[];
  readonly lines: (width: number, theme: Theme) => readonly SpanLine[];
}

/** More is in the session. */
const MOST_ENTRIES = 1000;
const MOST_LINES = 5000;

export function createToldLines(earlier: readonly ConversationEntry[]): ToldLines {
  let entries = earlier;
  let lines: readonly SpanLine[] = [];
  let laidOut = 0;
  let widthThen = 0;
  return {
    add(more) {
      entries = more.length === 0 ? entries : [...entries, ...more];
    },
    entries: () => entries,
    lines(width, theme) {
      if (width !== widthThen) {
        widthThen = width;
        lines = [];
        laidOut = 0;
      }
      if (laidOut < entries.length) {
        const added = entries.slice(laidOut).flatMap((entry, index) => {
          return entryLinesBelow(entries[laidOut + index - 1]?.type, entry, { width, theme });
        });
        lines = [...lines, ...added].slice(-MOST_LINES);
        entries = entries.slice(-MOST_ENTRIES);
        laidOut = entries.length;
      }
      return lines;
    },
  };
}
