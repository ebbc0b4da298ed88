import type { AgentSession } from '../../contract/agent.js';
import type { CommandContext, OpenKernel } from '../context.js';
import { withView } from '../view.js';
import { type AgentRunRequest, planOf } from './agent-run-plan.js';
import type { createChatCommands } from './chat-commands.js';
import { personOf, printAccount } from './show-agent-run.js';

interface Chat {
  readonly open: OpenKernel;
  readonly request: Omit<AgentRunRequest, 'message'>;
  readonly command: ReturnType<typeof createChatCommands>;
}

/** A chat in its view, until the person leaves it. */
export async function showChat({ open, request, command }: Chat, context: CommandContext): Promise<void> {
  const { session, options } = request;
  const { kernel, principal } = open;
  const history = await messagesOf(session);
  const result = await withView(context, ({ terminal, tui }) =>
    tui.runChat({
      terminal,
      about: `${session.agent.name} in ${session.session_id}, /help`,
      limits: options.limits ?? {},
      history,
      command,
      signal: context.interrupt,
      start: (message, { approve, stopSignal }) =>
        planOf({ ...request, message }).start({ stopSignal, ask: approve && personOf(approve) }),
      openPager: (handleId, { refresh, onClose }) =>
        tui.createPagerScreen({ terminal, kernel, principal, handleId, refresh, onClose }),
    }),
  );
  await printAccount(result, request, context);
  context.interrupt.throwIfAborted();
}

const MOST_HISTORY = 200;
/** A long conversation shall not keep a person waiting. */
const MOST_READ = 1000;

/** What the person asked in this session before. */
async function messagesOf(session: AgentSession): Promise<readonly string[]> {
  const messages: string[] = [];
  for await (const { message } of session.history({ newest: MOST_READ })) {
    if (message.role === 'user' && typeof message.content === 'string') {
      messages.push(message.content);
    }
  }
  return messages.slice(-MOST_HISTORY);
}
