import { isKernelError, type KernelError } from '../../contract/errors.js';
import type { NameValues } from '../../contract/named-values.js';
import type { RedactedPiece, Redaction } from '../ports.js';
import { createExplainer, type Explained } from './open-redaction.js';
import { createPlacePrints } from './place-prints.js';
import { beginReplacement, type Replacement } from './replace-file.js';
import { createTally, type Tally, type Tallying } from './tally.js';
import type { Target } from './target.js';

/** A finding in one of several texts. */
export interface FileFinding {
  readonly name: string;
  readonly finding: Explained;
  /** By what it is known again, where that was asked for. */
  readonly print: string;
  /** The baseline has it. */
  readonly isKnown: boolean;
}

/** What became of several texts. */
export interface FilesTally extends Tally {
  /** Findings that the baseline has; they are not among the others. */
  readonly known: number;
  readonly files: number;
  readonly files_changed: number;
  /** In the files that were changed. */
  readonly findings_replaced: number;
  /** Their bytes are no text. */
  readonly files_passed_over: number;
  readonly files_failed: number;
}

export interface RedactFilesOptions {
  readonly redaction: Redaction;
  readonly interrupt: AbortSignal;
  /** Findings are counted by kind, and told of. */
  readonly isLocated: boolean;
  /** Findings get prints. Each is kept until its text ends, so nobody should ask in vain. */
  readonly isPrinted?: boolean;
  /** Files are replaced, each in one step. */
  readonly write?: boolean;
  /** Prints of the baseline. */
  readonly known?: ReadonlySet<string>;
  /** Gives values names, for all texts together. */
  readonly name?: NameValues | undefined;
  /** Takes the redacted text, where somebody wants it. */
  readonly text?: ((piece: RedactedPiece) => Promise<void>) | undefined;
  /** Told of findings before the next piece of their text comes. */
  readonly found?: ((findings: readonly FileFinding[]) => Promise<void>) | undefined;
  readonly passedOver?: (name: string) => void;
  /** Without it the first failure ends all. */
  readonly failed?: ((name: string, error: KernelError) => void) | undefined;
  /** Given what has been counted so far when an interrupt comes: what is still held then is dropped. */
  readonly interrupted?: ((tally: FilesTally) => void) | undefined;
}

type Counts = Record<keyof Omit<FilesTally, keyof Tally>, number>;

/** Looks through texts one after the other; one that cannot be read or replaced is told of, and the others go on. */
export async function redactFiles(targets: AsyncIterable<Target>, options: RedactFilesOptions): Promise<FilesTally> {
  const counts: Counts = {
    known: 0,
    files: 0,
    files_changed: 0,
    findings_replaced: 0,
    files_passed_over: 0,
    files_failed: 0,
  };
  const tally = createTally();
  const look = createLook(options, counts, tally);
  const counted = (): FilesTally => ({ ...tally.counted(), ...counts });
  const onInterrupt = (): void => options.interrupted?.(counted());
  options.interrupt.addEventListener('abort', onInterrupt, { once: true });
  for await (const target of targets) {
    options.interrupt.throwIfAborted();
    counts.files += 1;
    try {
      await look(target);
    } catch (thrown) {
      options.interrupt.throwIfAborted();
      if (options.failed === undefined || !isKernelError(thrown)) {
        throw thrown;
      }
      counts.files_failed += 1;
      options.failed(target.name, thrown);
    }
  }
  options.interrupt.removeEventListener('abort', onInterrupt);
  return counted();
}

function createLook(options: RedactFilesOptions, counts: Counts, tally: Tallying): (target: Target) => Promise<void> {
  const { redaction, interrupt, isLocated, isPrinted = false, known, text, found, name: nameValues } = options;
  const naming = nameValues === undefined ? {} : { name: nameValues };
  const explain = createExplainer(redaction);

  /** How much of it was replaced; undefined where it is as it was. */
  async function lookThrough(
    { name, isNewLine = () => true }: Target,
    source: AsyncIterable<Uint8Array>,
    replacement: Replacement | undefined,
  ): Promise<number | undefined> {
    const printsOf = isPrinted ? createPlacePrints(name) : () => [];
    let isReplaced = false;
    let replaced = 0;
    for await (const piece of redaction.redact(source, { isLocated, onInvalid: tally.invalid, ...naming })) {
      interrupt.throwIfAborted();
      const prints = printsOf(piece);
      const findings = piece.found
        .map((place, index): FileFinding => {
          const print = prints[index] ?? '';
          return { name, finding: explain(place), print, isKnown: known?.has(print) === true };
        })
        .filter(({ finding }) => isNewLine(finding.line));
      const fresh = findings.filter(({ isKnown }) => !isKnown).map(({ finding }) => finding);
      tally.add(fresh, isLocated ? fresh.length : piece.findings);
      counts.known += findings.length - fresh.length;
      isReplaced = piece.isChanged;
      replaced += piece.findings;
      await (findings.length === 0 ? undefined : found?.(findings));
      await (replacement === undefined ? undefined : replacement.write(piece.bytes()));
      await text?.(piece);
    }
    return isReplaced ? replaced : undefined;
  }

  return async (target) => {
    const { name } = target;
    const replacement = options.write === true ? await beginReplacement(target) : undefined;
    try {
      const { isBinary, source, close } = await peek(target.open(replacement?.from));
      if (isBinary && (!target.isNamed || text === undefined)) {
        await close();
        counts.files_passed_over += 1;
        options.passedOver?.(name);
      } else {
        const replaced = await lookThrough(target, source, replacement);
        if (replaced !== undefined && replacement !== undefined) {
          await replacement.commit();
          counts.files_changed += 1;
          counts.findings_replaced += replaced;
        }
      }
    } finally {
      await replacement?.discard();
    }
  };
}

/** As git decides it: a zero byte near the beginning, in what is not UTF-16. */
async function peek(source: AsyncIterable<Uint8Array>) {
  const pieces = source[Symbol.asyncIterator]();
  const first = await pieces.next();
  const head = first.done === true ? new Uint8Array() : first.value.subarray(0, 8000);
  const isWide = (head[0] === 0xff && head[1] === 0xfe) || (head[0] === 0xfe && head[1] === 0xff);
  const close = async (): Promise<void> => {
    await pieces.return?.();
  };
  return { isBinary: !isWide && head.includes(0), source: whole(), close };

  async function* whole(): AsyncGenerator<Uint8Array> {
    if (first.done !== true) {
      yield first.value;
      yield* { [Symbol.asyncIterator]: () => pieces };
    }
  }
}
