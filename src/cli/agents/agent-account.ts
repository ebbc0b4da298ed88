import type { ActorResult } from '../../contract/actor.js';
import { formatCount } from '../../contract/quantities.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { shellQuoted } from '../../tui/text/shell-quoted.js';
import { wrapText } from '../../tui/text/wrap.js';
import type { Style } from '../output/style.js';
import type { AgentRunPlan } from './agent-run-plan.js';

type About = Pick<AgentRunPlan, 'session' | 'again'>;

/** What stays below a run: how it ended, what it used, its session and how to go on with it. */
export function accountLines(
  result: ActorResult,
  about: About,
  { style, columns }: { readonly style: Style; readonly columns: number | undefined },
): readonly string[] {
  const room = columns ?? Number.POSITIVE_INFINITY;
  const { status, usage, model_calls: models, tool_calls: tools, duration_ms: ms, cost_micro: cost } = result;
  const parts = [
    `${formatCount(models)} model ${models === 1 ? 'call' : 'calls'}`,
    `${formatCount(tools)} tool ${tools === 1 ? 'call' : 'calls'}`,
    usage.usage_status === 'missing'
      ? 'model tokens not reported'
      : `${formatCount(usage.input_tokens)} model ${usage.input_tokens === 1 ? 'token' : 'tokens'} in, ${formatCount(usage.output_tokens)} out`,
    ...(cost === 0 ? [] : [`cost ${(cost / 1_000_000).toFixed(6)}`]),
    `${(ms / 1000).toFixed(1)} s`,
  ];
  const paint = status === 'completed' ? style.good : style.bad;
  const [first = '', ...others] = wrapText([status, ...parts].join(' · '), room);
  return ['', paint(status) + first.slice(status.length), ...others, ...sessionLines(about)];
}

/** The command stays one line, to be copied whole. */
export function sessionLines({ session: { session_id: id, agent }, again = [] }: About): readonly string[] {
  const words = ['akernel', 'run', agent.name, '--session', id, ...again].map((word) =>
    shellQuoted(terminalSafeLine(word)),
  );
  return [`session ${id}`, `next: ${words.join(' ')} MESSAGE`];
}
