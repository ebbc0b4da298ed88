import { createReadStream } from 'node:fs';
import { resolve } from 'node:path';
import { guardOwnState } from '../config/own-files.js';
import { KernelError } from '../contract/errors.js';
import type { DetectorInfo, FoundPlace } from '../contract/redaction.js';
import type { CommandContext } from './context.js';
import { quote, usage } from './flags/values.js';
import type { Redaction } from './ports.js';
import { keepHeapSmall } from './small-heap.js';

/** How often each was found. */
export interface Tally {
  readonly findings: number;
  readonly by_type: Readonly<Record<string, number>>;
  readonly by_detector: Readonly<Record<string, number>>;
  /** Bytes that are no text; they come out as they went in. */
  readonly invalid_bytes: number;
}

/** A finding and why it is one; never what was found. */
export interface Explained extends FoundPlace {
  readonly group: string;
  readonly validates: string;
}

/**
 * Sends bytes through the redactor, piece after piece, and counts what it finds. An interrupt ends it where it stands:
 * what is still held then is dropped.
 */
export async function redactSource(
  context: CommandContext,
  source: AsyncIterable<Uint8Array>,
  on: {
    /** Findings are counted by kind, and told of. */
    readonly isLocated: boolean;
    readonly piece: (piece: { readonly text: string; readonly bytes: () => Uint8Array }) => Promise<void>;
    readonly findings: ((findings: readonly Explained[]) => Promise<void>) | undefined;
    /** Given what has been counted so far when an interrupt comes. */
    readonly interrupted?: ((tally: Tally) => void) | undefined;
  },
): Promise<Tally> {
  const byType = new Map<string, number>();
  const byDetector = new Map<string, number>();
  let findings = 0;
  let invalid = 0;
  const counted = (): Tally => ({
    findings,
    by_type: sorted(byType),
    by_detector: sorted(byDetector),
    invalid_bytes: invalid,
  });
  const onInterrupt = (): void => on.interrupted?.(counted());
  context.interrupt.addEventListener('abort', onInterrupt, { once: true });
  const redaction = await openRedaction(context);
  const explain = createExplainer(redaction);
  const onInvalid = (count: number): void => {
    invalid += count;
  };
  for await (const piece of redaction.redact(source, { isLocated: on.isLocated, onInvalid })) {
    const { findings: more, found } = piece;
    context.interrupt.throwIfAborted();
    findings += more;
    for (const place of found) {
      byType.set(place.type, (byType.get(place.type) ?? 0) + 1);
      byDetector.set(place.detector, (byDetector.get(place.detector) ?? 0) + 1);
    }
    if (found.length > 0) {
      await on.findings?.(found.map(explain));
    }
    await on.piece(piece);
  }
  context.interrupt.removeEventListener('abort', onInterrupt);
  return counted();
}

export async function openRedaction(context: CommandContext): Promise<Redaction> {
  keepHeapSmall(context.compileCache?.keep);
  const [{ config }, runtime] = await Promise.all([context.loadConfig(), context.loadRuntime()]);
  return runtime.openRedaction({ config, env: context.env });
}

function createExplainer({ detectors }: Redaction): (place: FoundPlace) => Explained {
  const known = new Map<string, DetectorInfo>(detectors.map((detector) => [detector.name, detector]));
  return (place) => {
    const { group = 'own', validates = '' } = known.get(place.detector) ?? {};
    return { ...place, group, validates };
  };
}

/** The most frequent first. */
function sorted(counts: ReadonlyMap<string, number>): Readonly<Record<string, number>> {
  return Object.fromEntries([...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)));
}

/** The bytes of a file, or of standard input for `-` and nothing. */
export function openSource(context: CommandContext, file: string | undefined): AsyncIterable<Uint8Array> {
  if (file !== undefined && file !== '-') {
    return fileBytes(file, context);
  }
  if (context.stdinIsTty && !context.settings.input) {
    throw usage('standard input is a terminal', 'name a file, or pipe something in');
  }
  if (context.stdinIsTty && !context.settings.quiet) {
    context.stderr.write('akernel: reading from the terminal, end with Ctrl-D\n');
  }
  return context.stdin;
}

async function* fileBytes(
  file: string,
  { cwd, env, interrupt, loadConfig }: CommandContext,
): AsyncGenerator<Uint8Array> {
  if (file === '') {
    throw usage('the name of the file is empty', 'give the path of a file, or - for standard input');
  }
  const path = resolve(cwd, file);
  guardOwnState((await loadConfig()).config, env).refuse(path);
  const stream = createReadStream(path, { signal: interrupt });
  try {
    yield* stream;
  } catch (cause) {
    interrupt.throwIfAborted();
    throw unreadable(file, cause);
  } finally {
    stream.destroy();
  }
}

const REASONS: Readonly<Record<string, string>> = {
  ENOENT: 'is not there',
  EISDIR: 'is a directory',
  EACCES: 'may not be read',
};

function unreadable(file: string, cause: unknown): KernelError {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return new KernelError('USAGE', `the file ${quote(file)} ${REASONS[code] ?? 'cannot be read'}`, {
    hint: 'give the path of a file, or - for standard input',
    cause,
  });
}
