import { isKernelError, KernelError } from '../contract/errors.js';
import type { Kernel, RefusalRequest } from '../contract/kernel.js';
import type { Principal } from '../contract/principal.js';
import { DEFAULT_SESSION_TOTAL, type NewSession, type SessionRecord } from '../contract/session.js';
import type { NewSessionRecord } from '../contract/stores.js';
import { redactText } from '../firewall/find/redactor.js';
import { historyOf } from './conversation.js';
import { createConversations } from './open-conversation.js';
import type { KernelPorts } from './ports.js';
import { recordRefusal } from './refusal.js';
import { ownSession } from './session-access.js';
import { createSessionMemory } from './session-memory.js';
import type { TellingPorts } from './told-messages.js';

const MOST_NAME_CHARS = 128;

/** Sessions, each for its own principal: to every other one there is none. */
export function createSessions(ports: TellingPorts): {
  readonly sessions: Kernel['sessions'];
  readonly close: () => Promise<void>;
} {
  const { sessions } = ports.stores;
  const conversations = createConversations(ports);
  const own = (sessionId: string, principal: Principal): Promise<SessionRecord> =>
    traced(ports, { principal, sessionId }, () => ownSession(sessions, sessionId, principal.principal_id));
  return {
    sessions: {
      create: (principal, session) =>
        createSession(ports, principal, typeof session === 'number' ? { total: session } : session),
      get: own,
      list: (principal) => sessions.list(principal.principal_id),
      remove: async (sessionId, principal) => {
        await own(sessionId, principal);
        await sessions.remove(sessionId);
      },
      open: (sessionId, principal, { signal = new AbortController().signal } = {}) =>
        traced(ports, { principal, sessionId }, () => conversations.open(sessionId, principal, signal)),
      history: async function* (sessionId, principal, { newest } = {}) {
        await own(sessionId, principal);
        yield* historyOf(ports, sessionId, newest);
      },
      memory: (sessionId, principal) => createSessionMemory(ports, sessionId, () => own(sessionId, principal)),
    },
    close: conversations.close,
  };
}

/** Who asks for a session that is not there, or not his, leaves a trace, where there is room for one: nothing was given. */
async function traced<Result>(
  ports: KernelPorts,
  asked: Pick<RefusalRequest, 'principal' | 'sessionId'>,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (isKernelError(error) && error.code === 'SESSION_NOT_FOUND') {
      await recordRefusal(ports, { ...asked, event: 'session', error }).catch(() => undefined);
    }
    throw error;
  }
}

async function createSession(ports: KernelPorts, principal: Principal, wanted: NewSession): Promise<SessionRecord> {
  checkAgent(ports, wanted.agent);
  const session: NewSessionRecord = {
    session_id: ports.newId('s'),
    principal_id: principal.principal_id,
    created_at: new Date(ports.clock.now()).toISOString(),
    total: totalOf(wanted),
    ...(wanted.agent === undefined ? {} : { agent: wanted.agent }),
    ...(wanted.parent_id === undefined ? {} : { parent_id: wanted.parent_id }),
  };
  await ports.stores.sessions.create(session);
  return ownSession(ports.stores.sessions, session.session_id, principal.principal_id);
}

function totalOf({ total, parent_id }: NewSession): number {
  if (parent_id !== undefined) {
    if (total !== undefined) {
      throw new KernelError('USAGE', 'a session with a parent has no budget of its own', {
        hint: 'it spends what its parent has; leave the budget out',
      });
    }
    return 0;
  }
  const amount = total ?? DEFAULT_SESSION_TOTAL;
  if (!Number.isSafeInteger(amount) || amount <= 0) {
    throw new KernelError('USAGE', 'the budget of a session must be a whole number of model tokens above 0', {
      hint: 'for example 100000',
    });
  }
  return amount;
}

/** It stands in clear in the store. */
function checkAgent(ports: KernelPorts, agent: string | undefined): void {
  if (agent === undefined) {
    return;
  }
  const isName = agent.trim() !== '' && agent.length <= MOST_NAME_CHARS && !/\p{C}/u.test(agent);
  if (!isName || redactText(agent, ports.settings.redaction).replacements.length > 0) {
    throw new KernelError('USAGE', 'the agent of a session is a name, and no secret', {
      hint: `give the name of a registered agent, of at most ${MOST_NAME_CHARS} characters`,
    });
  }
}
