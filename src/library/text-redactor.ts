import type { Transform } from 'node:stream';
import type { RedactionSettings } from '../contract/redaction.js';
import type { Value } from '../contract/row.js';

/** What is hidden: as in the section `redaction` of a config, and values of your own. */
export interface RedactorOptions extends RedactionSettings {
  /** Hidden wherever they stand, also encoded, whatever the other members say. */
  readonly secrets?: readonly string[];
}

/** A text with placeholders such as `[REDACTED:email]`, and how many of each type there are. */
export interface RedactedString {
  readonly text: string;
  readonly redactions: Readonly<Record<string, number>>;
}

/** A row with placeholders; without any it is the row itself. */
export interface RedactedRow {
  readonly row: Value;
  readonly redactions: Readonly<Record<string, number>>;
}

/** A text that comes in pieces, cut anywhere: the outcome is that of the whole text. */
export interface RedactorRun {
  /** What can be shown by now; what may be the beginning of a secret waits. */
  readonly push: (piece: string) => RedactedString;
  /** The rest. Nothing may be pushed behind it: that throws USAGE, as a second end does. */
  readonly end: () => RedactedString;
}

/** Hides personal data and secrets, without a kernel. */
export interface TextRedactor {
  readonly redactText: (text: string) => RedactedString;
  /** A value as JSON has it: what is hidden of an object depends on the names and the neighbours of its members. */
  readonly redactRow: (row: Value) => RedactedRow;
  readonly startRun: () => RedactorRun;
  /** Strings or UTF-8 go in, strings come out. */
  readonly transformStream: () => TransformStream<string | Uint8Array, string>;
  /** Strings or UTF-8 go in, UTF-8 comes out. */
  readonly nodeTransform: () => Transform;
}
