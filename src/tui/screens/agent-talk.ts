import type { ActorRun } from '../../contract/actor.js';
import type { AgentKernel, SessionRunOptions } from '../../contract/agent.js';
import type { RunControls } from '../run-conversation.js';
import type { Screen } from '../screen.js';
import type { LiveWork } from './live-runs.js';
import type { InnerScreenPorts } from './live-screen.js';
import type { PanePorts } from './pane.js';

export type OpenConversation = (
  message: string,
  start: (controls: RunControls) => ActorRun,
  inside: InnerScreenPorts,
) => { readonly screen: Screen; readonly run: ActorRun };

interface TalkPorts extends Pick<PanePorts, 'principal' | 'say'> {
  readonly agents?: Pick<AgentKernel, 'agents' | 'openSession'>;
  /** The session that was chosen. */
  readonly sessionId: () => string | undefined;
  readonly openConversation: OpenConversation;
  readonly show: (open: (inside: InnerScreenPorts) => Screen, onClosed: () => void) => void;
  readonly track: (work: LiveWork) => void;
}

/** Sends messages to agents: goes on with the session that was chosen, or begins one. */
export function createAgentTalk(ports: TalkPorts): (agent: string, message: string) => Promise<void> {
  const { agents, principal } = ports;
  return async (agent, message) => {
    const sessionId = ports.sessionId();
    const session = await agents?.openSession({
      principal,
      agent,
      ...(sessionId === undefined ? {} : { sessionId }),
    });
    if (session === undefined) {
      return;
    }
    ports.show(
      (inside) => {
        const start = (controls: RunControls): ActorRun => session.runStream(message, runOptionsOf(controls));
        const { screen, run } = ports.openConversation(message, start, inside);
        ports.track({ ended: run.result, cancel: () => void run.cancel('the person left') });
        return screen;
      },
      () => ports.say(`the conversation is session ${session.session_id}`),
    );
  };
}

function runOptionsOf({ approve, stopSignal }: RunControls): SessionRunOptions {
  if (approve === undefined) {
    return { stopSignal };
  }
  return {
    stopSignal,
    approve: async ({ capability_id: capabilityId, safety_class: safetyClass, input }, { signal }) => ({
      approved: await approve({ capabilityId, safetyClass, input }, signal),
      by: 'person',
    }),
  };
}
