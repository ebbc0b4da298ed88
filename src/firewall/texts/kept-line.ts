import type { LogLevel } from './log-level.js';
import type { LineClass, TextLine } from './text-line.js';

/** A line that may be shown. */
export interface KeptLine extends TextLine {
  /** Of what it stands for, colours and other control sequences, which it is told without. */
  readonly escapeChars: number;
  /** Its place among all lines of the text, whatever their channel. */
  readonly order: number;
  readonly lineClass: LineClass;
  /** What it is counted as: a line in the middle of a failure is told with it, and is no further error. */
  readonly countedAs: LineClass;
  readonly weight: number;
  readonly key: number;
  /** It says that a command has failed: what went wrong stands before it. */
  readonly isEnd: boolean;
  /** Of a log. */
  readonly level?: LogLevel | undefined;
}
