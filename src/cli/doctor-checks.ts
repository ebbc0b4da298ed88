import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { mistakesOf, mistakeText } from '../config/mistakes.js';
import { storePlace } from '../config/store-address.js';
import { isKernelError } from '../contract/errors.js';
import type { Check } from './check.js';
import type { CommandContext } from './context.js';

type CheckFunction = (context: CommandContext) => Promise<readonly Check[]>;

const LEAST_NODE = [20, 3] as const;
const OPEN_TO_OTHERS = 0o077;

/** In the order in which one depends on the other. None of them throws. */
export const CHECKS: readonly CheckFunction[] = [
  checkNode,
  checkCompileCache,
  checkConfig,
  checkState,
  checkKeys,
  checkStore,
  checkSegments,
  checkTokenizer,
  checkTelemetry,
  checkParts,
  checkAgentHosts,
];

async function checkNode(): Promise<readonly Check[]> {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isOld = major < LEAST_NODE[0] || (major === LEAST_NODE[0] && minor < LEAST_NODE[1]);
  const found = { check: 'node', area: 'runtime', detail: `Node.js ${process.versions.node}` } as const;
  return [
    isOld
      ? { ...found, result: 'error', hint: `install Node.js ${LEAST_NODE.join('.')} or newer` }
      : { ...found, result: 'ok' },
  ];
}

const KEPT_BY = { node: 'kept by Node.js', file: 'kept by akernel', none: 'not kept' } as const;

/** Without it every start compiles the program again. */
async function checkCompileCache({ compileCache }: CommandContext): Promise<readonly Check[]> {
  if (compileCache === undefined) {
    return [];
  }
  const { kind, directory } = compileCache;
  const found = { check: 'compiled code', area: 'runtime' } as const;
  return [
    directory === undefined
      ? {
          ...found,
          result: 'warning',
          detail: `${KEPT_BY[kind]}, each start takes longer`,
          hint: 'unset NODE_DISABLE_COMPILE_CACHE, and let ~/.cache be a folder that nobody else can write',
        }
      : { ...found, result: 'ok', detail: `${KEPT_BY[kind]} in ${directory}` },
  ];
}

export function checkConfig(context: CommandContext): Promise<readonly Check[]> {
  return attempt('config', 'config', async () => {
    const { files, warnings, unresolved } = await context.loadConfig();
    const detail = files.length === 0 ? 'defaults, no file' : files.join(', ');
    const notes = warnings.map(
      (warning): Check => ({ check: 'environment', area: 'config', result: 'warning', detail: warning }),
    );
    const missing = unresolved.map(({ hint = '', ...mistake }): Check => {
      const why = `${mistakeText(mistake)}: what needs it is off`;
      return { check: 'reference', area: 'config', result: 'warning', detail: why, hint };
    });
    return [{ check: 'config', area: 'config', result: 'ok', detail }, ...missing, ...notes];
  });
}

/** The state directory is private; it is no mistake that it is not there yet. */
function checkState(context: CommandContext): Promise<readonly Check[]> {
  return attempt('state directory', 'store', async () => {
    const directory = await stateDirectoryOf(context);
    const found = directory === undefined ? undefined : await statOf(directory);
    if (directory === undefined || found === undefined) {
      return [{ check: 'state directory', area: 'store', result: 'ok', detail: 'will be made when it is needed' }];
    }
    const mode = (found.mode & 0o777).toString(8);
    const isOpen = (found.mode & OPEN_TO_OTHERS) !== 0;
    const entry = { check: 'state directory', area: 'store', detail: `${directory}, mode ${mode}` } as const;
    return [isOpen ? { ...entry, result: 'warning', hint: `chmod 700 ${directory}` } : { ...entry, result: 'ok' }];
  });
}

function checkKeys(context: CommandContext): Promise<readonly Check[]> {
  return attempt('key files', 'store', async () => {
    const directory = await stateDirectoryOf(context);
    const names = directory === undefined ? [] : await readdir(directory).catch(() => []);
    const keys = names.filter((name) => name.endsWith('.key')).map((name) => join(directory ?? '', name));
    return Promise.all(keys.map(checkKey));
  });
}

async function checkKey(path: string): Promise<Check> {
  const mode = ((await statOf(path))?.mode ?? 0) & 0o777;
  const entry = { check: 'key file', area: 'store', detail: `${path}, mode ${mode.toString(8)}` } as const;
  return (mode & OPEN_TO_OTHERS) === 0
    ? { ...entry, result: 'ok' }
    : { ...entry, result: 'error', hint: `chmod 600 ${path}` };
}

function checkStore(context: CommandContext): Promise<readonly Check[]> {
  return attempt('store', 'store', () =>
    context.withKernel({}, async ({ kernel, principal, config }) => {
      await kernel.handles.list(principal, 1);
      return [{ check: 'store', area: 'store', result: 'ok', detail: `opens in ${storePlace(config.store)}` }];
    }),
  );
}

/** What a store does in its bucket, with one small object; where there is no bucket there is nothing to say. */
function checkSegments(context: CommandContext): Promise<readonly Check[]> {
  return attempt('segments', 'store', async () => {
    const [{ config }, { trySegments }] = await Promise.all([context.loadConfig(), context.loadRuntime()]);
    const place = await trySegments(config.store, context.env);
    const found = { check: 'segments', area: 'store', result: 'ok' } as const;
    return place === undefined ? [] : [{ ...found, detail: `an object was written, read and removed in ${place}` }];
  });
}

function checkTokenizer(context: CommandContext): Promise<readonly Check[]> {
  return attempt('tokenizer', 'tokenizer', async () => {
    const [{ config }, { loadCounter }] = await Promise.all([context.loadConfig(), context.loadRuntime()]);
    const counter = await loadCounter(config.budget.encoding);
    const detail = `${counter.encoding} counts ${counter.count('akernel')} in "akernel"`;
    return [{ check: 'tokenizer', area: 'tokenizer', result: 'ok', detail }];
  });
}

/** Where it is sent nowhere there is nothing to say. */
function checkTelemetry(context: CommandContext): Promise<readonly Check[]> {
  return attempt('telemetry', 'config', async () => {
    const [{ config }, { askCollector }] = await Promise.all([context.loadConfig(), context.loadRuntime()]);
    const found = { check: 'telemetry', area: 'config' } as const;
    switch (await askCollector(config.telemetry, context.env)) {
      case 'taken':
        return [{ ...found, result: 'ok', detail: 'the collector takes what is sent' }];
      case 'not taken':
        return [{ ...found, result: 'warning', detail: 'the collector does not take what is sent', hint: COLLECTOR }];
      default:
        return [];
    }
  });
}

const COLLECTOR = 'telemetry.endpoint is to be one that takes OTLP over HTTP, usually on port 4318';

/** What calls would need: each database, MCP server and module that the config names. */
function checkParts(context: CommandContext): Promise<readonly Check[]> {
  return attempt('parts', 'config', async () => {
    const { config } = await context.loadConfig();
    const { databases, mcp_servers: servers, capabilities } = config;
    if (Object.keys(databases).length + Object.keys(servers).length + capabilities.length === 0) {
      return [];
    }
    return context.withKernel({}, async ({ tryParts }) =>
      (await tryParts()).map(({ kind, name, isReady, detail, hint }): Check => {
        const found = { check: `${kind} ${name}`, area: 'config', detail } as const;
        return isReady
          ? { ...found, result: 'ok' }
          : { ...found, result: 'error', ...(hint === undefined ? {} : { hint }) };
      }),
    );
  });
}

function checkAgentHosts(context: CommandContext): Promise<readonly Check[]> {
  return attempt('hosts', 'hosts', async () => {
    const { checkHosts } = await import('./host-checks.js');
    return checkHosts(context);
  });
}

/** A check that fails is a finding. */
async function attempt(
  check: string,
  area: Check['area'],
  run: () => Promise<readonly Check[]>,
): Promise<readonly Check[]> {
  try {
    return await run();
  } catch (error) {
    const known = isKernelError(error) ? error : undefined;
    const owner = known?.code === 'STORE_FAILED' ? 'store' : known?.code === 'CONFIG_INVALID' ? 'config' : area;
    const failed = (detail: string, hint?: string): Check => ({
      check,
      area: owner,
      result: 'error',
      detail,
      ...(hint === undefined ? {} : { hint }),
    });
    const mistakes = mistakesOf(known);
    return mistakes.length === 0
      ? [failed(known?.message ?? 'failed for an unknown reason', known?.hint)]
      : mistakes.map((mistake) => failed(mistakeText(mistake), mistake.hint));
  }
}

async function stateDirectoryOf(context: CommandContext): Promise<string | undefined> {
  const loaded = await context.loadConfig().catch(() => undefined);
  return loaded?.config.store.directory;
}

function statOf(path: string) {
  return stat(path).catch(() => undefined);
}
