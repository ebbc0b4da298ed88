import { setTimeout as sleep } from 'node:timers/promises';
import type { McpServerConfig } from '../../contract/driver-options/mcp-servers.js';
import { KernelError } from '../../contract/errors.js';
import type { ToolPinStore } from '../../contract/stores.js';
import type { StateGuard } from '../../files/state-guard.js';
import { orCancelled, whenAborted } from '../cancellation.js';
import type { Dispatchers } from '../dispatchers.js';
import { type Connection, connect } from './connection.js';
import { describeFailure } from './describe-failure.js';
import type { KnownEras } from './known-eras.js';
import { listTools } from './list-tools.js';
import { compareTools, type ListedTool } from './listed-tools.js';
import type { McpLibrary } from './protocol.js';
import type { ServerSettings } from './server-settings.js';

/** A server that runs, and what it can do. */
export interface OpenServer {
  readonly connection: Connection;
  /** By the name of the tool; compared with the pins anew when the server says that something changed, and now and then. */
  readonly tools: ReadonlyMap<string, ListedTool>;
  /** Entries of its list that have no name that the protocol allows. */
  readonly nameless: number;
}

/** One server of the config. It is started when it is first needed, and anew after it ended. */
export interface Server {
  readonly settings: ServerSettings;
  readonly config: McpServerConfig;
  /** One start serves everybody who waits for it. Throws one KernelError. */
  readonly open: (signal: AbortSignal) => Promise<OpenServer>;
  /** The end of its standard error, raw; of the last start, if that failed. */
  readonly lastWords: () => string;
  /** Forgets what was compared, after pins were changed. */
  readonly forgetTools: () => void;
  readonly close: () => Promise<void>;
}

type Compared = Omit<OpenServer, 'connection'>;

export interface ServerPorts {
  readonly settings: ServerSettings;
  readonly config: McpServerConfig;
  readonly pins: ToolPinStore;
  readonly eras: KnownEras;
  readonly loadLibrary: () => Promise<McpLibrary>;
  readonly dispatchers: Dispatchers;
  readonly now: () => number;
  /** Aborted when a start is to be given up. */
  readonly signal?: AbortSignal;
  /** Keeps its working folder out of akernel's own state. */
  readonly guard?: StateGuard;
}

const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 8000;

/** A server may change its tools without saying so: what was compared longer ago is compared again before a call. */
const COMPARED_FOR_MS = 300_000;

export function createServer(ports: ServerPorts): Server {
  const { settings, config } = ports;
  let opening: Promise<Connection> | undefined;
  let comparing: Promise<Compared> | undefined;
  let comparedAt = 0;
  let failures = 0;
  let failedAt = 0;
  let lastWords = '';
  let giveUp: () => void = () => undefined;

  /** Whatever is slow at the start is bounded by one limit. */
  const start = async (): Promise<Connection> => {
    const tooLate = startLimit(settings);
    giveUp = tooLate.abort;
    const release = ports.signal === undefined ? undefined : whenAborted(ports.signal, tooLate.abort);
    try {
      const pause = Math.min(LONGEST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** (failures - 1)) - (ports.now() - failedAt);
      if (failures > 0 && pause > 0) {
        await orCancelled(sleep(pause), tooLate.signal);
      }
      if (settings.local !== undefined) {
        ports.guard?.refuse(settings.local.command.cwd);
      }
      const library = await ports.loadLibrary();
      const onToolsChanged = () => {
        comparing = undefined;
      };
      return await connect({
        library,
        settings,
        dispatchers: ports.dispatchers,
        eras: ports.eras,
        onToolsChanged,
        onLastWords: (text) => {
          lastWords = text;
        },
        signal: tooLate.signal,
      });
    } finally {
      release?.();
      tooLate.clear();
    }
  };
  const noteFailure = (): void => {
    failures += 1;
    failedAt = ports.now();
  };
  const connection = async (): Promise<Connection> => {
    const before = opening;
    const open = await before?.catch(() => undefined);
    if (open?.isOpen() === true) {
      return open;
    }
    if (open !== undefined && opening === before) {
      lastWords = open.local?.lastWords() ?? '';
      noteFailure();
      opening = undefined;
    }
    opening ??= startAnew();
    return opening;
  };
  const startAnew = (): Promise<Connection> => {
    comparing = undefined;
    const starting = start();
    starting.catch(() => {
      opening = undefined;
      noteFailure();
    });
    return starting;
  };
  const compare = async (open: Connection): Promise<Compared> => {
    const limit = startLimit(settings);
    try {
      const limits = { server: settings.name, timeoutMs: settings.startTimeoutMs, signal: limit.signal };
      const { tools, nameless } = await listTools(open, limits);
      const { pins, now } = ports;
      const listed = await compareTools(tools, { server: settings.name, config, pins, now });
      failures = 0;
      comparedAt = now();
      return { tools: new Map(listed.map((each) => [each.tool.name, each])), nameless };
    } catch (error) {
      const library = await ports.loadLibrary();
      const { name, maxBytes } = settings;
      throw describeFailure(error, { library, server: name, maxBytes, local: open.local, during: 'start' });
    } finally {
      limit.clear();
    }
  };

  return {
    settings,
    config,
    async open(signal) {
      const open = await orCancelled(connection(), signal);
      if (ports.now() - comparedAt > COMPARED_FOR_MS) {
        comparing = undefined;
        comparedAt = ports.now();
      }
      comparing ??= compare(open).catch((error: unknown) => {
        comparing = undefined;
        throw error;
      });
      return { connection: open, ...(await orCancelled(comparing, signal)) };
    },
    lastWords: () => lastWords,
    forgetTools() {
      comparing = undefined;
    },
    async close() {
      giveUp();
      const open = await opening?.catch(() => undefined);
      opening = undefined;
      await open?.close();
    },
  };
}

interface StartLimit {
  readonly signal: AbortSignal;
  readonly abort: () => void;
  readonly clear: () => void;
}

function startLimit({ name, startTimeoutMs }: ServerSettings): StartLimit {
  const controller = new AbortController();
  const abort = (message: string, hint: string) =>
    controller.abort(new KernelError('DRIVER_UNAVAILABLE', message, { hint }));
  const timer = setTimeout(() => {
    const message = `the MCP server ${name} did not answer within ${startTimeoutMs} ms`;
    abort(message, 'see start_timeout_ms of the server');
  }, startTimeoutMs);
  return {
    signal: controller.signal,
    abort: () => abort(`the start of the MCP server ${name} was given up`, 'start it again'),
    clear: () => clearTimeout(timer),
  };
}
