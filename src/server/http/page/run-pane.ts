import { amountsText, amountText } from '../../../contract/frame-account.js';
import { formatBytes, formatCount } from '../../../contract/quantities.js';
import type { AgentAmounts } from './agent-amounts.js';
import type { Content } from './content.js';
import { createContentPane } from './content-pane.js';
import { button, make, marked, put, textNode, told } from './dom.js';
import { createGauge } from './gauge.js';
import { type Members, numberOf, textOf } from './members.js';
import type { RunState } from './run-state.js';

export interface RunPane {
  readonly element: HTMLElement;
  readonly draw: (state: RunState, now: number) => void;
}

interface RunPaneOptions {
  readonly content: Content;
  readonly onCancel: () => void;
  readonly onFollow: () => void;
  readonly onHandle: (handleId: string) => void;
}

/** A run as it goes on: who does what, the budget, the amounts, what was replaced, and the newest content. */
export function createRunPane({ content, onCancel, onFollow, onHandle }: RunPaneOptions): RunPane {
  const title = make('h2', { tabindex: '-1' });
  const stateText = make('span', { class: 'run-state' });
  const gauge = createGauge();
  const header = make('div', {});
  const pane = createContentPane(content);
  const gone = make('p', { class: 'faint' });
  const end = make('div', { class: 'account' });
  const cancel = button('cancel', onCancel, { class: 'cancel' });
  const again = button('follow again', onFollow);
  const open = button('', () => onHandle(handleId));
  let handleId = '';
  const element = make(
    'article',
    { class: 'run' },
    make('div', { class: 'title' }, title, stateText, cancel, again, open),
    header,
    gauge.element,
    gone,
    pane.element,
    end,
  );
  return {
    element,
    draw(state, now) {
      handleId = state.handleId;
      put(title, state.subject);
      put(stateText, stateWord(state), `  ${clock((state.endedAt ?? now) - state.startedAt)}`);
      cancel.hidden = state.status !== undefined || state.isCancelling;
      again.hidden = state.connection !== 'given-up' || state.status !== undefined;
      open.hidden = handleId === '';
      put(open, `open ${handleId}`);
      header.hidden = state.runId === '' && state.status !== undefined;
      put(header, idLine(state), amountLine(state, content), redactionLine(state.redactions));
      const isSpent = Object.keys(state.budget).length > 0;
      gauge.element.hidden = state.agent !== undefined || (!isSpent && state.status !== undefined);
      gauge.show(state.budget, state.phase);
      put(gone, goneWords(content));
      gone.hidden = content.gone() === 0;
      pane.draw();
      pane.element.hidden = content.end() === 0 && state.status !== undefined;
      put(end, ...account(state));
    },
  };
}

function stateWord({ status, isCancelling, connection }: RunState): HTMLElement {
  if (status !== undefined) {
    const isGood = status === 'completed';
    return make('span', { class: isGood ? 'good' : 'bad' }, `${isGood ? '✓' : '✗'} ${status}`);
  }
  if (connection !== 'open') {
    const words = connection === 'lost' ? '‖ connection lost, trying again' : '✗ connection lost';
    return make('span', { class: 'warn' }, words);
  }
  return isCancelling ? make('span', { class: 'warn' }, '✗ cancelling') : make('span', { class: 'good' }, '• running');
}

/** `0:07`, `12:34`, `1:02:03`. */
function clock(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const parts = [Math.floor(seconds / 60) % 60, seconds % 60].map((part) => String(part).padStart(2, '0'));
  const hours = Math.floor(seconds / 3600);
  return hours > 0 ? `${hours}:${parts.join(':')}` : parts.join(':').replace(/^0/, '');
}

function idLine({ actionId, runId, handleId, handleState, status, agent }: RunState): HTMLElement {
  if (agent !== undefined && handleId === '') {
    return told('run', runId);
  }
  const handle = handleId === '' ? (status === undefined ? 'no frame yet' : 'nothing is kept') : handleId;
  return told(
    agent === undefined ? 'action' : 'run',
    actionId || runId,
    make('span', { class: 'label' }, agent === undefined ? ' · handle ' : ' · newest handle '),
    make('span', handleId === '' ? { class: 'faint' } : {}, handle),
    handleId === '' ? undefined : ` ${handleState || (status === undefined ? 'open' : '')}`,
  );
}

function amountLine({ seen, shownRows, agent }: RunState, content: Content): HTMLElement {
  if (agent !== undefined) {
    return agentLine(agent);
  }
  const rows = numberOf(seen['rows']) ?? 0;
  const bytes = numberOf(seen['bytes']);
  const hasRows = rows > 0 || shownRows > 0;
  const parts = [
    ...(hasRows ? [`${formatCount(Math.max(rows, shownRows))} rows`] : []),
    ...(bytes === undefined ? [] : [formatBytes(bytes)]),
    `${formatCount(hasRows ? shownRows : content.total())} ${hasRows ? 'shown' : 'lines shown'}`,
  ];
  return told('seen', parts.join(' · '));
}

function agentLine({ modelTokens, modelCalls, toolCalls }: AgentAmounts): HTMLElement {
  const tokens = modelTokens === undefined ? [] : [amountText(modelTokens, 'model tokens')];
  return told(
    'used',
    [...tokens, amountText(modelCalls, 'model calls'), amountText(toolCalls, 'tool calls')].join(' · '),
  );
}

function redactionLine(redactions: Members): HTMLElement {
  const counts = Object.entries(redactions)
    .map(([type, count]) => [type, numberOf(count) ?? 0] as const)
    .filter(([, count]) => count > 0)
    .sort(([, left], [, right]) => right - left);
  return told(
    'redacted',
    ...(counts.length === 0
      ? [make('span', { class: 'faint' }, 'nothing so far')]
      : counts.flatMap(([type, count]) => [
          make('span', { class: 'redacted' }, `${type} `),
          textNode(`${formatCount(count)}  `),
        ])),
  );
}

function goneWords(content: Content): string {
  const left = content.total() - content.gone();
  return `the last ${formatCount(left)} of ${formatCount(content.total())} that were shown stand here`;
}

/** What is left to say when it has ended. */
function account({ status, facts, warnings, problem, omitted, next }: RunState): readonly HTMLElement[] {
  const left = amountsText('omitted', omitted);
  return [
    ...(problem === undefined ? [] : [make('p', { class: 'bad' }, ...marked(`✗ ${textOf(problem['detail'])}`))]),
    ...(problem === undefined || textOf(problem['hint']) === ''
      ? []
      : [make('p', { class: 'faint' }, textOf(problem['hint']))]),
    ...warnings.map((text) => make('p', { class: 'warn' }, ...marked(text))),
    ...(facts.length === 0
      ? []
      : [
          make('h3', {}, 'facts of the whole stream'),
          make('ul', { class: 'facts' }, ...facts.map((fact) => make('li', {}, ...marked(fact)))),
        ]),
    ...(status === undefined || left === undefined ? [] : [make('p', {}, left)]),
    ...(next === '' ? [] : [told('next', make('code', {}, next))]),
  ];
}
