/** A JSON object, as a host sends it. */
export type Members = Readonly<Record<string, unknown>>;

/** What every event tells. */
export interface EventBase {
  /** The name under which the host knows the tool. */
  readonly tool: string;
  readonly session?: string;
  /** Where the host works. */
  readonly cwd?: string;
  /** What the tool was called with. */
  readonly input: Members;
}

/** A tool has run, and the host will show its output to the model unless it is given another in its place. */
export interface AfterTool extends EventBase {
  readonly kind: 'after-tool';
  readonly output: unknown;
  /** Somebody may edit the file that this shows: nothing of it may be left out. */
  readonly showsFile: boolean;
  /** The host refuses an output in which something has another type than before. */
  readonly isShapeFixed: boolean;
  readonly replace: (output: unknown) => Members;
}

/** A command is about to run. */
export interface BeforeCommand extends EventBase {
  readonly kind: 'before-command';
  readonly command: string;
  readonly isBackground: boolean;
  /** Leave to run the other command: given where the user's own rules give it, always as the host wants it so, or never. */
  readonly leave: 'from-rules' | 'always' | 'none';
  readonly rewrite: (command: string, isAllowed: boolean) => Members;
  readonly refuse: (reason: string) => Members;
}

/** A text is about to be written into a file. */
export interface BeforeWrite extends EventBase {
  readonly kind: 'before-write';
  readonly writes: readonly FileWrite[];
  readonly refuse: (reason: string) => Members;
  /** Absent where the host takes no other input. */
  readonly rewrite?: (writes: readonly FileWrite[]) => Members;
}

/** What one file gets: a whole new text, or another in the place of an old one. */
export interface FileWrite {
  readonly file: string;
  /** Absent where the whole file is written anew. */
  readonly before?: string;
  readonly after: string;
}

export type HookEvent = AfterTool | BeforeCommand | BeforeWrite;

/** How one host speaks: pure, from its JSON to an event, and from an answer to its JSON. */
export interface HookProtocol {
  /** `undefined`: nothing to do with it. */
  readonly parse: (event: Members) => HookEvent | undefined;
  /** What is printed where there is nothing to say. */
  readonly silence: '' | '{}';
}
