import type { AgentSummary } from '../contract/agent.js';
import { ERRORS, isKernelError, KernelError } from '../contract/errors.js';
import type { CommandContext, OpenKernel } from './context.js';
import { printList } from './output/print-value.js';

interface Checked {
  readonly agent: string;
  readonly problems: readonly Problem[];
}

/** Of an error JSON would leave out what it says. */
type Problem = Pick<KernelError, 'code' | 'message'> & { readonly hint?: string };

export interface CheckFlags {
  readonly as?: string;
  /** Asks the models too. */
  readonly live: boolean;
  /** How long each may take. */
  readonly timeout?: number;
}

/** A person still waits, and most models have begun to answer. */
const USUAL_WAIT_MS = 10_000;

/** Tells what keeps agents from being used. The exit status is that of the first problem. */
export async function checkAgents(context: CommandContext, names: readonly string[], flags: CheckFlags): Promise<void> {
  await context.withKernel({ as: flags.as }, async (open) => {
    const chosen =
      names.length === 0 ? open.kernel.agents.list() : names.map((name) => open.kernel.agents.describe(name));
    const checked: Checked[] = [];
    for (const agent of chosen) {
      checked.push({ agent: agent.name, problems: (await problemsOf(open, agent, flags)).map(problemOf) });
    }
    await printList(context, checked, { row: rowOf, none: 'no agents: add one to the section agents of a config' });
    const [first] = checked.flatMap(({ problems }) => problems);
    if (first !== undefined) {
      context.setStatus(ERRORS[first.code].exit);
    }
  });
}

function problemOf({ code, message, hint }: KernelError): Problem {
  return { code, message, ...(hint === undefined ? {} : { hint }) };
}

async function problemsOf(
  open: OpenKernel,
  agent: AgentSummary,
  { live, timeout = USUAL_WAIT_MS }: CheckFlags,
): Promise<readonly KernelError[]> {
  const { switched_off: off, capabilities, tools } = agent;
  if (off !== undefined) {
    return [new KernelError('CONFIG_INVALID', off.message, { hint: off.remedy })];
  }
  const problems: KernelError[] = [];
  for (const tool of tools) {
    problems.push(...(await toolProblems(open, tool)));
  }
  if (live && problems.length === 0) {
    const ask = capabilities.includes('chat') ? modelProblems : embeddingProblems;
    problems.push(...(await ask(open, agent.name, timeout)));
  }
  return problems;
}

async function toolProblems({ kernel, principal }: OpenKernel, capabilityId: string): Promise<readonly KernelError[]> {
  try {
    const decision = await kernel.decide({ principal, capabilityId });
    if (decision.allowed) {
      return [];
    }
    const why = decision.denials.map(({ message }) => message).join('; ');
    const hint = decision.denials.map(({ remedy }) => remedy).join('; ');
    return [new KernelError('POLICY_DENIED', `${capabilityId}: ${why}`, { hint })];
  } catch (error) {
    return [known(error)];
  }
}

const MOST_WORDS = 16;

async function modelProblems(
  { kernel: { agents }, principal }: OpenKernel,
  name: string,
  timeoutMs: number,
): Promise<readonly KernelError[]> {
  try {
    const agent = await agents.get(name);
    const run = agent.chatStream([{ role: 'user', content: 'Answer with the word ok.' }], {
      principal,
      maxTokens: MOST_WORDS,
      limits: { timeout_ms: timeoutMs },
    });
    const { error } = await run.result;
    return error === undefined ? [] : [error.code === 'TIMEOUT' ? tooSlow(timeoutMs) : error];
  } catch (error) {
    return [known(error)];
  }
}

async function embeddingProblems(
  { kernel: { agents }, principal }: OpenKernel,
  name: string,
  timeoutMs: number,
): Promise<readonly KernelError[]> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    const agent = await agents.get(name);
    await agent.embed(['ok'], { principal, signal });
    return [];
  } catch (error) {
    return [signal.aborted ? tooSlow(timeoutMs) : known(error)];
  }
}

function tooSlow(timeoutMs: number): KernelError {
  return new KernelError('TIMEOUT', `the model did not answer within ${timeoutMs / 1000} s`, {
    hint: 'see whether its server runs and is not busy, or give it longer with --timeout',
  });
}

function known(error: unknown): KernelError {
  if (!isKernelError(error)) {
    throw error;
  }
  return error;
}

function rowOf({ agent, problems }: Checked): Readonly<Record<string, unknown>> {
  return {
    agent,
    state: problems.length === 0 ? 'ok' : 'not usable',
    problems: problems.map(({ message, hint }) => `${message}${hint === undefined ? '' : ` (${hint})`}`).join('; '),
  };
}
