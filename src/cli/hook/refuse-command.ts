import type { HostId } from '../../contract/host.js';
import type { BeforeCommand, Members } from '../../hosts/hook/event.js';
import { accountLineIn, commandRefusal, strayPlaceholders, strayWrites } from '../../hosts/hook/judge-write.js';
import { ownPlaces, whyOwn } from '../../hosts/hook/own-reach.js';
import type { CommandContext } from '../context.js';
import { leaveReceipt } from './hook-receipt.js';
import { loadRedaction } from './load-redaction.js';
import { readShown } from './read-shown.js';

/**
 * Refuses a command whose words show that it reaches for what only a person may change, or that it writes a placeholder in
 * the place of what it stands for: no value belongs into a command line.
 */
export async function refuseCommand(
  context: CommandContext,
  host: HostId,
  event: BeforeCommand,
): Promise<Members | undefined> {
  const startedMs = performance.now();
  const { command, cwd = context.cwd, tool, session } = event;
  const { config } = await context.loadConfig();
  const reason =
    whyOwn(command, ownPlaces(config, { env: context.env, cwd })) ??
    (await whyStray(context, event, config.hooks.restore));
  if (reason === undefined) {
    return undefined;
  }
  const bytes = Buffer.byteLength(command);
  await leaveReceipt(context, { host, tool, session, bytesIn: bytes, bytesOut: bytes, startedMs });
  return event.refuse(reason);
}

async function whyStray(
  context: CommandContext,
  { command, cwd }: BeforeCommand,
  isRestoring: boolean,
): Promise<string | undefined> {
  const writes = strayWrites(command);
  if (writes.length === 0) {
    return undefined;
  }
  const redaction = await loadRedaction(context);
  for (const write of writes) {
    const file = await readShown(context, { ...(cwd === undefined ? {} : { cwd }), file: write.file }, redaction);
    const [stray] = strayPlaceholders(write, file);
    if (stray !== undefined || accountLineIn(write, file) !== undefined) {
      return commandRefusal(stray?.placeholder, write.file, isRestoring);
    }
  }
  return undefined;
}
