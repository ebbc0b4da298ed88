import { resolve } from 'node:path';
import type { KernelError } from '../../contract/errors.js';
import type { OpenedMap } from '../../contract/in-clear.js';
import { terminalSafe } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { reportError } from '../exit.js';
import { usage } from '../flags/values.js';
import { whileItRuns } from '../print-run.js';
import { createPrivateFile, type PrivateFile } from '../private-file.js';
import { openSource } from '../redact/open-source.js';
import type { Target } from '../redact/target.js';
import { endedBy, orInterrupted } from './keeping-map.js';
import { refuseWithin } from './refuse-within.js';
import { type RestoredFiles, restoreFiles } from './restore-files.js';

export interface RestoreFlags {
  readonly map: string;
  readonly write?: boolean;
  readonly out?: string;
}

/** Puts values back into texts, and tells how many. */
export async function restore(context: CommandContext, words: readonly string[], flags: RestoreFlags): Promise<void> {
  refuseWithin('restore', context);
  refuseTogether(words, flags);
  await context.withKernel({}, ({ inClear, principal }) =>
    whileItRuns(context, async () => {
      const map = await (await inClear()).openMap({ handleId: flags.map, principal });
      let failure: unknown;
      let restored: RestoredFiles | undefined;
      try {
        restored = await restoreWith(context, map, { words, flags });
      } catch (error) {
        failure = endedBy(context, error);
        throw error;
      } finally {
        const { files = 0, files_changed = 0 } = restored ?? {};
        await map.end({ files, files_changed }, failure);
      }
      tellRestored(context, restored, flags);
      if (map.damage !== undefined) {
        throw map.damage;
      }
    }),
  );
}

async function restoreWith(
  context: CommandContext,
  map: OpenedMap,
  { words, flags }: { readonly words: readonly string[]; readonly flags: RestoreFlags },
): Promise<RestoredFiles> {
  const { stdout, interrupt } = context;
  const out = flags.out === undefined ? undefined : await createPrivateFile(context, flags.out);
  const isMany = words.length > 1;
  const failures = createFailures(context);
  try {
    const working = restoreFiles(
      (words.length === 0 ? ['-'] : words).map((word) => targetOf(context, word)),
      {
        map,
        interrupt,
        print: flags.write === true ? undefined : printerTo(out, stdout),
        failed: isMany ? failures.tell : undefined,
      },
    );
    // What is written into files has to be gone again first.
    const restored = await (flags.write === true ? working : orInterrupted(context, working));
    await out?.commit();
    context.setStatus(failures.status());
    return restored;
  } finally {
    await out?.discard();
  }
}

function printerTo(out: PrivateFile | undefined, stdout: CommandContext['stdout']) {
  return async ({ text, bytes }: { readonly text: string; readonly bytes: () => Uint8Array }): Promise<void> => {
    const shown = out === undefined && stdout.isTty ? terminalSafe(text) : bytes();
    await (shown.length > 0 ? (out ?? stdout).write(shown) : undefined);
  };
}

/** Tells of texts that could not be read or replaced, and of the worst status among them. */
function createFailures({ settings, stderr }: Pick<CommandContext, 'settings' | 'stderr'>) {
  let worst = 0;
  return {
    tell: (_name: string, error: KernelError): void => {
      const { text, status } = reportError(error, { json: isJson(settings), debug: settings.debug });
      worst = Math.max(worst, status);
      stderr.write(text);
    },
    status: () => worst,
  };
}

function isJson({ output }: CommandContext['settings']): boolean {
  return output === 'json' || output === 'ndjson';
}

function targetOf(context: CommandContext, word: string): Target {
  const isFile = word !== '' && word !== '-';
  return {
    name: word,
    isNamed: true,
    ...(isFile ? { path: resolve(context.cwd, word) } : {}),
    open: (opened) => openSource(context, word, opened),
  };
}

function tellRestored({ stderr, settings }: CommandContext, restored: RestoredFiles, { write }: RestoreFlags): void {
  const { files, files_changed: changed, restored: values, unknown } = restored;
  if (isJson(settings)) {
    stderr.write(`${JSON.stringify({ restored: { values, unknown, files, files_changed: changed } })}\n`);
    return;
  }
  if (settings.quiet) {
    return;
  }
  const where = write === true ? `, ${counted(changed, 'file')} of ${files} changed` : '';
  stderr.write(`akernel: ${counted(values, 'placeholder')} restored${where}\n`);
  if (unknown > 0) {
    stderr.write(`akernel: not of this map, and left alone: ${counted(unknown, 'placeholder')}\n`);
  }
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}

function refuseTogether(words: readonly string[], { write, out }: RestoreFlags): void {
  if (write === true && out !== undefined) {
    throw usage('--write replaces the files themselves, and --out makes a new one', 'leave out one of them');
  }
  if (write === true && (words.length === 0 || words.includes('-'))) {
    throw usage('--write replaces files, and standard input is none', 'name files');
  }
}
