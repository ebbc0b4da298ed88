import { isKernelError, type KernelError } from '../../contract/errors.js';
import type { OpenedMap } from '../../contract/in-clear.js';
import { beginReplacement } from '../redact/replace-file.js';
import type { Target } from '../redact/target.js';

/** What became of several texts. */
export interface RestoredFiles {
  readonly files: number;
  readonly files_changed: number;
  readonly restored: number;
  readonly unknown: number;
}

interface RestoreOptions {
  readonly map: Pick<OpenedMap, 'restore'>;
  readonly interrupt: AbortSignal;
  /** Takes the text; without it the files are replaced, each in one step. */
  readonly print: ((piece: { readonly text: string; readonly bytes: () => Uint8Array }) => Promise<void>) | undefined;
  /** Without it the first failure ends all. */
  readonly failed: ((name: string, error: KernelError) => void) | undefined;
}

/** Puts values back into texts, one after the other; one that cannot be read or replaced is told of, and the others go on. */
export async function restoreFiles(
  targets: readonly Target[],
  { map, interrupt, print, failed }: RestoreOptions,
): Promise<RestoredFiles> {
  const counts = { files: 0, files_changed: 0, restored: 0, unknown: 0 };

  async function restore(target: Target): Promise<void> {
    const replacement = print === undefined ? await beginReplacement(target) : undefined;
    let restored = 0;
    try {
      for await (const piece of map.restore(target.open(replacement?.from))) {
        interrupt.throwIfAborted();
        restored += piece.restored;
        counts.unknown += piece.unknown;
        await replacement?.write(piece.bytes());
        await print?.(piece);
      }
      if (replacement !== undefined && restored > 0) {
        await replacement.commit();
        counts.files_changed += 1;
      }
      counts.restored += restored;
    } finally {
      await replacement?.discard();
    }
  }

  for (const target of targets) {
    interrupt.throwIfAborted();
    counts.files += 1;
    try {
      await restore(target);
    } catch (thrown) {
      interrupt.throwIfAborted();
      if (failed === undefined || !isKernelError(thrown)) {
        throw thrown;
      }
      failed(target.name, thrown);
    }
  }
  return counts;
}
