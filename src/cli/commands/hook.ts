import type { Command } from 'commander';
import { HOSTS, type HostId, isHostId } from '../../contract/host.js';
import type { HookEvent, Members } from '../../hosts/hook/event.js';
import { stringifyExactJson } from '../../hosts/hook/exact-json.js';
import { HOOK_PROTOCOLS } from '../../hosts/hook/index.js';
import type { CommandContext } from '../context.js';
import { quote, usage } from '../flags/values.js';
import { afterTool } from '../hook/after-tool.js';
import { beforeCommand } from '../hook/before-command.js';
import { beforeWrite } from '../hook/before-write.js';
import { readEvent } from '../hook/read-event.js';
import { refuseCommand } from '../hook/refuse-command.js';

const NOTES = `
A host runs it with one JSON object on standard input. It answers one JSON object or nothing, and always ends with 0:
what went wrong is told in one line on standard error, and the tool's output or command stays as it was.`;

interface HookFlags {
  readonly wrap?: boolean;
}

export function defineHook(command: Command, context: CommandContext): void {
  command
    .argument('<host>', `who asks: ${Object.keys(HOSTS).join(', ')}`)
    .option('--wrap', 'run commands by akernel exec, as hooks.wrap of the config does')
    .addHelpText('after', NOTES)
    .action((host: string, flags: HookFlags) => hook(context.forHost(), host, flags));
}

async function hook(context: CommandContext, host: string, flags: HookFlags): Promise<void> {
  if (!isHostId(host)) {
    throw usage(`there is no host ${quote(host)}`, `choose one of ${Object.keys(HOSTS).join(', ')}`);
  }
  const { parse, silence } = HOOK_PROTOCOLS[host];
  const event = parse(await readEvent(context.stdin));
  const answer = event === undefined ? undefined : await answerTo(context, host, { event, flags });
  await context.stdout.write((answer && stringifyExactJson(answer)) ?? silence);
}

async function answerTo(
  context: CommandContext,
  host: HostId,
  { event, flags }: { readonly event: HookEvent; readonly flags: HookFlags },
): Promise<Members | undefined> {
  switch (event.kind) {
    case 'after-tool':
      return afterTool(context, host, event);
    case 'before-write':
      return beforeWrite(context, host, event);
    case 'before-command': {
      const refused = await refuseCommand(context, host, event);
      const isWanted = flags.wrap === true || (await context.loadConfig()).config.hooks.wrap;
      return refused ?? (isWanted ? beforeCommand(context, host, event) : undefined);
    }
  }
}
