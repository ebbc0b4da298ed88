import type { FileHandle } from 'node:fs/promises';

/** Something whose text is looked through. */
export interface Target {
  /** As it is told: a path from where the command runs, with slashes, or `-`. */
  readonly name: string;
  /** Where it can be replaced; undefined for what stands in no file. */
  readonly path?: string;
  /** It was named by itself, and is read whatever it is. */
  readonly isNamed: boolean;
  /** From what was opened already, if it was. Throws what keeps it from being read. */
  readonly open: (opened?: FileHandle) => AsyncIterable<Uint8Array>;
  /** Of a change: whether a line, from 1, is a new one. */
  readonly isNewLine?: (line: number) => boolean;
}
