import { amountText } from '../../contract/frame-account.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { LiveState } from '../state/live.js';
import { ENDED_KEYS, QUESTIONS, RUNNING_KEYS } from '../state/live-keys.js';
import type { Theme } from '../theme.js';
import { footLine, helpLines } from './key-lines.js';
import { spansWidth } from './line.js';
import { cutSpans, type SpanLine } from './span-lines.js';

/** Widths from which a question has room for all of its words, and for some. */
const WIDE = 76;
const NARROW = 36;

interface LineOptions {
  readonly width: number;
  readonly theme: Theme;
}

/** What is asked, what was said, or the keys that matter now. */
export function liveFoot(
  state: LiveState,
  { width, theme, hasKeys }: LineOptions & { readonly hasKeys: boolean },
): SpanLine {
  if (!hasKeys) {
    return cutSpans([{ text: 'no keys here: Ctrl-C cancels', role: 'faint' }], width, theme.glyphs);
  }
  if (state.ask !== undefined) {
    const { text, short, keys } = QUESTIONS[state.ask];
    const lead: SpanLine = [{ text: width >= WIDE ? `${text} ` : width >= NARROW ? `${short} ` : '', role: 'warn' }];
    return cutSpans([...lead, ...footLine(keys, width - spansWidth(lead), theme)], width, theme.glyphs);
  }
  if (state.notice !== undefined) {
    return cutSpans([{ text: terminalSafeLine(state.notice), role: 'warn' }], width, theme.glyphs);
  }
  return footLine(state.status === undefined ? RUNNING_KEYS : ENDED_KEYS, width, theme);
}

export function liveHelp(state: LiveState, { width, theme }: LineOptions): readonly SpanLine[] {
  const keys = state.status === undefined ? RUNNING_KEYS : ENDED_KEYS;
  return helpLines('Live view: arrows scroll, others close', keys, width, theme).map((line) =>
    cutSpans(line, width, theme.glyphs),
  );
}

const FACTS_OF: Readonly<Record<LiveState['factsOf'], string>> = {
  batch: 'of the last batch',
  running: 'of the stream so far',
  stream: 'of the whole stream',
};

/** What the facts are about. */
export function factsWords({ factsOf }: Pick<LiveState, 'factsOf'>): string {
  return FACTS_OF[factsOf];
}

/** What the pane has to say of itself, beside its name. */
export function paneWords(state: LiveState, pushed: number): string {
  const { held, tab } = state;
  if (held !== undefined) {
    const isNew = pushed - held.pushed;
    return `${held.by === 'space' ? 'frozen' : 'scrolled back'}${isNew > 0 ? `, ${formatCount(isNew)} new` : ''}`;
  }
  if (tab === 'facts') {
    return state.facts.length === 0 ? '' : factsWords(state);
  }
  const unseen = state.usage.rows - state.shownRows;
  return tab === 'rows' && state.phase > 2 && unseen > 0 ? `${amountText(unseen, 'rows')} not shown` : '';
}

/** What stands where there is no content. */
export function emptyLine(state: LiveState): SpanLine {
  return [{ text: emptyWords(state), role: 'faint' }];
}

function emptyWords({ tab, status, error }: LiveState): string {
  if (error !== undefined && tab === 'rows') {
    return terminalSafeLine(`${error.code}: ${error.message}`);
  }
  if (tab === 'facts') {
    return 'no facts yet: they come with phase 3 and at the end';
  }
  return status === undefined ? 'waiting for the first row' : 'no rows came';
}
