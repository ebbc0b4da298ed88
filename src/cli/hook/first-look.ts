import { loadConfigForHost } from '../../config/load-for-host.js';
import { type HostId, isHostId } from '../../contract/host.js';
import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { HOOK_PROTOCOLS } from '../../hosts/hook/index.js';
import { mayBeStray, strayWrites } from '../../hosts/hook/judge-write.js';
import { withoutDepths } from '../../hosts/hook/output-texts.js';
import { ownPlaces, whyOwn, whyOwnWrite } from '../../hosts/hook/own-reach.js';
import { loadRedaction } from './load-redaction.js';
import { leaveOutputReceipt, lookAtOutput } from './look-at-output.js';
import { readEvent } from './read-event.js';

/** What is left to do, and what to give back when it is done. */
interface Unanswered {
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly release: () => void;
}

/**
 * A hook without the rest of the program, in a bundle of its own: hosts wait for it at every tool, and most outputs are
 * clean and short. All else is for the whole program, also what goes wrong; then this gives back what was on standard input.
 */
export async function firstLook(process: NodeJS.Process): Promise<Unanswered | undefined> {
  const [, , , host = '', ...flags] = process.argv;
  const stdin = createReplay(() => process.stdin);
  try {
    if (isHostId(host) && flags.every((flag) => flag === '--wrap') && (await isNothing(process, host, stdin.first()))) {
      process.stdout.write(HOOK_PROTOCOLS[host].silence);
      stdin.release();
      return undefined;
    }
  } catch {
    // The whole program meets it too, and says what it is.
  }
  return { stdin: stdin.again(), release: stdin.release };
}

/** Whether the host is to go on as if there were no hook. */
async function isNothing(
  { argv, cwd, env, stderr }: NodeJS.Process,
  host: HostId,
  stdin: AsyncIterable<Uint8Array>,
): Promise<boolean> {
  const startedMs = performance.now();
  const event = HOOK_PROTOCOLS[host].parse(await readEvent(stdin));
  if (event === undefined) {
    return true;
  }
  const loaded = await loadConfigForHost({ env, cwd: cwd() });
  const places = ownPlaces(loaded.config, { env, cwd: event.cwd ?? cwd() });
  if (event.kind === 'before-write') {
    return !event.writes.some((write) => mayBeStray(write) || whyOwnWrite(write, places) !== undefined);
  }
  if (event.kind === 'before-command') {
    const { command } = event;
    const isRefused = whyOwn(command, places) !== undefined || strayWrites(command).length > 0;
    return !(isRefused || loaded.config.hooks.wrap || argv.includes('--wrap'));
  }
  if (withoutDepths(event.output) !== event.output) {
    return false;
  }
  const context = {
    env,
    loadConfig: async () => loaded,
    now: Date.now,
    settings: { quiet: false },
    stderr: { write: (text: string) => void stderr.write(text) },
  };
  const redaction = await loadRedaction(context);
  const look = await lookAtOutput(event, { host, config: loaded.config, redaction, env });
  if (look.isFine) {
    for (const warning of loaded.warnings) {
      context.stderr.write(`akernel: warning: ${terminalSafeLine(warning)}\n`);
    }
    await leaveOutputReceipt(context, look, { host, event, shown: look.raw, startedMs });
  }
  return look.isFine;
}

/** Reads what comes, and gives all of it once more. Nothing is opened before it is read. */
function createReplay(open: () => NodeJS.ReadStream) {
  const pieces: Uint8Array[] = [];
  let source: NodeJS.ReadStream | undefined;
  let iterator: AsyncIterator<Uint8Array> | undefined;
  async function* first(): AsyncGenerator<Uint8Array> {
    source ??= open();
    iterator ??= source[Symbol.asyncIterator]();
    for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
      pieces.push(next.value);
      yield next.value;
    }
  }
  return {
    first,
    async *again(): AsyncGenerator<Uint8Array> {
      yield* pieces.slice();
      yield* first();
    },
    release: () => void source?.destroy(),
  };
}
