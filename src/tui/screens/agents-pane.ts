import type { AgentSummary } from '../../contract/agent.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { SpanLine } from '../components/span-lines.js';
import { type Column, emptyLines, tableLines } from '../components/table-lines.js';
import { type KeyTable, obey } from '../state/key-table.js';
import { moved, movementOf, windowOf } from '../state/window-of.js';
import type { Key } from '../terminal/keys.js';
import { wrapText } from '../text/wrap.js';
import { inBackground, type Pane, type PanePorts, type Room } from './pane.js';

const KEYS: KeyTable<'send' | 'show' | 'refresh' | 'move'> = [
  { keys: ['enter', 's'], command: 'send', words: 'send a message to the selected agent', short: 'send' },
  { keys: ['i'], command: 'show', words: 'what it is told, and what it may call', short: 'show' },
  { keys: ['r'], command: 'refresh', words: 'look at the agents again' },
  { keys: ['up', 'down', 'pageup', 'pagedown', 'home', 'end'], command: 'move', words: 'move through the list' },
];

const NONE = 'no agents in the config: akernel help agents shows one, akernel demo-model is a model to try it with';

const COLUMNS: readonly Column<AgentSummary>[] = [
  { title: 'agent', text: ({ name }) => terminalSafeLine(name), rank: 0 },
  {
    title: 'can',
    text: (agent) => (agent.switched_off === undefined ? agent.capabilities.join(', ') : 'off'),
    rank: 0,
  },
  { title: 'model', text: ({ model = '' }) => terminalSafeLine(model), rank: 1 },
  { title: 'tools', text: ({ tools }) => String(tools.length), align: 'right', rank: 2 },
  { title: 'description', text: ({ description }) => terminalSafeLine(description), rank: 3 },
];

interface AgentsOfPane {
  readonly list: () => Promise<readonly AgentSummary[]>;
  /** Asks for a message, and sends it. */
  readonly send: (agent: string) => void;
}

/** The agents of the kernel, each of which can be sent a message. */
export function createAgentsPane(ports: PanePorts, { list, send }: AgentsOfPane): Pane {
  let agents: readonly AgentSummary[] = [];
  let selected = 0;
  let top = 0;
  let height = 1;

  async function reload(): Promise<void> {
    agents = await list();
    selected = moved(selected, 0, agents.length);
  }

  function onSelected(act: (agent: AgentSummary) => void): void {
    const agent = agents[selected];
    if (agent !== undefined) {
      act(agent);
    }
  }

  const commands = {
    send: () => onSelected(({ name }) => send(name)),
    show: () =>
      onSelected((agent) =>
        ports.openText({ title: terminalSafeLine(agent.name), lines: (width) => aboutLines(agent, width) }),
      ),
    refresh: () => inBackground(ports, reload),
  };

  function onKey(key: Key): boolean {
    const by = movementOf(key.name, height);
    if (by === undefined) {
      return obey(KEYS, commands, key.name);
    }
    selected = moved(selected, by, agents.length);
    ports.refresh();
    return true;
  }

  function lines({ columns, rows, theme }: Room): readonly SpanLine[] {
    if (agents.length === 0) {
      return emptyLines(NONE, columns);
    }
    height = Math.max(1, rows - 1);
    top = windowOf(selected, agents.length, height, top);
    return tableLines(COLUMNS, agents.slice(top, top + height), { width: columns, theme, selected: selected - top });
  }

  return { lines, onKey, keys: () => KEYS, isTyping: () => false, onShow: commands.refresh };
}

function aboutLines(agent: AgentSummary, width: number): readonly SpanLine[] {
  const { description, provider = '', model = '', capabilities, tools, switched_off: off } = agent;
  const texts = [
    ...(description === '' ? [] : [description]),
    `model: ${model} of ${provider}`,
    `can: ${capabilities.join(', ')}`,
    `tools: ${tools.length === 0 ? 'none' : tools.join(', ')}`,
    ...(off === undefined ? [] : [`off: ${off.message}; ${off.remedy}`]),
  ];
  return texts.flatMap((text) => wrapText(terminalSafeLine(text), width).map((line): SpanLine => [{ text: line }]));
}
