import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { ChatAnswer } from '../../tui/chat.js';
import type { OpenKernel } from '../context.js';
import { sessionLines } from './agent-account.js';
import type { AgentRunRequest } from './agent-run-plan.js';

type Obey = (rest: string) => Promise<ChatAnswer> | ChatAnswer;

const HELP = `/tools             what the agent can call
/expand HANDLE     page a result that was kept
/session           this session, and what is left of its ledger
/help              this help
/exit              leave; Ctrl-D does too
Alt-Enter or \\ at the end of a line goes on in a new one; ↑ and ↓ bring earlier messages back.
Ctrl-C stops an answer after its step, twice now.`;

/** What lines that begin with a slash do in a chat. `hasPager`: a result can be paged on the terminal. */
export function createChatCommands(
  { kernel, principal }: OpenKernel,
  about: Pick<AgentRunRequest, 'session' | 'again'>,
  hasPager: boolean,
): (line: string) => Promise<ChatAnswer> {
  const { session } = about;
  const commands: Readonly<Record<string, Obey>> = {
    '/help': () => said(HELP),
    '/exit': () => ({ type: 'exit' }),
    '/quit': () => ({ type: 'exit' }),
    async '/tools'() {
      const lines = await Promise.all(session.agent.tools.map(toolLine));
      return said(lines.length === 0 ? 'it has no tools' : lines.join('\n'));
    },
    async '/session'() {
      const { total, used, reserved } = await kernel.sessions.get(session.session_id, principal);
      const left = Math.max(0, total - used - reserved);
      return said(`${sessionLines(about).join('\n')}\nleft ${formatCount(left)} of ${formatCount(total)} model tokens`);
    },
    async '/expand'(handleId) {
      if (handleId === '') {
        return said('write the handle behind it: /expand h_…');
      }
      const page = await kernel.expand({ handleId, principal });
      return hasPager ? { type: 'pager', handleId } : said(JSON.stringify(page));
    },
  };

  async function toolLine(id: string): Promise<string> {
    const { safety_class: safety, description } = await kernel.capabilities.get(id);
    return `${id} (${safety}): ${terminalSafeLine(description)}`;
  }

  return async (line) => {
    const [name = '', ...rest] = line.trim().split(/\s+/);
    const obey = Object.hasOwn(commands, name) ? commands[name] : undefined;
    try {
      return obey === undefined ? said(`there is no ${name}\n${HELP}`) : await obey(rest.join(' '));
    } catch (error) {
      return said(error instanceof Error ? error.message : `${name} failed`);
    }
  };
}

function said(text: string): ChatAnswer {
  return { type: 'text', text };
}
