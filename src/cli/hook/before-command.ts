import { homeOf } from '../../config/find-files.js';
import type { HostId } from '../../contract/host.js';
import { judgeCommand } from '../../hosts/hook/command-rules.js';
import type { BeforeCommand, Members } from '../../hosts/hook/event.js';
import { whyLeftAlone } from '../../hosts/hook/leave-alone.js';
import { readCommandRules } from '../../hosts/hook/rule-files.js';
import { wrapCommand } from '../../hosts/hook/wrap-command.js';
import type { CommandContext } from '../context.js';

/** The same command through `akernel exec`; undefined where it has to run, or be judged by the host, as it is. */
export async function beforeCommand(
  context: CommandContext,
  host: HostId,
  event: BeforeCommand,
): Promise<Members | undefined> {
  const { config } = await context.loadConfig();
  const { ownProgram, env } = context;
  const { command, isBackground, leave, rewrite } = event;
  if (!config.exec || ownProgram === undefined || whyLeftAlone(command, isBackground) !== undefined) {
    return undefined;
  }
  const rules = await readCommandRules(host, { home: homeOf(env), cwd: event.cwd ?? context.cwd, env });
  const judgement = rules === undefined ? 'stays' : judgeCommand(command, rules);
  if (judgement === 'stays') {
    return undefined;
  }
  const isAllowed = leave === 'always' || (leave === 'from-rules' && judgement === 'allowed');
  return rewrite(wrapCommand(command, host, ownProgram), isAllowed);
}
