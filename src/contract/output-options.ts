import type { Encoding } from './budget.js';
import type { Rendering, ResponseMode } from './frame.js';

/** What bounds and shapes one result on its way out. */
export interface OutputOptions {
  /** Model tokens for everything printed; Infinity for no ceiling (expand only, and streams of trusted programs). */
  readonly maxTokens?: number;
  readonly encoding?: Encoding;
  readonly mode?: ResponseMode;
  readonly maxRows?: number;
  readonly maxFields?: number;
  readonly maxChars?: number;
  /** What is printed in place of the frames' lines; the budget is then charged for that. */
  readonly rendering?: Rendering;
}
