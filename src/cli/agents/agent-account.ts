import type { ActorResult } from '../../contract/actor.js';
import { formatCount } from '../../tui/text/quantities.js';
import { shellQuoted } from '../../tui/text/shell-quoted.js';
import { terminalSafeLine } from '../../tui/text/terminal-safe.js';
import type { Style } from '../output/style.js';
import type { AgentRunPlan } from './agent-run-plan.js';

type About = Pick<AgentRunPlan, 'session'>;

/** What stays below a run: how it ended, what it used, its session and how to go on with it. */
export function accountLines(result: ActorResult, { session }: About, style: Style): readonly string[] {
  const { status, usage, model_calls: models, tool_calls: tools, duration_ms: ms, cost_micro: cost } = result;
  const parts = [
    `${formatCount(models)} model ${models === 1 ? 'call' : 'calls'}`,
    `${formatCount(tools)} tool ${tools === 1 ? 'call' : 'calls'}`,
    usage.usage_status === 'missing'
      ? 'model tokens not reported'
      : `${formatCount(usage.input_tokens)} model tokens in, ${formatCount(usage.output_tokens)} out`,
    ...(cost === 0 ? [] : [`cost ${(cost / 1_000_000).toFixed(6)}`]),
    `${(ms / 1000).toFixed(1)} s`,
  ];
  const paint = status === 'completed' ? style.good : style.bad;
  return [`\n${paint(status)} · ${parts.join(' · ')}\n`, `${sessionLine({ session })}\n`];
}

/** `session s_…; next: akernel run demo --session s_… MESSAGE`. */
export function sessionLine({ session: { session_id: id, agent } }: About): string {
  const name = terminalSafeLine(agent.name);
  return `session ${id}; next: akernel run ${shellQuoted(name)} --session ${id} MESSAGE`;
}
