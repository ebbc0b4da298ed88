import { formatCount, formatTime } from '../../contract/quantities.js';
import type { SessionRecord } from '../../contract/session.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import type { SpentAction } from '../state/session-spending.js';
import { bar, sparkline } from '../text/bars.js';
import { wrapText } from '../text/wrap.js';
import type { Theme } from '../theme.js';

export interface SessionSpending {
  readonly session: SessionRecord;
  /** The oldest first. */
  readonly actions: readonly SpentAction[];
  readonly isRead: boolean;
  /** Older traces are not looked at. */
  readonly isCut: boolean;
}

const LABEL = 'spent ';
const GAP = '  ';
const MOST_CELLS = 60;
const NARROW = 60;
const WIDE = 80;

/** What a session's ledger had and has, and what its actions took of it: drawn, and in numbers. */
export function sessionDetail(spending: SessionSpending, width: number, theme: Theme): readonly SpanLine[] {
  const { session, actions, isRead } = spending;
  const sum = actions.reduce((total, { spent }) => total + spent, 0);
  if (actions.length === 0) {
    const none = session.used > 0 ? untold(spending, sum) : 'nothing was spent yet';
    return [...told(hadWords(session), width), ...told(isRead ? none : `reading ${theme.glyphs.ellipsis}`, width)];
  }
  const most = Math.max(...actions.map(({ spent }) => spent));
  const rest =
    session.used > sum ? told(isRead ? untold(spending, sum) : `reading ${theme.glyphs.ellipsis}`, width) : [];
  return [
    ...told(hadWords(session), width),
    ...sparkLines(actions, { sum, most, width }, theme),
    ...rest,
    ...actions.toReversed().map((action) => actionLine(action, { most, width }, theme)),
  ];
}

function hadWords({ total, used, reserved }: SessionRecord): string {
  const held = reserved === 0 ? '' : `, ${formatCount(reserved)} reserved`;
  const left = formatCount(Math.max(0, total - used - reserved));
  return `had ${formatCount(total)} model tokens, ${formatCount(used)} used${held}, ${left} left`;
}

function untold({ session: { used }, isCut }: SessionSpending, sum: number): string {
  const why = `handles that were read, runs that go on${isCut ? ', or actions before the newest' : ''}`;
  return `${formatCount(used - sum)} of it not in these: ${why}`;
}

interface Amounts {
  readonly most: number;
  readonly width: number;
}

/** A cell for each action, or for a few, from left to right as they came. */
function sparkLines(
  actions: readonly SpentAction[],
  { sum, most, width }: Amounts & { readonly sum: number },
  theme: Theme,
): readonly SpanLine[] {
  const drawing = sparkline(
    actions.map(({ spent }) => spent),
    Math.min(MOST_CELLS, width - LABEL.length),
    theme.glyphs,
  );
  const line: SpanLine = [
    { text: LABEL, role: 'faint' },
    { text: drawing, role: 'accent' },
  ];
  const count =
    actions.length === 1 ? '1 action' : `${formatCount(actions.length)} actions, at most ${formatCount(most)}`;
  const words = `${formatCount(sum)} by ${count}`;
  const isOneLine = LABEL.length + drawing.length + GAP.length + words.length <= width;
  return isOneLine ? [[...line, { text: `${GAP}${words}` }]] : [line, ...told(words, width)];
}

function actionLine({ at, event, name, spent }: SpentAction, { most, width }: Amounts, { glyphs }: Theme): SpanLine {
  const number = formatCount(spent).padStart(formatCount(most).length);
  const time = formatTime(at).slice(width < NARROW ? 11 : 5);
  const cells = width < NARROW ? 0 : width < WIDE ? 10 : 20;
  const drawing = bar(spent / most, cells, glyphs).padEnd(cells);
  return [
    { text: `${time}  `, role: 'faint' },
    { text: number },
    ...(cells === 0 ? [] : [{ text: `${GAP}${drawing}`, role: 'accent' as const }]),
    { text: `${GAP}${event} ${terminalSafeLine(name)}` },
  ];
}

function told(words: string, width: number): readonly SpanLine[] {
  return wrapText(words, width).map((text): SpanLine => [{ text, role: 'faint' }]);
}
