import { terminalSafe } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { reportError } from '../exit.js';
import { runAgent } from './agent-run.js';
import type { AgentRunRequest } from './agent-run-plan.js';
import type { createChatCommands } from './chat-commands.js';
import { createLineReader, type LineReader } from './line-reader.js';
import { answerStages } from './stages.js';

interface ChatLines {
  readonly request: Omit<AgentRunRequest, 'message'>;
  readonly command: ReturnType<typeof createChatCommands>;
}

/**
 * A chat without a view: each line of standard input is a message, and one that ends with a backslash goes on in the next.
 * It ends with the input, and without a person with the first run that does not complete.
 */
export async function chatInLines({ request, command }: ChatLines, context: CommandContext): Promise<void> {
  const lines = createLineReader(context.stdin);
  const isAsked = context.stdinIsTty && context.settings.input;
  const answer = isAsked ? answerPerson : runAgent;
  for (;;) {
    const text = await nextMessage(lines, () => {
      if (isAsked) {
        context.stderr.write('you> ');
      }
    });
    if (text === undefined) {
      return;
    }
    if (text.startsWith('/')) {
      const said = await command(text);
      if (said.type === 'exit') {
        return;
      }
      context.stderr.write(said.type === 'text' ? `${terminalSafe(said.text)}\n` : '');
    } else if (text.trim() !== '') {
      await answer({ ...request, message: text, lines }, context);
    }
  }
}

/** Whatever becomes of an answer, a person can ask again. */
async function answerPerson(request: AgentRunRequest, context: CommandContext): Promise<void> {
  const stages = answerStages(context);
  try {
    await runAgent(request, context, stages);
  } catch (error) {
    context.interrupt.throwIfAborted();
    const { text } = reportError(error, { json: false, debug: false });
    context.stderr.write((await context.loadRuntime()).redact(text));
  } finally {
    stages.close();
  }
}

async function nextMessage(lines: LineReader, prompt: () => void): Promise<string | undefined> {
  let text = '';
  for (;;) {
    prompt();
    const line = await lines.next();
    if (line === undefined) {
      return text === '' ? undefined : text;
    }
    text += line;
    if (!line.endsWith('\\')) {
      return text;
    }
    text = `${text.slice(0, -1)}\n`;
  }
}
