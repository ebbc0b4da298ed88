import type { HostId } from '../../contract/host.js';
import type { BeforeWrite, FileWrite, Members } from '../../hosts/hook/event.js';
import {
  accountLineIn,
  accountRefusal,
  mayBeStray,
  refusalText,
  type StrayPlaceholder,
  strayPlaceholders,
} from '../../hosts/hook/judge-write.js';
import { ownPlaces, whyOwnWrite } from '../../hosts/hook/own-reach.js';
import { restoreWrite } from '../../hosts/hook/restore-write.js';
import type { ShownText } from '../../hosts/hook/shown-lines.js';
import type { CommandContext } from '../context.js';
import { leaveReceipt } from './hook-receipt.js';
import { type HookRedaction, loadRedaction } from './load-redaction.js';
import { readShown } from './read-shown.js';
import { mayRestore, traceRestoring } from './restore-leave.js';

/** Refuses to write a placeholder in the place of what it stands for, or puts the true value there. */
export async function beforeWrite(
  context: CommandContext,
  host: HostId,
  event: BeforeWrite,
): Promise<Members | undefined> {
  const startedMs = performance.now();
  const { config } = await context.loadConfig();
  const places = ownPlaces(config, { env: context.env, cwd: event.cwd ?? context.cwd });
  const own = event.writes.map((write) => whyOwnWrite(write, places)).find((why) => why !== undefined);
  if (own !== undefined) {
    return event.refuse(own);
  }
  if (!event.writes.some(mayBeStray)) {
    return undefined;
  }
  const redaction = await loadRedaction(context);
  const judged = await Promise.all(
    event.writes.map(async (write) => {
      const file = await readShown(context, { ...event, file: write.file }, redaction);
      return { write, file, strays: strayPlaceholders(write, file) };
    }),
  );
  const strays = judged.flatMap((each) => each.strays);
  const [account] = judged.flatMap(({ write, file }) => accountLineIn(write, file) ?? []);
  if (strays.length === 0 && account === undefined) {
    return undefined;
  }
  const isRestoring = config.hooks.restore && account === undefined;
  const restored = isRestoring ? await restoring(context, { host, event, redaction, judged }) : undefined;
  const bytes = Buffer.byteLength(event.writes.map(({ after }) => after).join(''));
  const { tool, session } = event;
  await leaveReceipt(context, { host, tool, session, bytesIn: bytes, bytesOut: bytes, startedMs });
  const reason = account === undefined ? refusalText(strays, config.hooks.restore) : accountRefusal(account);
  return restored ?? event.refuse(reason);
}

interface Judged {
  readonly write: FileWrite;
  readonly file: ShownText;
  readonly strays: readonly StrayPlaceholder[];
}

interface Restoring {
  readonly host: HostId;
  readonly event: BeforeWrite;
  readonly redaction: HookRedaction;
  readonly judged: readonly Judged[];
}

/** Undefined where a value cannot be told for certain, would be seen where it is put, or was never shown to this session. */
async function restoring(context: CommandContext, work: Restoring): Promise<Members | undefined> {
  const { host, event, redaction, judged } = work;
  const restored = judged.map(({ write, file, strays }) =>
    strays.length === 0 ? { write, values: [] } : restoreWrite(write, file),
  );
  const writes = restored.flatMap((each) => (each === undefined ? [] : [each]));
  const isHidden = writes.every(({ write, values }, index) => {
    const file = judged[index]?.file;
    return file !== undefined && staysHidden({ write, values, file }, redaction);
  });
  if (event.rewrite === undefined || writes.length < restored.length || !isHidden) {
    return undefined;
  }
  if (!(await mayRestore(context, host, event))) {
    return undefined;
  }
  await traceRestoring(context, host, { event, values: writes.flatMap(({ values }) => values).length });
  return event.rewrite(writes.map(({ write }) => write));
}

/** In the file as it will be, each value has to be as hidden as it was: the file may be read again. */
function staysHidden(
  { write, values, file }: { write: FileWrite; values: readonly string[]; file: ShownText },
  redaction: HookRedaction,
): boolean {
  const { before, after } = write;
  const next = before === undefined ? after : file.real.split(before).join(after);
  const shown = redaction.text(next)?.text ?? next;
  return values.every((value) => shown.split(value).length <= file.shown.split(value).length);
}
