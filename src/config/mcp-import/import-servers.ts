import { isRecord } from '../trees.js';
import { besideReferences, convertReferences, createVariables, type Variables } from './variables.js';

type Members = Readonly<Record<string, unknown>>;

export interface McpImport {
  /** The section `mcp_servers`. */
  readonly servers: Readonly<Record<string, Members>>;
  /** Variables that the section refers to and that have to be set. */
  readonly variables: readonly string[];
  readonly skipped: readonly { readonly name: string; readonly why: string }[];
}

export interface McpImportOptions {
  /** Whether a text holds something that should not be written into a config. */
  readonly isSecret: (text: string) => boolean;
}

/** A file that names more was not written by hand. */
const MOST_SERVERS = 500;

/**
 * Servers of another host's file as a section of a config. Nothing that may be a credential is copied: what stands in
 * clear in headers, under the names of credentials, or looks like one, becomes a reference to the environment.
 */
export function importServers(found: Members, { isSecret }: McpImportOptions): McpImport {
  const variables = createVariables();
  const servers: Record<string, Members> = {};
  const skipped: { name: string; why: string }[] = [];
  const taken = new Set<string>();
  for (const [given, entry] of Object.entries(found)) {
    const why = taken.size < MOST_SERVERS ? reasonAgainst(entry) : `comes after ${MOST_SERVERS} others`;
    if (why !== undefined || !isRecord(entry)) {
      skipped.push({ name: given, why: why ?? 'is no object' });
      continue;
    }
    const name = freeName(given, taken);
    taken.add(name);
    const converting = { server: name, variables, isSecret };
    servers[name] =
      typeof entry['command'] === 'string' ? localServer(entry, converting) : remoteServer(entry, converting);
  }
  return { servers, variables: variables.names(), skipped };
}

interface Converting {
  readonly server: string;
  readonly variables: Variables;
  readonly isSecret: (text: string) => boolean;
}

function reasonAgainst(entry: unknown): string | undefined {
  if (!isRecord(entry)) {
    return 'is no object';
  }
  const { command, type, disabled, enabled } = entry;
  if (disabled === true || enabled === false) {
    return 'is switched off';
  }
  if (!hasPlainParts(entry)) {
    return 'has arguments, variables or headers that are no texts';
  }
  if (typeof command === 'string' && command !== '') {
    return undefined;
  }
  const url = urlOf(entry);
  if (url === undefined) {
    return 'has neither command nor url';
  }
  if (type === 'sse') {
    return 'speaks the old HTTP+SSE transport';
  }
  return /^https?:\/\/[^/@]+(?:\/|$|\?)/.test(url) ? undefined : 'has no plain http address, or credentials in it';
}

function hasPlainParts({ args, env, headers, http_headers }: Members): boolean {
  const lists = [args, env, headers, http_headers].filter((part) => typeof part === 'object' && part !== null);
  return lists
    .flatMap((part) => Object.values(Object(part)))
    .every((value) => typeof value !== 'object' || value === null);
}

function urlOf({ url, serverUrl, httpUrl }: Members): string | undefined {
  return [url, serverUrl, httpUrl].find((each) => typeof each === 'string');
}

function localServer({ command, args, env, cwd }: Members, converting: Converting): Members {
  const list = Array.isArray(args) ? args.map(String) : [];
  return {
    command: convert(String(command), converting),
    ...(list.length === 0 ? {} : { args: list.map((text, index) => argument(text, list[index - 1], converting)) }),
    ...(isRecord(env) && Object.keys(env).length > 0 ? { env: convertEnv(env, converting) } : {}),
    ...(typeof cwd === 'string' ? { cwd: convert(cwd, converting) } : {}),
  };
}

function remoteServer(entry: Members, converting: Converting): Members {
  const given = entry['headers'] ?? entry['http_headers'];
  const { bearer_token_env_var: variable } = entry;
  const headers = {
    ...(isRecord(given) ? convertHeaders(given, converting) : {}),
    ...(typeof variable === 'string' ? { Authorization: `Bearer ${named(variable, converting.variables)}` } : {}),
  };
  return {
    url: address(urlOf(entry) ?? '', converting),
    ...(Object.keys(headers).length > 0 ? { headers } : {}),
  };
}

const SENSITIVE = /secret|passw|token|credential|auth|key|cookie|session|dsn|pat$|conn/i;
const PLAIN = /^(?:true|false|[\d.]{1,9}|[a-z][a-z_-]{0,23}|[./~][\w./ -]*|https?:\/\/[^\s@?]+)$/i;

function convertEnv(env: Members, { variables, isSecret }: Converting): Members {
  const converted = Object.entries(env).map(([name, value]) => {
    const text = String(value);
    const converted = convertReferences(text, variables);
    const rest = besideReferences(converted ?? text);
    const isOpen = rest === '' || (PLAIN.test(rest) && !SENSITIVE.test(name) && !isSecret(`${name}=${rest}`));
    return [name, isOpen ? (converted ?? text) : named(name, variables)];
  });
  return Object.fromEntries(converted);
}

function named(name: string, variables: Variables): string {
  return /^[A-Za-z_]\w*$/.test(name) ? variables.exactly(name) : variables.reference(name);
}

function convertHeaders(headers: Members, { server, variables }: Converting): Members {
  const converted = Object.entries(headers).map(([name, value]) => {
    const text = String(value);
    const [scheme = ''] = /^(?:Basic|Bearer|Token) /i.exec(text) ?? [];
    const converted = convertReferences(text, variables);
    const isOpen = converted !== undefined && besideReferences(converted) === scheme.trim();
    return [name, isOpen ? converted : scheme + variables.reference(`${server} ${name}`)];
  });
  return Object.fromEntries(converted);
}

/** `--api-key value`, `--api-key=value` and what looks like a credential wherever it stands. */
function argument(text: string, before: string | undefined, { server, variables, isSecret }: Converting): string {
  const reference = convertReferences(text, variables);
  if (reference !== undefined) {
    return reference;
  }
  const [, option, value = ''] = /^(--?[\w-]+)=(.+)$/.exec(text) ?? [];
  if (option !== undefined && (SENSITIVE.test(option) || isSecret(value))) {
    return `${option}=${variables.reference(`${server} ${option}`)}`;
  }
  const isAfterOption = before !== undefined && /^--?[\w-]+$/.test(before) && SENSITIVE.test(before);
  if (isAfterOption && !text.startsWith('-')) {
    return variables.reference(`${server} ${before}`);
  }
  return isSecret(text) ? variables.reference(`${server} argument`) : text;
}

function address(url: string, { server, variables, isSecret }: Converting): string {
  const converted = convertReferences(url, variables) ?? url;
  return converted.replace(/([?&])([^=&#]+)=([^&#]+)/g, (whole, mark: string, name: string, value: string) => {
    const isKept = value.startsWith('${') || !(SENSITIVE.test(name) || isSecret(value));
    return isKept ? whole : `${mark}${name}=${variables.reference(`${server} ${name}`)}`;
  });
}

function convert(text: string, { variables }: Converting): string {
  return convertReferences(text, variables) ?? text;
}

const RESERVED = new Set(['akernel', 'demo', 'exec', 'fs', 'mcp', 'stdin']);

function freeName(given: string, taken: ReadonlySet<string>): string {
  const plain = given
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[^a-z]+/, '')
    .slice(0, 50);
  const name = plain === '' || RESERVED.has(plain) ? `${plain === '' ? 'server' : plain}-mcp` : plain;
  for (let count = 2; taken.has(name); count += 1) {
    if (!taken.has(`${name}-${count}`)) {
      return `${name}-${count}`;
    }
  }
  return name;
}
