import { terminalSafe } from '../../tui/text/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { runAgent } from './agent-run.js';
import type { AgentRunRequest } from './agent-run-plan.js';
import type { createChatCommands } from './chat-commands.js';
import { createLineReader, type LineReader } from './line-reader.js';

interface ChatLines {
  readonly request: Omit<AgentRunRequest, 'message'>;
  readonly command: ReturnType<typeof createChatCommands>;
}

/**
 * A chat without a view: each line of standard input is a message, and one that ends with a backslash goes on in the next.
 * It ends with the input, and with the first run that does not complete.
 */
export async function chatInLines({ request, command }: ChatLines, context: CommandContext): Promise<void> {
  const lines = createLineReader(context.stdin);
  const isAsked = context.stdinIsTty && context.settings.input;
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
      const answer = await command(text);
      if (answer.type === 'exit') {
        return;
      }
      context.stderr.write(answer.type === 'text' ? `${terminalSafe(answer.text)}\n` : '');
    } else if (text.trim() !== '') {
      await runAgent({ ...request, message: text, lines }, context);
    }
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
