import type { CommandContext } from '../context.js';
import { usage } from '../flags/values.js';

const MAX_MESSAGE_BYTES = 8 * 1024 * 1024;
const HOW = 'write it behind the agent, or - to read it from standard input';

/** The message of a command line: its words, or what comes from standard input. Throws USAGE. */
export async function messageOf(words: readonly string[], context: CommandContext): Promise<string> {
  if (words.includes('-') && words.length > 1) {
    throw usage('there are two messages: - and the words beside it', 'give one of them');
  }
  const message = words[0] === '-' ? await fromStdin(context) : words.join(' ');
  if (message.trim() === '') {
    throw usage(words.length === 0 ? 'the message is missing' : 'the message is empty', HOW);
  }
  return message;
}

async function fromStdin({ stdin, stdinIsTty }: CommandContext): Promise<string> {
  if (stdinIsTty) {
    throw usage('standard input is a terminal: there is no message in it', HOW);
  }
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of stdin) {
    text += decoder.decode(bytes, { stream: true });
    if (text.length > MAX_MESSAGE_BYTES) {
      throw usage(
        `the message is longer than ${MAX_MESSAGE_BYTES} characters`,
        'let the agent read it with a capability such as fs.read_file',
      );
    }
  }
  return (text + decoder.decode()).replace(/\r?\n$/, '');
}
