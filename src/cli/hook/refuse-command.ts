import type { HostId } from '../../contract/host.js';
import { commandWrites } from '../../hosts/hook/command-writes.js';
import type { BeforeCommand, Members } from '../../hosts/hook/event.js';
import { accountLineIn, commandRefusal, mayWriteStray, strayPlaceholders } from '../../hosts/hook/judge-write.js';
import type { CommandContext } from '../context.js';
import { leaveReceipt } from './hook-receipt.js';
import { loadRedaction } from './load-redaction.js';
import { readShown } from './read-shown.js';

/** Refuses a command whose words show that it writes a placeholder in the place of what it stands for: no value belongs into a command line. */
export async function refuseCommand(
  context: CommandContext,
  host: HostId,
  event: BeforeCommand,
): Promise<Members | undefined> {
  const startedMs = performance.now();
  const { command, cwd, tool, session } = event;
  if (!mayWriteStray(command)) {
    return undefined;
  }
  const { config } = await context.loadConfig();
  const redaction = await loadRedaction(context);
  for (const write of commandWrites(command)) {
    const file = await readShown(context, { ...(cwd === undefined ? {} : { cwd }), file: write.file }, redaction);
    const [stray] = strayPlaceholders(write, file);
    if (stray !== undefined || accountLineIn(write, file) !== undefined) {
      const bytes = Buffer.byteLength(command);
      await leaveReceipt(context, { host, tool, session, bytesIn: bytes, bytesOut: bytes, startedMs });
      return event.refuse(commandRefusal(stray?.placeholder, write.file, config.hooks.restore));
    }
  }
  return undefined;
}
