import type { CommandContext } from './context.js';

const LONGEST_ANSWER = 100;

/** Asks on the terminal; anything but yes is no, and so is a terminal that is not there or must not be read. */
export async function confirmed(context: CommandContext, question: string): Promise<boolean> {
  const { stdin, stdinIsTty, stderr, settings } = context;
  if (!stdinIsTty || !settings.input) {
    return false;
  }
  stderr.write(`${question} [y/N] `);
  let answer = '';
  for await (const bytes of stdin) {
    answer += Buffer.from(bytes).toString('utf8');
    if (answer.includes('\n') || answer.length > LONGEST_ANSWER) {
      break;
    }
  }
  return /^y(?:es)?\s*$/i.test(answer);
}
