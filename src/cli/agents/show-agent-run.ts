import type { ActorResult } from '../../contract/actor.js';
import type { RunControls } from '../../tui/run-conversation.js';
import type { CommandContext } from '../context.js';
import { createStyle } from '../output/style.js';
import { wantsView, withView } from '../view.js';
import { accountLines, sessionLines } from './agent-account.js';
import type { AgentRunPlan, AskPerson } from './agent-run-plan.js';
import { askInLines } from './ask-in-lines.js';
import { askWhenTold } from './ask-when-told.js';
import { noteStopping, printAgentRun } from './print-agent-run.js';
import type { Stages } from './stages.js';

/** The form of a run where none was asked for: a view, lines where a terminal can do no more, NDJSON in a pipe. */
export async function showAgentRun(plan: AgentRunPlan, stages: Stages, context: CommandContext): Promise<ActorResult> {
  if (!context.stdout.isTty && context.settings.output === 'auto') {
    return printAgentRun(plan, stages, context);
  }
  const { settings } = context;
  const isView = wantsView(context) && !settings.screenReader;
  const result = isView ? await watch(plan, stages, context) : await follow(plan, stages, context);
  await printAccount(result, plan, context);
  return result;
}

/** Below the conversation; without a run it is its session alone. */
export async function printAccount(
  result: ActorResult | undefined,
  about: Pick<AgentRunPlan, 'session' | 'again'>,
  { settings, stdout }: CommandContext,
): Promise<void> {
  const style = await createStyle(settings.color);
  const columns = settings.screenReader ? undefined : stdout.columns();
  const lines = result === undefined ? sessionLines(about) : accountLines(result, about, { style, columns });
  const text = lines.map((line) => `${line}\n`).join('');
  await stdout.write(settings.ascii ? text.replaceAll(' · ', ' - ') : text);
}

function watch({ start, message, options }: AgentRunPlan, stages: Stages, context: CommandContext) {
  return withView(context, ({ terminal, tui }) =>
    tui.runConversation({
      terminal,
      message,
      limits: options.limits ?? {},
      ...stages,
      start: ({ approve, stopSignal }) => start({ stopSignal, ask: approve && personOf(approve) }),
    }),
  );
}

/** A person at a view, who is shown what is asked there. */
export function personOf(approve: NonNullable<RunControls['approve']>): AskPerson {
  return ({ capability_id: capabilityId, safety_class: safetyClass, input }, signal) =>
    approve({ capabilityId, safetyClass, input }, signal);
}

async function follow(plan: AgentRunPlan, stages: Stages, context: CommandContext): Promise<ActorResult> {
  const { runConversationLinear } = await import('../../tui/conversation-linear.js');
  const { stdout, stdinIsTty } = context;
  const ask = askInLines(context, stages, plan.lines);
  const asking = ask && askWhenTold(ask);
  const run = plan.start({ stopSignal: stages.stop, signal: stages.cancel, ask: asking?.ask });
  noteStopping(stages, context);
  const isTyped = plan.lines !== undefined && stdinIsTty;
  return runConversationLinear({
    run,
    ...(asking === undefined ? {} : { onCall: asking.onCall }),
    message: isTyped ? undefined : plan.message,
    write: stdout.write,
    columns: () => stdout.columns() ?? USUAL_COLUMNS,
    after,
  });
}

const USUAL_COLUMNS = 80;

function after(ms: number, tick: () => void): () => void {
  const timer = setTimeout(tick, ms);
  return () => clearTimeout(timer);
}
