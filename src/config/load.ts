import { realpathSync } from 'node:fs';
import { userInfo } from 'node:os';
import { dirname, resolve } from 'node:path';
import { type Config, defaultConfig, type LoadedConfig, type Origin } from './config.js';
import type { DetectorNames } from './detector-names.js';
import { type EnvironmentValue, readEnvironment } from './environment.js';
import { findProjectConfig, findUserConfig, homeOf, stateDirectory } from './find-files.js';
import type { Layer } from './layers.js';
import { configInvalid } from './mistakes.js';
import { guardOwnState, refuseOwnFiles } from './own-files.js';
import type { SchemaMistake } from './params-mistakes.js';
import { type ConfigText, readConfigText, refuseForeignConfig } from './read-file.js';
import { secretsIn } from './secret-values.js';
import type { BuiltInIds } from './tool-mistakes.js';
import { leafPaths, mergeTrees } from './trees.js';

export interface LoadOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly cwd: string;
  /** This file in place of the one that would be found; it must be there. */
  readonly file?: string;
  /** Without it detectors are not checked by name. */
  readonly detectorNames?: DetectorNames;
  /** Without it the tools of runners are not checked by their ids. */
  readonly builtInIds?: BuiltInIds;
  /** Without it the schemas of arguments are not looked at. */
  readonly schemaMistake?: () => Promise<SchemaMistake>;
  /** A reference that leads to nothing is a mistake wherever it stands. Otherwise only what needs it is switched off. */
  readonly isStrict?: boolean;
  /** An agent host has started akernel in this folder: see `for-hosts.ts`. */
  readonly isForHost?: boolean;
  /** Nothing is read but the user's config, or not even that. */
  readonly only?: 'user' | 'defaults';
}

/** AKERNEL_HOME is stronger than any file. */
const HOME_ORIGIN: Readonly<Record<string, Origin>> = {
  'store.directory': { source: 'environment', name: 'AKERNEL_HOME' },
};

interface FoundFile {
  readonly text: ConfigText;
  readonly source: 'user' | 'project' | 'file';
}

/**
 * The settings of this process: environment over the project's config (or the named one) over the user's over
 * defaults. Without files and variables nothing is parsed, and neither zod nor yaml is loaded.
 */
export async function loadConfig(options: LoadOptions): Promise<LoadedConfig> {
  const { env, cwd, only } = options;
  const home = homeOf(env);
  const defaults = defaultConfig({
    stateDirectory: resolve(cwd, stateDirectory(env, home)),
    userName: userName(env),
    cwd,
  });
  const found = only === 'defaults' ? [] : await findFiles(options, home);
  const environment = readEnvironment(only === 'defaults' ? {} : env);
  const layers = await readLayers(found, environment.values, options);
  const { directory } = defaults.store;
  const hasHome = (env['AKERNEL_HOME'] ?? '') !== '';
  const merged = layers.length === 0 ? defaults : await mergeLayers(defaults, layers, cwd);
  const config = hasHome ? { ...merged, store: { ...merged.store, directory } } : merged;
  await refuseOwnFiles(guardOwnState(config, env), layers);
  refuseIdleDefault(config, layers);
  await refuseUnknownPlaces(config, layers, options.builtInIds);
  const written = writtenDefaults(defaults);
  const ofStore = config.store.url === undefined ? [] : secretsIn('store', config.store.url);
  const secrets = [...new Set([...layers.flatMap((layer) => layer.secrets), ...ofStore])];
  const known = secrets.length === 0 ? config : { ...config, secrets };
  const tree = layers.reduce((below, layer) => mergeTrees(below, layer.written), written);
  return {
    config: known,
    origins: { ...originsOf(written, layers), ...(hasHome ? HOME_ORIGIN : {}) },
    written: hasHome ? mergeTrees(tree, { store: { directory } }) : tree,
    unresolved: layers.flatMap(({ unresolved }) => unresolved),
    files: found.map(({ text }) => text.path).reverse(),
    warnings: [...environment.warnings, ...(await notCounting(layers))],
  };
}

async function readLayers(
  found: readonly FoundFile[],
  values: readonly EnvironmentValue[],
  options: LoadOptions,
): Promise<readonly Layer[]> {
  if (found.length === 0 && values.length === 0) {
    return [];
  }
  const { environmentLayer, fileLayer } = await import('./layers.js');
  const layers: Layer[] = [];
  for (const { text, source } of found) {
    const layer = await fileLayer(text, source, options);
    const isForHost = options.isForHost === true && source === 'project' && !isTrusted(text.path, layers, options.env);
    layers.push(isForHost ? { ...layer, isForHost } : layer);
  }
  return values.length === 0 ? layers : [...layers, await environmentLayer(values)];
}

/** A person has named its folder, or one above it, in their own config. */
function isTrusted(path: string, layers: readonly Layer[], env: NodeJS.ProcessEnv): boolean {
  const own = layers.find(({ originOf }) => originOf('').source === 'user');
  const folder = realpathSync(dirname(path));
  return (own?.file.trusted_folders ?? []).some((named) => {
    const trusted = realPath(named.replace(/^~(?=\/)/, homeOf(env)));
    return trusted !== undefined && `${folder}/`.startsWith(`${trusted.replace(/\/$/, '')}/`);
  });
}

function realPath(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}

/** Weakest first. */
async function findFiles({ env, cwd, file, only }: LoadOptions, home: string): Promise<readonly FoundFile[]> {
  const user = await readFound(findUserConfig(env, home), 'user');
  const named = file ?? (env['AKERNEL_CONFIG'] || undefined);
  if (only === 'user') {
    return user;
  }
  if (named === undefined) {
    return [...user, ...(await readFound(findProjectConfig(cwd), 'project'))];
  }
  const path = resolve(cwd, named);
  const text = await readConfigText(path, true);
  if (text === undefined) {
    throw configInvalid([
      { path: '', place: path, message: 'is not there', hint: 'check --config and AKERNEL_CONFIG' },
    ]);
  }
  return [...user, { text, source: 'file' }];
}

async function readFound(path: string | undefined, source: FoundFile['source']): Promise<readonly FoundFile[]> {
  const text = path === undefined ? undefined : await readConfigText(path);
  if (text === undefined) {
    return [];
  }
  await refuseForeignConfig(text.path, process.getuid?.());
  return [{ text, source }];
}

const HOW_TO_TRUST = 'if you trust it, name its folder in trusted_folders of your own config';

/** A person should know why something of a project's config has no effect. */
async function notCounting(layers: readonly Layer[]): Promise<readonly string[]> {
  const ofProject = layers.find(({ isForHost }) => isForHost === true);
  if (ofProject === undefined) {
    return [];
  }
  const { leftOutForHosts } = await import('./for-hosts.js');
  const left = leftOutForHosts(ofProject.file);
  const { name = '' } = ofProject.originOf('');
  return left === undefined ? [] : [`of ${name} no agent host is given ${left}; ${HOW_TO_TRUST}`];
}

async function mergeLayers(defaults: Config, layers: readonly Layer[], cwd: string): Promise<Config> {
  const { applyLayers } = await import('./apply-layers.js');
  return applyLayers(defaults, layers, cwd);
}

/** Without rules the built-in policy decides, and a default would say something that is not so. */
function refuseIdleDefault({ policy }: Config, layers: readonly Layer[]): void {
  const layer = layers.findLast(({ file }) => file.policy?.default !== undefined);
  if (policy.rules.length > 0 || layer === undefined) {
    return;
  }
  const { name } = layer.originOf('policy.default');
  const hint = 'add policy.rules, or leave it out';
  const mistake = { path: 'policy.default', message: 'has no effect without policy.rules', hint };
  throw configInvalid([name === undefined ? mistake : { ...mistake, place: name }]);
}

/** Databases, MCP servers, tools and the capabilities that use them may come from different layers. */
async function refuseUnknownPlaces(config: Config, layers: readonly Layer[], builtInIds?: BuiltInIds): Promise<void> {
  const layer = layers.findLast(({ file }) => file.capabilities !== undefined);
  if (layer !== undefined) {
    const [{ databaseMistakes }, { mcpMistakes }, { toolMistakes }] = await Promise.all([
      import('./database-mistakes.js'),
      import('./mcp-mistakes.js'),
      import('./tool-mistakes.js'),
    ]);
    const tools = builtInIds === undefined ? [] : await toolMistakes(config, builtInIds);
    await layer.refuse([...databaseMistakes(config), ...mcpMistakes(config), ...tools]);
  }
}

/** The defaults in the form of a config file. */
function writtenDefaults(config: Config): Readonly<Record<string, unknown>> {
  const { principal, principals, budget, limits, store, audit, policy, redaction, databases, capabilities, exec } =
    config;
  const { ttl_ms: _, ...rest } = store;
  return {
    principal,
    principals,
    budget,
    limits,
    store: { ...rest, ttl: '7d' },
    audit: { max_traces: audit.max_traces, max_age: '365d' },
    policy,
    redaction,
    hooks: config.hooks,
    agents: config.agents,
    databases,
    mcp_servers: config.mcp_servers,
    capabilities,
    exec,
  };
}

function originsOf(
  defaults: Readonly<Record<string, unknown>>,
  layers: readonly Layer[],
): Readonly<Record<string, Origin>> {
  const origins = new Map<string, Origin>(leafPaths(defaults).map((path) => [path, { source: 'default' }]));
  for (const layer of layers) {
    for (const path of leafPaths(layer.written)) {
      origins.set(path, layer.originOf(path));
    }
  }
  return Object.fromEntries(origins);
}

function userName(env: NodeJS.ProcessEnv): string {
  try {
    return userInfo().username;
  } catch {
    return env['USER'] || env['LOGNAME'] || 'local';
  }
}
