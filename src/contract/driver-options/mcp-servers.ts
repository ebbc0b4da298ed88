import * as z from 'zod';
import type { SafetyClass, Sensitivity } from '../capability.js';
import { isHeaderName, mayBeSet } from './http-headers.js';
import { notAnOwnKey } from './not-an-own-key.js';

export const ERAS = ['auto', 'legacy', 'modern'] as const;
export const TRUST = ['pin', 'always'] as const;

const MAX_MS = 86_400_000;
const MAX_BYTES = 400 * 1024 * 1024;

/** First parts of the ids of capabilities that are built in; `mcp` and `akernel` are kept free. */
const RESERVED = ['akernel', 'demo', 'exec', 'fs', 'mcp', 'stdin'];

const text = z.string().min(1).max(10_000);
const glob = z.string().min(1).max(200);
const milliseconds = (description: string) => z.int().min(1).max(MAX_MS).describe(description).optional();

const tool: z.ZodType<McpToolConfig> = z.strictObject({
  safety_class: z
    .enum(['READ', 'WRITE', 'DESTRUCTIVE'])
    .describe('Stronger than what the server says about the tool.')
    .optional(),
  sensitivity: z.enum(['NONE', 'PII', 'PCI', 'SECRETS']).describe('That of the server when absent.').optional(),
  allowed_fields: z.array(text).describe('All other fields of structured results are dropped.').optional(),
  accepts_handles: z.boolean().describe('true: arguments may be given by reference.').optional(),
  idempotent: z.boolean().describe('true: calling it twice does no more than calling it once.').optional(),
});

const server: z.ZodType<McpServerConfig> = z
  .strictObject({
    command: text.describe('The program of a local server; no shell is used.').optional(),
    args: z.array(z.string().max(10_000)).describe('Its arguments.').optional(),
    env: z
      .record(text, z.string())
      .describe('Variables to set for it; secrets by a reference to the environment or a file.')
      .optional(),
    env_allow: z
      .array(text.refine(...notAnOwnKey))
      .describe('Variables of akernel that it is given besides PATH, HOME and a few.')
      .optional(),
    cwd: text.describe('Its working folder; relative to the config file.').optional(),
    url: text.describe('The address of a remote server (Streamable HTTP).').optional(),
    headers: z
      .record(text, z.string())
      .describe('Sent with each request; secrets by a reference to the environment or a file.')
      .optional(),
    allow_private: z.boolean().describe('true: the address may be private or local.').optional(),
    era: z.enum(ERAS).describe('The protocol: legacy before 2026-07-28; auto finds out.').optional(),
    allow: z.array(glob).describe('Only tools whose names fit one of these; * stands for anything.').optional(),
    deny: z.array(glob).describe('No tools whose names fit one of these.').optional(),
    trust: z.enum(TRUST).describe('pin: a tool that changes is off until it is confirmed. always: never.').optional(),
    sensitivity: z.enum(['NONE', 'PII', 'PCI', 'SECRETS']).describe('Of its results; PII when absent.').optional(),
    safety_class: z
      .enum(['READ', 'WRITE', 'DESTRUCTIVE'])
      .describe('Of its tools that do not say how safe they are.')
      .optional(),
    start_timeout_ms: milliseconds('How long it may take to start and list its tools; 30000 when absent.'),
    call_timeout_ms: milliseconds('How long a call may be silent; progress starts it anew; 60000 when absent.'),
    max_call_ms: milliseconds('How long a call may take at all; 600000 when absent.'),
    max_result_bytes: z.int().min(1024).max(MAX_BYTES).describe('Of one message; 64 MiB when absent.').optional(),
    tools: z.record(text, tool).describe('What is known about single tools, by their names.').optional(),
  })
  .superRefine(refuseContradictions);

/** What a config says about one MCP server: a local one has `command`, a remote one `url`. */
export interface McpServerConfig {
  readonly command?: string | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  readonly env_allow?: readonly string[] | undefined;
  readonly cwd?: string | undefined;
  readonly url?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly allow_private?: boolean | undefined;
  readonly era?: (typeof ERAS)[number] | undefined;
  readonly allow?: readonly string[] | undefined;
  readonly deny?: readonly string[] | undefined;
  readonly trust?: (typeof TRUST)[number] | undefined;
  readonly sensitivity?: Sensitivity | undefined;
  readonly safety_class?: SafetyClass | undefined;
  readonly start_timeout_ms?: number | undefined;
  readonly call_timeout_ms?: number | undefined;
  readonly max_call_ms?: number | undefined;
  readonly max_result_bytes?: number | undefined;
  readonly tools?: Readonly<Record<string, McpToolConfig>> | undefined;
}

/** What it says about one tool of a server. */
export interface McpToolConfig {
  readonly safety_class?: SafetyClass | undefined;
  readonly sensitivity?: Sensitivity | undefined;
  readonly allowed_fields?: readonly string[] | undefined;
  readonly accepts_handles?: boolean | undefined;
  readonly idempotent?: boolean | undefined;
}

/** The section `mcp_servers` of a config: MCP servers by name, whose tools become capabilities `<name>.<tool>`. */
export const mcpServersSchema = z.record(z.string(), server).superRefine((servers, context) => {
  for (const name of Object.keys(servers)) {
    const message = nameMistake(name);
    if (message !== undefined) {
      context.addIssue({ code: 'custom', path: [name], message, params: { hint: 'choose another name' } });
    }
  }
});

function nameMistake(name: string): string | undefined {
  if (!/^[a-z][a-z0-9_-]{0,62}$/.test(name)) {
    return 'is not a name of small letters, digits, - and _, beginning with a letter';
  }
  return RESERVED.includes(name) ? 'is a name that akernel uses itself' : undefined;
}

const ONLY_LOCAL = ['args', 'env', 'env_allow', 'cwd'] as const;
const ONLY_REMOTE = ['headers', 'allow_private'] as const;

type Context = z.core.$RefinementCtx<McpServerConfig>;

function refuseContradictions(config: McpServerConfig, context: Context): void {
  for (const { path, message, hint } of contradictions(config)) {
    context.addIssue({ code: 'custom', path: [...path], message, params: { hint } });
  }
}

interface Contradiction {
  readonly path: readonly string[];
  readonly message: string;
  readonly hint: string;
}

function contradictions(config: McpServerConfig): readonly Contradiction[] {
  const { command, url, headers = {} } = config;
  if ((command === undefined) === (url === undefined)) {
    const message = command === undefined ? 'has neither command nor url' : 'has both command and url';
    return [{ path: [], message, hint: 'write command for a local server, url for a remote one' }];
  }
  const [others, beside] = url === undefined ? [ONLY_REMOTE, 'command'] : [ONLY_LOCAL, 'url'];
  return [
    ...commandMistakes(command),
    ...others
      .filter((name) => config[name] !== undefined)
      .map((name) => ({ path: [name], message: `has no meaning beside ${beside}`, hint: 'take it out' })),
    ...(url === undefined ? [] : urlMistakes(url)),
    ...Object.keys(headers).flatMap(headerMistakes),
  ];
}

/** No shell splits it. A path may have blanks, a program on the path has none. */
function commandMistakes(command = ''): readonly Contradiction[] {
  const [program, ...args] = command.trim().split(/\s{1,100}/);
  if (args.length === 0 || program === undefined || /[/\\]/.test(program)) {
    return [];
  }
  const hint = 'put arguments into args: command: "npx", args: ["-y", "x"]';
  return [{ path: ['command'], message: 'holds a program and its arguments', hint }];
}

function urlMistakes(url: string): readonly Contradiction[] {
  const message = 'is not an http or https address without credentials';
  return isHttpUrl(url) ? [] : [{ path: ['url'], message, hint: 'put credentials into headers' }];
}

function headerMistakes(name: string): readonly Contradiction[] {
  if (isHeaderName(name) && mayBeSet(name)) {
    return [];
  }
  const message = isHeaderName(name) ? 'is set by akernel itself' : 'is not the name of a header';
  return [{ path: ['headers', name], message, hint: 'take it out' }];
}

function isHttpUrl(text: string): boolean {
  try {
    const { protocol, username, password } = new URL(text);
    return /^https?:$/.test(protocol) && username === '' && password === '';
  } catch {
    return false;
  }
}
