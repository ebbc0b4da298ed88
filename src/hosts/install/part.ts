/** A host's file at three times. What was not there is undefined. */
export interface TextsOfFile {
  readonly original: string | undefined;
  readonly installed: string;
  readonly current: string;
}

/** A text with a part of ours in it. */
export interface PutPart {
  readonly text: string;
  /** It was there already, as it has to be. */
  readonly isThere: boolean;
  /** What a person should know. */
  readonly notes: readonly string[];
}

/** Something of ours in a file of a host. */
export interface Part {
  /** Unchanged when it is there already. Throws USAGE for a text that cannot be changed safely. */
  readonly put: (text: string | undefined) => Promise<PutPart>;
  /** Without it, what it took out put back; undefined when nothing else is left. */
  readonly take: (texts: TextsOfFile) => Promise<string | undefined>;
  readonly isIn: (text: string) => Promise<boolean>;
}
