import { KernelError } from '../../contract/errors.js';
import type { KeptMapAccount } from '../../contract/in-clear.js';
import type { NameValues } from '../../contract/named-values.js';
import type { CommandContext } from '../context.js';
import { whileItRuns } from '../print-run.js';

interface Keeping {
  /** Texts are gone once they are replaced: what cannot be kept must not be replaced. */
  readonly isWhole: boolean;
}

/** Keeps a map of what `work` replaces, and tells its handle however that ends. */
export function keepingMap<Result>(
  context: CommandContext,
  keeping: Keeping,
  work: (name: NameValues) => Promise<Result>,
): Promise<Result> {
  return context.withKernel({}, ({ inClear, principal }) =>
    whileItRuns(context, async () => {
      const map = (await inClear()).keepMap(principal, keeping);
      let failure: unknown;
      try {
        const working = work(map.name);
        // What is written has to be gone again first.
        return await (keeping.isWhole ? working : orInterrupted(context, working));
      } catch (error) {
        failure = endedBy(context, error);
        throw error;
      } finally {
        await tellMap(context, await map.end(failure));
      }
    }),
  );
}

/** Does not wait for standard input, which may stay silent for ever. */
export async function orInterrupted<Result>(
  { interrupt }: Pick<CommandContext, 'interrupt'>,
  working: Promise<Result>,
): Promise<Result> {
  working.catch(() => undefined);
  const interrupted = new Promise<never>((_, reject) => {
    interrupt.addEventListener('abort', () => reject(interrupt.reason), { once: true });
  });
  interrupted.catch(() => undefined);
  return Promise.race([working, interrupted]);
}

/** For the trace: a reader that went away has seen enough. */
export function endedBy({ stdout }: Pick<CommandContext, 'stdout'>, error: unknown): unknown {
  return stdout.isClosed() ? new KernelError('CANCELLED', 'the reader of the result went away') : error;
}

/** Also with `-q`: without the handle the values could not be put back. */
async function tellMap(context: CommandContext, account: KeptMapAccount): Promise<void> {
  writeMap(context, account);
  if (account.handle_id !== undefined && !(await context.stderr.isDelivered())) {
    throw new KernelError('STORE_FAILED', 'the handle of the map could not be written to standard error', {
      hint: 'akernel handles list shows it',
    });
  }
}

function writeMap({ stderr, settings }: CommandContext, account: KeptMapAccount): void {
  const { handle_id: handle, expires_at: until, values, plain } = account;
  if (settings.output === 'json' || settings.output === 'ndjson') {
    stderr.write(`${JSON.stringify({ map: account })}\n`);
    return;
  }
  if (handle !== undefined) {
    const kept = `${values} ${values === 1 ? 'value' : 'values'}`;
    stderr.write(`akernel: ${kept} kept until ${until}: akernel restore --map ${handle} puts them back\n`);
  } else if (!settings.quiet) {
    stderr.write('akernel: nothing was replaced, and so no map kept\n');
  }
  if (plain > 0) {
    stderr.write(`akernel: warning: the map is full, or values too long for it; never to be put back: ${plain}\n`);
  }
}
