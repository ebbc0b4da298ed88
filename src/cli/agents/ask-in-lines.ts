import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import type { AskPerson } from './agent-run-plan.js';
import { createLineReader, type LineReader } from './line-reader.js';
import type { Stages } from './stages.js';

/** Asks below the output, as `[y/N]`; undefined where there is no terminal to ask on. Whoever stops the run says no. */
export function askInLines(
  context: CommandContext,
  { stop }: Pick<Stages, 'stop'>,
  lines?: LineReader,
): AskPerson | undefined {
  const { stdin, stdinIsTty, stderr, settings, now } = context;
  if (!stdinIsTty || !settings.input || !stderr.isTty) {
    return undefined;
  }
  const reader = lines ?? createLineReader(stdin);
  return async ({ capability_id: id, safety_class: safety, input }, signal) => {
    const args = input === undefined ? '' : ` with ${terminalSafeLine(JSON.stringify(input))}`;
    stderr.write(`allow ${terminalSafeLine(id)}${args}? it is ${safety} [y/N] `);
    const answer = await reader.answer(AbortSignal.any([signal, stop]), now);
    if (answer === undefined && !stop.aborted) {
      stderr.write('\n');
    }
    return /^y(?:es)?\s*$/i.test(answer ?? '');
  };
}
