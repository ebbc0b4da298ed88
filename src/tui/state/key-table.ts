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

/** Does what a key is for and says whether it was for anything; what is done elsewhere has no action here. */
export function obey<Command extends string>(
  table: KeyTable<Command>,
  actions: Readonly<Partial<Record<Command, () => void>>>,
  key: string,
): boolean {
  const command = commandOf(table, key);
  const action = command === undefined ? undefined : actions[command];
  action?.();
  return action !== undefined;
}
