import type { Config } from '../config/config.js';
import type { AgentKernel } from '../contract/agent.js';
import type { Encoding, LoadTokenCounter } from '../contract/budget.js';
import type { InClear } from '../contract/in-clear.js';
import type { McpAdministration } from '../contract/mcp.js';
import type { NameValues } from '../contract/named-values.js';
import type { Observer } from '../contract/observer.js';
import type { Principal } from '../contract/principal.js';
import type { DetectorInfo, FoundPlace } from '../contract/redaction.js';
import type { SharedRuns } from '../contract/shared-runs.js';
import type { StoreAdministration } from '../contract/store-status.js';
import type { TriedPart } from '../contract/tried-part.js';
import type * as Tui from '../tui/app.js';

/** What a command needs to open a runtime. */
export interface RuntimeOptions {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdin?: AsyncIterable<Uint8Array>;
  /** true: a capability that reads standard input is told that there is nothing to read. */
  readonly isStdinTty: boolean;
  /** `memory` forgets everything with the process. */
  readonly store?: 'memory';
  /** What an act with the driver `given` yields. */
  readonly given?: readonly GivenText[];
  /** Fail instead of making a state directory where there is none. */
  readonly storeMustExist?: boolean;
  /** A host is served: results of MCP tools stay the texts that they are, and servers end within a second. */
  readonly servesHost?: boolean;
  /** Aborted when the process is to end. */
  readonly signal?: AbortSignal;
  readonly observer?: Observer;
  /** Told what a person should know, such as that the state directory was open to others. */
  readonly onWarning?: (text: string) => void;
}

/** A text that a command has already, and the channel that it is to come on. */
export interface GivenText {
  readonly channel: string;
  readonly text: string;
}

export interface RuntimeDefaults {
  readonly maxTokens: number;
  readonly encoding: Encoding;
  readonly timeoutMs?: number;
}

export interface Runtime {
  readonly kernel: AgentKernel;
  readonly principal: Principal;
  readonly defaults: RuntimeDefaults;
  /** Streamed runs that other servers can read, where the store is shared. */
  readonly sharedRuns?: SharedRuns;
  readonly mcp: () => Promise<McpAdministration>;
  /** For the person at the shell alone; no part of the kernel, which others are handed. */
  readonly inClear: () => Promise<InClear>;
  /** Throws what stands in the way of keeping anything now. */
  readonly checkStore: () => Promise<void>;
  readonly tryParts: () => Promise<readonly TriedPart[]>;
  readonly close: () => Promise<void>;
}

/**
 * `bytes` are those that went in, but for the findings; `text` is what can be read of them, `shown` the same with the names
 * that values were given.
 */
export interface RedactedPiece {
  readonly text: string;
  readonly shown: string;
  readonly bytes: () => Uint8Array;
  /** Something was replaced, here or before. */
  readonly isChanged: boolean;
  readonly findings: number;
  readonly found: readonly FoundPlace[];
  /** Where in the text the placeholder of each begins. */
  readonly starts: readonly number[];
}

/** The redactor alone, under the settings of a config. */
export interface Redaction {
  readonly detectors: readonly DetectorInfo[];
  /** `onInvalid` is told how many bytes were no text; findings have places only when they are located. */
  readonly redact: (
    source: AsyncIterable<Uint8Array>,
    how: {
      readonly isLocated: boolean;
      readonly onInvalid: (count: number) => void;
      readonly name?: NameValues;
    },
  ) => AsyncIterable<RedactedPiece>;
}

/** What `src/runtime.ts` exports for the command line; it is imported only by commands that need a kernel. */
export interface RuntimeModule {
  readonly createRuntime: (options: RuntimeOptions) => Promise<Runtime>;
  readonly loadCounter: LoadTokenCounter;
  /** The names by which a config can switch detectors on and off. */
  readonly detectorNames: () => readonly string[];
  /** What looks after the stores that a config names. */
  readonly administerStore: (options: Pick<RuntimeOptions, 'config' | 'env'>) => Promise<StoreAdministration>;
  /** Ids of the capabilities that come with the program. */
  readonly builtInIds: () => readonly string[];
  /** What is wrong with a JSON Schema of arguments. */
  readonly schemaMistake: (
    params: Readonly<Record<string, unknown>>,
  ) => { readonly message: string; readonly hint: string } | undefined;
  /** The text at an address that a person named. */
  readonly fetchDocument: (request: {
    readonly url: string;
    readonly env: NodeJS.ProcessEnv;
    readonly cwd: string;
    readonly maxBytes: number;
    readonly signal: AbortSignal;
  }) => Promise<string>;
  /** The name of the bucket in which a small object was written, read and removed; undefined where the config names none. */
  readonly trySegments: (store: Config['store'], env: NodeJS.ProcessEnv) => Promise<string | undefined>;
  /** Whether telemetry is sent anywhere, and whether what is there takes it. */
  readonly askCollector: (
    config: Config['telemetry'],
    env: NodeJS.ProcessEnv,
  ) => Promise<'not sent' | 'taken' | 'not taken'>;
  /** A text for a person, with what the detectors find in it replaced. */
  readonly redact: (text: string) => string;
  /** Arguments from `key=value` pairs, typed as the capability's `params` say. */
  readonly coerceArguments: (
    params: Readonly<Record<string, unknown>>,
    pairs: Readonly<Record<string, string>>,
  ) => Readonly<Record<string, unknown>>;
}

/** What `src/tui/app.ts` exports; it is loaded only by commands that show a view. */
export type TuiModule = typeof Tui;
