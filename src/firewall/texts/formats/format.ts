/** How one tool writes: enough to know it, to keep its failures whole, and to quote its totals. */
export interface Format {
  readonly format_id: string;
  /** In lower case: a line without any of them is not looked at for `sign`, `totals` and `failure`. */
  readonly hints: readonly string[];
  /** A line that only this tool writes. */
  readonly sign: RegExp;
  /** The tool's own account, which is quoted and never added up. */
  readonly totals?: RegExp;
  /** What an account says when something failed; one that matches neither gives no verdict. */
  readonly failed?: RegExp;
  readonly passed?: RegExp;
  /** A line that names a failure; what belongs to it follows, up to `blockEnd` or `blockLines`. */
  readonly failure?: RegExp;
  readonly blockEnd?: RegExp;
  readonly blockLines?: number;
  /** Behind the first of these come entries in the form of failures that are none, up to the other. */
  readonly calmPart?: RegExp;
  readonly badPart?: RegExp;
  /** Lines of a block that say most. */
  readonly telling?: RegExp;
  /** Lines that say that all is well, and nothing else. */
  readonly routine?: RegExp;
  /** Lines that show how the text is built: names of files, headings, definitions. */
  readonly outline?: RegExp;
}
