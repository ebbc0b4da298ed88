/**
 * Streamed runs, where several servers share a store: what one of them runs, every other one can read, go on with and
 * cancel. Texts are sealed before they leave the process; the owner of a run (who may see it) is never kept in clear.
 */
export interface SharedRuns {
  /**
   * Keeps events; whoever waits for them is told. Gives the runs whose events were kept: of the others somebody else has told the
   * end, and they are no longer written here. Leaves the same when it is done twice.
   */
  readonly append: (pieces: readonly RunPiece[]) => Promise<ReadonlySet<string>>;
  readonly find: (run: OwnedRun) => Promise<SharedRun | undefined>;
  /** One of which nobody can say any more what it is, is left out; `find` says that it is damaged. */
  readonly list: (owner: string) => Promise<readonly SharedRun[]>;
  /** Events behind a number, in order, together at most about `most_bytes` and at least one; undefined when the run is gone. */
  readonly read: (run: OwnedRun, behind: number, mostBytes: number) => Promise<ReadEvents | undefined>;
  /** Tells the end of all runs whose process died, each exactly once. */
  readonly settle: (endOf: (runId: string, seq: number) => RunEnding) => Promise<void>;
  /** Leaves word for the process that runs it; false when nobody does. */
  readonly ask: (run: OwnedRun, what: AskedOfRun) => Promise<boolean>;
  /** What others ask of the runs of this process. */
  readonly asked: () => Promise<readonly { readonly run_id: string; readonly what: AskedOfRun }[]>;
  /** Says that they are being read here, and how far each has come; those that are gone are left out. */
  readonly reading: (runIds: readonly string[]) => Promise<ReadonlyMap<string, RunProgress>>;
  /** Whether a process has lately said that it reads this run. */
  readonly isRead: (runId: string) => Promise<boolean>;
  /** Removes what ended a while ago, and the oldest of what is too much. */
  readonly prune: () => Promise<void>;
  /**
   * Calls `onNews` with a run and the number of its last event, or 0 where something is asked of it, soon after it is so. A hint
   * only: it may come from anybody, and while the connection is away none comes. What it gives ends it.
   */
  readonly listen: (onNews: (runId: string, seq: number) => void) => () => void;
  readonly replies: SharedReplies;
}

export type AskedOfRun = 'cancel' | 'stop';

export interface OwnedRun {
  readonly run_id: string;
  readonly owner: string;
}

export interface RunEnding {
  /** The terminal event as it is sent. */
  readonly text: string;
  /** What is known of the end, for whoever asks later. */
  readonly end: string;
}

/** Events of a run that follow each other. */
export interface RunPiece extends OwnedRun {
  /** What is known of the run from its beginning on; with its first events. */
  readonly head?: string;
  readonly first_seq: number;
  readonly last_seq: number;
  /** The events as they are sent. */
  readonly text: string;
  /** Events before this one may go. */
  readonly keep_from?: number;
  /** With the terminal event. */
  readonly end?: string;
}

export interface RunProgress {
  readonly last_seq: number;
  readonly is_ended: boolean;
}

export interface SharedRun extends RunProgress {
  readonly run_id: string;
  readonly head: string;
  readonly end?: string;
  /** What stands there of its end was changed: nobody can say how it ended, or whether. */
  readonly is_damaged: boolean;
}

export interface ReadEvents extends RunProgress {
  readonly end?: string;
  /** As of the run, or of the events behind those that were read. */
  readonly is_damaged: boolean;
  /** What is no longer as it was written is left out. */
  readonly pieces: readonly Pick<RunPiece, 'first_seq' | 'last_seq' | 'text'>[];
}

/** Answers to requests that came with a key, so that the same request at another server is not done again. */
export interface SharedReplies {
  /** The first who claims a key does what is asked; the others are told what came of it. */
  readonly claim: (key: string, content: string) => Promise<ClaimedReply>;
  /** Into the claim of this process alone. */
  readonly keep: (key: string, content: string, reply: string) => Promise<void>;
  /** Nothing was begun: the key is free again. */
  readonly drop: (key: string) => Promise<void>;
}

/** `open`: it is being done; `lost`: it was, by a process that died. */
export type ClaimedReply =
  | { readonly state: 'mine' | 'open' | 'other content' | 'lost' }
  | { readonly state: 'kept'; readonly reply: string };
