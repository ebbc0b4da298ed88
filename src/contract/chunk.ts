import type { Row } from './row.js';

/**
 * One raw piece from a driver. Only drivers, firewall and kernel may see it.
 *
 * `records` are atomic rows. `lines` is the same rows as NDJSON (UTF-8, one line a row, each ended by a newline): it is
 * what the handle keeps, so that numbers stay digit for digit as the source wrote them. Row i is line i.
 * `text` belongs to a named channel; the concatenation of a channel's texts is the whole text, separators included,
 * and no text begins or ends inside a surrogate pair. `begins_block`: it is the beginning of a further block of the
 * source, behind the line end that the text begins with, which the source does not have: a reader may join the blocks.
 * `warning` counts something that was skipped so that the stream could go on (a bad record, a bad byte).
 * `cut` says that the texts before it do not end where their source would have ended them; nothing of what is undecided
 * at their end is shown, and the kept result is partial.
 * `exit` is the end of a subprocess.
 * A chunk should stay below 256 KiB, unless a single record is larger.
 */
export type Chunk = RecordsChunk | TextChunk | ProgressChunk | WarningChunk | CutChunk | ExitChunk;

/** The channel of bytes that are no text, in base64: the handle keeps them, and no frame shows them. */
export const BYTES_CHANNEL = 'base64';

export interface RecordsChunk {
  readonly type: 'records';
  readonly rows: readonly Row[];
  readonly lines: Uint8Array;
}

export interface TextChunk {
  readonly type: 'text';
  readonly channel: string;
  readonly text: string;
  readonly begins_block?: true;
}

export interface ProgressChunk {
  readonly type: 'progress';
  readonly done: number;
  readonly total?: number;
  readonly message?: string;
}

export interface WarningChunk {
  readonly type: 'warning';
  /** A stable sentence without counts or data, such as `line is not valid JSON`; equal ones are folded. */
  readonly message: string;
  readonly count: number;
  /** Where `count` records could not be read and come in no other chunk: how many bytes they have, line ends not counted. */
  readonly lost_bytes?: number;
}

export interface CutChunk {
  readonly type: 'cut';
  /** Why, as a stable sentence without data. */
  readonly reason: string;
}

export interface ExitChunk {
  readonly type: 'exit';
  readonly exit_code: number | null;
  readonly signal: string | null;
}
