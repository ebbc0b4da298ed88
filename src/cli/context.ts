import type { Readable, Writable } from 'node:stream';
import type { Command } from 'commander';
import type { Config, LoadedConfig } from '../config/config.js';
import type { Principal } from '../contract/principal.js';
import type { RemoteFlags } from './flags/remote-flags.js';
import type { NoticeStream, OutputStream } from './output/streams.js';
import type { GivenText, Runtime, RuntimeModule, TuiModule } from './ports.js';
import type { OpenedTerminal, TerminalWishes } from './process-terminal.js';
import type { Settings } from './settings.js';

/** The process as a command sees it; nothing in a command reaches for globals. */
export interface Host {
  readonly argv: readonly string[];
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  readonly stdout: OutputStream;
  readonly stderr: NoticeStream;
  readonly stdin: AsyncIterable<Uint8Array>;
  readonly stdinIsTty: boolean;
  /** Unix milliseconds. */
  readonly now: () => number;
  /** Aborted by the first Ctrl-C, SIGTERM or SIGHUP; its reason is an Interruption. */
  readonly interrupt: AbortSignal;
  /** For a command that ends in two steps: aborted by the second one, which otherwise kills. */
  readonly secondInterrupt?: () => AbortSignal;
  /** Until it is given back, Ctrl-C is told to the borrower and interrupts nothing else. */
  readonly lendCtrlC?: (borrower: () => void) => () => void;
  /** The standard streams themselves, for a protocol that has both. */
  readonly openPipes: () => { readonly stdin: Readable; readonly stdout: Writable };
  readonly loadRuntime: () => Promise<RuntimeModule>;
  /** The terminal for the views; undefined where standard output is none. */
  readonly openTerminal?: (wishes: TerminalWishes) => OpenedTerminal;
  /** Loads the views, and React with them. */
  readonly loadTui?: () => Promise<TuiModule>;
  /** How this program is started; absent where it runs inside another one. */
  readonly ownProgram?: { readonly node: string; readonly program: string };
  /** Absent where the program was not started by `akernel` itself. */
  readonly compileCache?: CompileCache;
}

/** Where the code that V8 compiled is kept for the next start: by Node (22 and later), in a file of ours, or nowhere. */
export interface CompileCache {
  readonly kind: 'node' | 'file' | 'none';
  readonly directory?: string;
  /** Keeps now what has been compiled; else that is done at the end of the process. */
  readonly keep: () => void;
  /** What has to be done before that: code is of no use that was kept under other flags of V8 than it is run with. */
  readonly beforeKept: (action: () => void) => void;
}

/** A kernel opened for one command, and who acts. */
export interface OpenKernel extends Runtime {
  /** The server that does its work, and how its lists are read anew. */
  readonly remote?: { readonly serverName: string; readonly reload: () => Promise<void> };
  readonly config: Config;
  readonly module: RuntimeModule;
  readonly principal: Principal;
}

export interface KernelOptions {
  /** The principal that `--as` names. */
  readonly as?: string | undefined;
  /** What the flags say of a server that does the work; without it the command works here alone. */
  readonly remote?: RemoteFlags;
  /** The command asks which agents there are. */
  readonly readsAgents?: boolean;
  /** Standard input may be a terminal. */
  readonly readsTerminal?: boolean;
  /** Standard input is nobody's: a capability that reads it finds nothing. */
  readonly withoutStdin?: boolean;
  /** The command only reads: a state directory that is not there is not made. */
  readonly storeMustExist?: boolean;
  /** A host is served: standard input is its alone, results of MCP tools stay texts, and servers end within a second. */
  readonly servesHost?: boolean;
  /** What the command changes of the config. */
  readonly prepare?: (config: Config) => Promise<Config>;
  /** `memory` forgets everything with the process. */
  readonly store?: 'memory' | undefined;
  /** What an act with the driver `given` yields. */
  readonly given?: readonly GivenText[];
}

/** What the kernel is doing for this process. */
export interface Runs {
  /** Runs that end by themselves when `interrupt` is aborted; without one an interrupt ends the command at once. */
  active: number;
  /** The kernel has left a trace of what was asked. */
  traced: boolean;
}

export interface ConfigReading {
  /** A reference that leads to nothing is a mistake, and switches nothing off. */
  readonly isStrict?: boolean;
  /** The same wherever the command runs: no project's config, and none that is named. */
  readonly only?: 'user';
}

export interface CommandContext extends Host {
  readonly settings: Settings;
  readonly loadConfig: (how?: ConfigReading) => Promise<LoadedConfig>;
  /** A server does the work of a command with these flags. Throws USAGE for what does not go together. */
  readonly isRemote: (flags: RemoteFlags) => boolean;
  /** The same for what an agent host has started: of the project's config only counts what hides more. */
  readonly forHost: (other?: Partial<Settings>) => CommandContext;
  /** Opens the kernel, runs `use`, and closes it whatever happens. */
  readonly withKernel: <Result>(
    options: KernelOptions,
    use: (kernel: OpenKernel) => Promise<Result>,
  ) => Promise<Result>;
  /** A command of the program with its flags, for completion. */
  readonly loadCommand: (name: string) => Promise<Command | undefined>;
  readonly runs: Runs;
  /** The exit status to end with; it also takes the place of an error's own. */
  readonly setStatus: (status: number) => void;
}
