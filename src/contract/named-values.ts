/** Something that gets another text in its place. */
export interface MetValue {
  /** Of its placeholder. */
  readonly type: string;
  /** undefined when it was too long to be held. */
  readonly value: string | undefined;
  /** It is a placeholder that stood in the text before. */
  readonly isPlaceholder: boolean;
}

/** The texts that go in the place of values, in their order; what they stand for is safe by then. Throws STORE_FAILED. */
export type NameValues = (values: readonly MetValue[]) => Promise<readonly string[]>;

export interface RestoredPiece {
  readonly text: string;
  /** The same in the encoding of what came in, and with the bytes of it that are no text. */
  readonly bytes: () => Uint8Array;
  /** Placeholders that it had the values of, and others. */
  readonly restored: number;
  readonly unknown: number;
}
