import type { OutlineName } from './kinds/kind.js';
import type { LogLevel } from './log-level.js';
import type { FoundFormat } from './reader.js';

/** What the lines say together. */
export interface TextAbout {
  readonly lines: number;
  readonly formats: readonly FoundFormat[];
  readonly kind_id: string | undefined;
  /** What the kind of text counts, as sentences. */
  readonly kindFacts: readonly string[];
  /** What was taken off the beginning of nearly all lines, as one of the first lines has it. */
  readonly prefix: string | undefined;
  /** Each line says when it was written, and no tool gives an account of its work. */
  readonly isLog: boolean;
  /** What they say together is told before single ones of them. */
  readonly isCounted?: boolean;
  /** They are parts of rows, several of one row if need be. */
  readonly isOfRows?: boolean;
  readonly outlineName?: ((text: string, weight: number, row: number) => OutlineName | undefined) | undefined;
  /** Lines by level. */
  readonly levels: ReadonlyMap<LogLevel, number>;
}
