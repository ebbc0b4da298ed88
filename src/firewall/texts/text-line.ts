/** A whole line of one channel's text: redacted, without escape sequences and without its end. */
export interface TextLine {
  /** Its place in the stored result: what `expand --offset` takes. */
  readonly row: number;
  readonly channel: string;
  readonly text: string;
  /** How much of the raw text it shows, its end included; a placeholder stands for what it replaced. */
  readonly rawChars: number;
  /** Where it begins and ends in the channel's raw text. */
  readonly rawStart: number;
  readonly rawEnd: number;
}

/** What a line is to somebody who reads little of a long text, the most telling first. */
export const LINE_CLASSES = ['total', 'error', 'weak', 'warning', 'outline', 'plain'] as const;
export type LineClass = (typeof LINE_CLASSES)[number];

/** `weight` is an integer, so that no rounding decides an order: 100 is a warning. */
export interface Judgement {
  readonly lineClass: LineClass;
  readonly weight: number;
}
