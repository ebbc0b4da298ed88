import type { ActorResult, ActorRun } from '../../contract/actor.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { jsonLine } from '../output/print-value.js';
import { valueFormat } from '../settings.js';
import { sessionLines } from './agent-account.js';
import type { AgentRunPlan } from './agent-run-plan.js';
import { askInLines } from './ask-in-lines.js';
import { withFlagHint } from './limit-hint.js';
import type { Stages } from './stages.js';

/** Prints a run as NDJSON (its parts, then its result), as one JSON result, or as the text of its answer alone. */
export async function printAgentRun(plan: AgentRunPlan, stages: Stages, context: CommandContext): Promise<ActorResult> {
  const { stdout, settings, stderr } = context;
  const format = valueFormat(settings.output, stdout.isTty, 'ndjson');
  const run = plan.start({
    stopSignal: stages.stop,
    signal: stages.cancel,
    ask: askInLines(context, stages, plan.lines),
  });
  noteStopping(stages, context);
  if (format === 'ndjson') {
    await printParts(run, stdout);
  } else if (stderr.isTty && !settings.quiet) {
    noteCalls(run, stderr);
  }
  const result = await run.result;
  if (format === 'text') {
    const text = stdout.isTty ? terminalSafe(result.text) : result.text;
    await stdout.write(text === '' || text.endsWith('\n') ? text : `${text}\n`);
    if (!settings.quiet) {
      stderr.write(`${sessionLines(plan).join('; ')}\n`);
    }
  } else {
    const told = toldResult(result, plan);
    await stdout.write(jsonLine(format === 'ndjson' ? { type: 'result', ...told } : told, stdout.isTty));
  }
  return result;
}

/** Each at once. How the run ended is told by its result. */
async function printParts(run: ActorRun, stdout: CommandContext['stdout']): Promise<void> {
  try {
    for await (const part of run) {
      await stdout.write(jsonLine(part, stdout.isTty));
    }
  } catch (error) {
    const { error: known } = await run.result;
    if (error !== known) {
      throw error;
    }
  }
}

/** Until the answer is there, a person sees that something is done for it. */
function noteCalls(run: ActorRun, stderr: CommandContext['stderr']): void {
  run.observe((part) => {
    if (part.type === 'tool-call') {
      stderr.write(`akernel: calls ${terminalSafeLine(part.tool_name)}\n`);
    }
  });
}

/** A person who stopped it shall know that it was heard. */
export function noteStopping({ stop, cancel }: Stages, { stderr, settings }: CommandContext): void {
  const note = (): void => {
    if (!settings.quiet && !cancel.aborted) {
      // The terminal shows what was pressed behind what stands there.
      stderr.write(stderr.isTty ? '\n' : '');
      stderr.write('akernel: the run stops after this step; Ctrl-C again stops it now\n');
    }
  };
  stop.addEventListener('abort', note, { once: true });
}

function toldResult({ error, ...result }: ActorResult, { session }: AgentRunPlan): Readonly<Record<string, unknown>> {
  const { code, message, hint } = error === undefined ? {} : withFlagHint(error);
  return {
    session_id: session.session_id,
    agent: session.agent.name,
    ...result,
    ...(error === undefined ? {} : { error: { code, message, ...(hint === undefined ? {} : { hint }) } }),
  };
}
