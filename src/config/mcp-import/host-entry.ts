import { isRecord } from '../trees.js';
import { limitsOf } from './entry-limits.js';
import { envOf, hasPlainParts, headersOf, textsOf } from './entry-parts.js';
import type { EntryParts, HostEntry } from './entry-types.js';

type Members = Readonly<Record<string, unknown>>;

export type ReadEntry = { readonly entry: HostEntry; readonly left: readonly string[] } | { readonly why: string };

/** `left` names the members that have no place here. */
export function readHostEntry(given: unknown): ReadEntry {
  if (!isRecord(given)) {
    return { why: 'is no object' };
  }
  const entry = flattened(given);
  const why = reasonAgainst(entry);
  if (why !== undefined) {
    return { why };
  }
  const isLocal = hasCommand(entry);
  const { env_vars: _, ...others } = entry;
  const { limits, unused } = limitsOf(isLocal ? entry : others);
  const used = new Set([...COMMON, ...(isLocal ? LOCAL : REMOTE)]);
  const left = Object.keys(entry).filter((name) => !used.has(name) || unused.includes(name));
  return {
    entry: { ...limits, ...(isLocal ? localParts(entry) : remoteParts(entry)) },
    left: [...left, ...without(entry)],
  };
}

const COMMON = [
  'type',
  'transport',
  'source',
  'enabled',
  'disabled',
  'enabled_tools',
  'includeTools',
  'tools',
  'disabled_tools',
  'excludeTools',
  'startup_timeout_sec',
  'startup_timeout_ms',
  'tool_timeout_sec',
  'timeout',
];
const LOCAL = ['command', 'args', 'env', 'environment', 'cwd', 'envFile', 'env_vars'];
const REMOTE = ['url', 'serverUrl', 'httpUrl', 'headers', 'http_headers', 'bearer_token_env_var', 'env_http_headers'];

/** Zed once wrote `command: { path, args, env }`, OpenCode writes the program and its arguments as one list. */
function flattened(entry: Members): Members {
  const { command, ...rest } = entry;
  if (isRecord(command)) {
    const { path, ...parts } = command;
    return { ...rest, ...parts, command: path };
  }
  if (Array.isArray(command)) {
    const [program, ...args] = command.map(String);
    return { ...rest, command: program, args: [...args, ...textsOf(rest['args'])] };
  }
  return entry;
}

function reasonAgainst(entry: Members): string | undefined {
  const { type, disabled, enabled } = entry;
  if (disabled === true || enabled === false) {
    return 'is switched off';
  }
  if (!hasPlainParts(entry)) {
    return 'has arguments, variables or headers that are no texts';
  }
  if (hasCommand(entry)) {
    return undefined;
  }
  const url = urlOf(entry);
  if (url === undefined) {
    return 'has neither command nor url';
  }
  if (type === 'sse' || entry['transport'] === 'sse') {
    return 'speaks the old HTTP+SSE transport';
  }
  return isPlainAddress(url) ? undefined : 'has no plain http address, or credentials in it';
}

/** A reference may stand for the whole address, or for the host in it. */
function isPlainAddress(url: string): boolean {
  return /^(?:https?:\/\/[^/@]+(?:\/|$|\?)|\$\{[^}]*\}|\{env:[^}]*\})/.test(url);
}

function hasCommand({ command }: Members): boolean {
  return typeof command === 'string' && command !== '';
}

function urlOf({ url, serverUrl, httpUrl }: Members): string | undefined {
  return [httpUrl, url, serverUrl].find((each) => typeof each === 'string');
}

function localParts(entry: Members): EntryParts {
  const { command, args, cwd, envFile } = entry;
  return {
    command: String(command),
    args: textsOf(args),
    env: envOf(entry),
    ...(typeof cwd === 'string' ? { cwd } : {}),
    ...(typeof envFile === 'string' ? { envFile } : {}),
    headers: {},
    headerVariables: {},
  };
}

function remoteParts(entry: Members): EntryParts {
  return { args: [], env: {}, url: urlOf(entry) ?? '', ...headersOf(entry) };
}

/** What has a place in principle, but not in this form. */
function without({ env_vars: variables, envFile, cwd, args }: Members): readonly string[] {
  const isList = (value: unknown) => value === undefined || Array.isArray(value);
  const isText = (value: unknown) => value === undefined || typeof value === 'string';
  return [
    ...(isList(args) ? [] : ['args']),
    ...(isList(variables) ? [] : ['env_vars']),
    ...(isText(envFile) ? [] : ['envFile']),
    ...(isText(cwd) ? [] : ['cwd']),
  ];
}
