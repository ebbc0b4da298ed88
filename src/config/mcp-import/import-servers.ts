import type { HostEntry } from './entry-types.js';
import type { FoundServer } from './parse-host-file.js';
import { readEntries, type Skipped } from './read-entries.js';
import { besideReferences, convertReferences, createVariables, referencesLost, type Variables } from './variables.js';

type Members = Readonly<Record<string, unknown>>;

export interface McpImport {
  /** The section `mcp_servers`. */
  readonly servers: Readonly<Record<string, Members>>;
  /** Variables that the section refers to and that have to be set. */
  readonly variables: readonly string[];
  readonly skipped: readonly Skipped[];
  /** What was not taken over, or is called otherwise. */
  readonly notes: readonly string[];
}

export interface McpImportOptions {
  /** Whether a text holds something that should not be written into a config. */
  readonly isSecret: (text: string) => boolean;
}

/**
 * Servers of another host's file as a section of a config. Nothing that may be a credential is copied: what stands in
 * clear in headers, under the names of credentials, or looks like one, becomes a reference to the environment.
 */
export function importServers(found: readonly FoundServer[], { isSecret }: McpImportOptions): McpImport {
  const variables = createVariables();
  const { entries, skipped, notes } = readEntries(found);
  const servers = entries.map(({ name, entry }) => {
    const converting = { server: name, variables, isSecret };
    return [name, { ...placeOf(entry, converting), ...limitsOf(entry) }] as const;
  });
  const lost = entries.flatMap(({ name, entry }) => [
    ...(entry.envFile === undefined ? [] : [`not taken over of ${name}: envFile, set its variables in env`]),
    ...referencesLost(entry).map((what) => `not taken over of ${name}: ${what}`),
  ]);
  return {
    servers: Object.fromEntries(servers),
    variables: variables.names(),
    skipped,
    notes: [...notes, ...lost],
  };
}

interface Converting {
  readonly server: string;
  readonly variables: Variables;
  readonly isSecret: (text: string) => boolean;
}

function placeOf(entry: HostEntry, converting: Converting): Members {
  return entry.url === undefined ? localServer(entry, converting) : remoteServer(entry, converting);
}

function limitsOf({ allow, deny, start_timeout_ms: start, call_timeout_ms: call }: HostEntry): Members {
  return {
    ...(allow === undefined ? {} : { allow }),
    ...(deny === undefined ? {} : { deny }),
    ...(start === undefined ? {} : { start_timeout_ms: start }),
    ...(call === undefined ? {} : { call_timeout_ms: call }),
  };
}

function localServer({ command, args, env, env_allow: allowed, cwd }: HostEntry, converting: Converting): Members {
  return {
    command: convert(command ?? '', converting),
    ...(args.length === 0 ? {} : { args: args.map((text, index) => argument(text, args[index - 1], converting)) }),
    ...(Object.keys(env).length > 0 ? { env: convertEnv(env, converting) } : {}),
    ...(allowed === undefined ? {} : { env_allow: allowed }),
    ...(cwd === undefined ? {} : { cwd: convert(cwd, converting) }),
  };
}

function remoteServer({ url = '', headers: given, headerVariables }: HostEntry, converting: Converting): Members {
  const named = Object.entries(headerVariables).map(([header, { scheme, variable }]) => [
    header,
    scheme + nameOrWords(variable, converting.variables),
  ]);
  const headers = { ...convertHeaders(given, converting), ...Object.fromEntries(named) };
  return { url: address(url, converting), ...(Object.keys(headers).length > 0 ? { headers } : {}) };
}

const SENSITIVE = /secret|passw|token|credential|auth|key|cookie|session|dsn|pat$|conn/i;
const PLAIN = /^(?:true|false|[\d.]{1,9}|[a-z][a-z_-]{0,23}|[./~][\w./ -]*|https?:\/\/[^\s@?]+)$/i;

function convertEnv(env: Readonly<Record<string, string>>, { variables, isSecret }: Converting): Members {
  const entries = Object.entries(env).map(([name, text]) => {
    const converted = convertReferences(text, variables);
    const rest = besideReferences(converted ?? text);
    const isOpen = rest === '' || (PLAIN.test(rest) && !SENSITIVE.test(name) && !isSecret(`${name}=${rest}`));
    return [name, isOpen ? (converted ?? text) : nameOrWords(name, variables)];
  });
  return Object.fromEntries(entries);
}

function nameOrWords(name: string, variables: Variables): string {
  return /^[A-Za-z_]\w*$/.test(name) ? variables.exactly(name) : variables.reference(name);
}

function convertHeaders(headers: Readonly<Record<string, string>>, { server, variables }: Converting): Members {
  const entries = Object.entries(headers).map(([name, text]) => {
    const [scheme = ''] = /^(?:Basic|Bearer|Token) /i.exec(text) ?? [];
    const converted = convertReferences(text, variables);
    const isOpen = converted !== undefined && besideReferences(converted) === scheme.trim();
    return [name, isOpen ? converted : scheme + variables.reference(`${server} ${name}`)];
  });
  return Object.fromEntries(entries);
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
