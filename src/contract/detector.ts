/** One place where a secret or personal datum was found, in offsets of the scanned text (end exclusive). */
export interface Finding {
  readonly start: number;
  readonly end: number;
  /** Names the placeholder: `[REDACTED:<type>]`. */
  readonly type: string;
  readonly detector: string;
}
