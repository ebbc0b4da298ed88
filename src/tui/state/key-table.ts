/** What one key, or several, do on a screen. */
export interface KeyBinding<Command extends string = string> {
  readonly keys: readonly string[];
  readonly command: Command;
  /** For the help. */
  readonly words: string;
  /** For the foot line, where it matters enough to stand there: a word or two. */
  readonly short?: string;
}

export type KeyTable<Command extends string = string> = readonly KeyBinding<Command>[];

/** What a key does; undefined when it does nothing here. */
export function commandOf<Command extends string>(table: KeyTable<Command>, key: string): Command | undefined {
  return table.find(({ keys }) => keys.includes(key))?.command;
}
