import { contentText } from '../../contract/message-content.js';
import { formatCount } from '../../contract/quantities.js';
import type { SessionEntry, SessionRecord } from '../../contract/session.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { wrapText } from '../text/wrap.js';
import type { TextPage } from './pane.js';

/** Enough to read, and little enough to hold. */
const MOST_ENTRIES = 1000;
const INDENT = 2;

/** The end of a conversation, as a page; what comes before is counted. */
export async function transcriptPage(
  { session_id: sessionId }: SessionRecord,
  historyOf: (newest: number) => AsyncIterable<SessionEntry>,
): Promise<TextPage> {
  const entries: SessionEntry[] = [];
  for await (const entry of historyOf(MOST_ENTRIES)) {
    entries.push(entry);
  }
  let drawn: { readonly width: number; readonly lines: readonly SpanLine[] } | undefined;
  return {
    title: `conversation of ${sessionId}`,
    lines: (width) => {
      drawn = drawn?.width === width ? drawn : { width, lines: linesOf(entries, sessionId, width) };
      return drawn.lines;
    },
  };
}

function linesOf(entries: readonly SessionEntry[], sessionId: string, width: number): readonly SpanLine[] {
  const before = (entries[0]?.seq ?? 1) - 1;
  const told =
    before === 0
      ? []
      : wrapText(`${formatCount(before)} messages before these: akernel session export ${sessionId}`, width);
  const none = entries.length === 0 ? ['nothing was said in this session'] : [];
  return [
    ...[...told, ...none].map((text): SpanLine => [{ text, role: 'faint' }]),
    ...entries.flatMap((entry, index) => entryLines(entry, entry.turn !== entries[index - 1]?.turn, width)),
  ];
}

function entryLines({ turn, at, message }: SessionEntry, isFirst: boolean, width: number): readonly SpanLine[] {
  const head: readonly SpanLine[] = isFirst
    ? [
        [],
        [
          { text: `turn ${turn} `, role: 'strong' },
          { text: at, role: 'faint' },
        ],
      ]
    : [];
  if (message.role === 'tool') {
    return [
      ...head,
      [{ text: `answer ${terminalSafeLine(message.tool_call_id)}:`, role: 'faint' }],
      ...indented(message.content, width),
    ];
  }
  const text = contentText(message.content);
  const calls = message.role === 'assistant' ? (message.tool_calls ?? []) : [];
  return [
    ...head,
    ...(text === '' ? [] : [[{ text: `${message.role}:`, role: 'accent' as const }]]),
    ...(text === '' ? [] : indented(text, width)),
    ...calls.flatMap(({ function: { name, arguments: args } }): readonly SpanLine[] => [
      [{ text: `call ${terminalSafeLine(name)}`, role: 'accent' }],
      ...indented(args, width),
    ]),
  ];
}

function indented(text: string, width: number): readonly SpanLine[] {
  return wrapText(terminalSafe(text), width - INDENT).map((line) => [{ text: ' '.repeat(INDENT) + line }]);
}
