import type { ActorRun } from '../../contract/actor.js';
import type { AgentKernel, AgentSession, SessionRunOptions } from '../../contract/agent.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { RunControls } from '../run-conversation.js';
import type { Screen } from '../screen.js';
import type { ConversationEntry } from '../state/conversation.js';
import type { ConversationOpening, OpenedConversation } from './inner-conversation.js';
import type { LiveWork } from './live-runs.js';
import type { InnerScreenPorts } from './live-screen.js';
import { inBackground, type PanePorts } from './pane.js';

export type OpenConversation = (opening: ConversationOpening) => OpenedConversation;

interface TalkPorts extends Pick<PanePorts, 'principal' | 'say' | 'prompt' | 'fail' | 'refresh'> {
  readonly agents?: Pick<AgentKernel, 'agents' | 'openSession'>;
  /** The session that was chosen. */
  readonly sessionId: () => string | undefined;
  readonly openConversation: OpenConversation;
  readonly show: (open: (inside: InnerScreenPorts) => Screen, onClosed: () => void) => void;
  readonly track: (work: LiveWork) => void;
}

interface Talked {
  readonly sessionId: string;
  readonly entries: readonly ConversationEntry[];
}

export interface AgentTalk {
  /** Asks what an agent is to be told: in the session that was chosen, or in one that begins. */
  readonly ask: (agent: string) => void;
}

/** Sends messages to agents and shows what comes of them; each conversation can be gone on with. */
export function createAgentTalk(ports: TalkPorts): AgentTalk {
  const { agents, principal } = ports;

  function ask(agent: string, before?: Talked): void {
    ports.prompt({
      label: `Message to ${terminalSafeLine(agent)}`,
      text: '',
      accept(text) {
        if (text.trim() !== '') {
          inBackground(ports, () => send(agent, text, before));
        }
      },
    });
  }

  async function send(agent: string, message: string, before: Talked | undefined): Promise<void> {
    const sessionId = before?.sessionId ?? ports.sessionId();
    const session = await agents?.openSession({
      principal,
      agent,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    if (session !== undefined) {
      show(session, message, before?.entries ?? []);
    }
  }

  function show(session: AgentSession, message: string, earlier: readonly ConversationEntry[]): void {
    const { session_id: sessionId, agent } = session;
    ports.show(
      (inside) => {
        const { screen, run, entries } = ports.openConversation({
          message,
          start: (controls) => start(session, message, controls),
          inside,
          earlier,
          onNext: () => ask(agent.name, { sessionId, entries: entries() }),
        });
        ports.track({ ended: run.result, cancel: () => void run.cancel('the person left') });
        return screen;
      },
      () => ports.say(`the conversation is session ${sessionId}; 0 shows it again`),
    );
  }

  function start(session: AgentSession, message: string, { approve, stopSignal }: RunControls): ActorRun {
    const options: SessionRunOptions = {
      stopSignal,
      ...(approve === undefined ? {} : { approve: approverOf(approve) }),
    };
    return session.runStream(message, options);
  }

  /** Whoever looks at something else is told that they are asked. */
  function approverOf(approve: NonNullable<RunControls['approve']>): NonNullable<SessionRunOptions['approve']> {
    return async ({ capability_id: capabilityId, safety_class: safetyClass, input }, { signal }) => {
      ports.say(`an agent asks whether it may call ${terminalSafeLine(capabilityId)}: 0 shows it`);
      return { approved: await approve({ capabilityId, safetyClass, input }, signal), by: 'person' };
    };
  }

  return { ask };
}
