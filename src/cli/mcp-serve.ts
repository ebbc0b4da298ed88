import type { Command } from 'commander';
import type { Encoding } from '../contract/budget.js';
import type { Capability } from '../contract/capability.js';
import { HOSTS, type HostId, isHostId } from '../contract/host.js';
import { gatewayDepth } from '../contract/mcp.js';
import type { Receipt } from '../contract/receipt.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import { VERSION } from '../contract/version.js';
import { createReceiptAdder } from '../files/add-receipt.js';
import { hostLimit } from '../hosts/hook/host-limits.js';
import type { Bearer } from '../server/access/bearer.js';
import { createGateway, type Gateway } from '../server/mcp/gateway.js';
import { createToolLister } from '../server/mcp/tool-list.js';
import type { CommandContext, OpenKernel } from './context.js';
import { collect, parseBudget, parseEncoding, quote, usage } from './flags/values.js';
import { withHostServers } from './host-config.js';

interface Address {
  readonly host: string;
  readonly port: number;
}

interface ServeFlags {
  readonly from?: readonly string[];
  readonly host?: HostId;
  readonly http?: Address;
  readonly lazyTools?: true;
  readonly budget?: number;
  readonly encoding?: Encoding;
  readonly as?: string;
  readonly justification?: string;
}

const NOTES = `
A host starts it and speaks to it over its standard streams; akernel install writes that into the host's config.
Every capability that the principal may call is a tool. Servers of a host that --from names keep the names they have
there, and the host goes on asking its person what may be called. Results that are short and clean pass unchanged.
A project's config starts no server and allows nothing here, unless your own config names its folder in trusted_folders.`;

export function defineMcpServe(command: Command, context: CommandContext): void {
  command
    .command('serve')
    .description('be an MCP server: capabilities as tools, their results through the firewall')
    .option(
      '--from <host|file>',
      `also the servers of a host (${Object.keys(HOSTS).join(', ')}) or of its file`,
      collect,
    )
    .option(
      '--http <address:port>',
      'over HTTP at an address of this machine, in place of the standard streams',
      parseAddress,
    )
    .option('--host <host>', 'who is served, for receipts', parseHost)
    .option('--lazy-tools', 'three tools, search, call and expand, in place of all')
    .option('--budget <n>', 'model tokens of one answer (512 or more)', parseBudget)
    .option('--encoding <name>', 'tokenizer that counts them', parseEncoding)
    .option('--as <principal>', 'act as this principal of the config')
    .option('--justification <text>', 'why, for the policy and the traces of every call')
    .addHelpText('after', NOTES)
    .action((flags: ServeFlags) => serve(flags.http === undefined ? context.forHost() : context, flags));
}

function parseHost(text: string): HostId {
  if (!isHostId(text)) {
    throw usage(`there is no host ${quote(text)}`, `choose one of ${Object.keys(HOSTS).join(', ')}`);
  }
  return text;
}

const LOOPBACK = ['127.0.0.1', '[::1]', 'localhost'];

function parseAddress(text: string): Address {
  const [, host = '', digits = ''] = /^(.*):(\d{1,5})$/.exec(text) ?? [];
  if (!LOOPBACK.includes(host) || Number(digits) > 65_535) {
    throw usage(`--http takes an address of this machine and a port, not ${quote(text)}`, 'write 127.0.0.1:8765');
  }
  return { host: host === 'localhost' ? '127.0.0.1' : host.replace(/^\[|\]$/g, ''), port: Number(digits) };
}

/** A gateway behind a gateway may be meant; one that names itself would start others without end. */
const DEEPEST = 1;

async function serve(context: CommandContext, flags: ServeFlags): Promise<void> {
  const { from = [], host, as, http } = flags;
  const { env, cwd } = context;
  if (gatewayDepth(env) > DEEPEST) {
    throw usage(
      'this gateway stands behind two others, as one does that starts itself',
      'take akernel out of mcp_servers',
    );
  }
  const note = (text: string) => void context.stderr.write(`akernel: ${terminalSafeLine(text)}\n`);
  const sources = { from, env, cwd, onNote: note, ...(host === undefined ? {} : { host }) };
  await context.withKernel(
    { as, servesHost: true, prepare: (config) => withHostServers(config, sources) },
    async (open) => {
      context.runs.active += 1;
      try {
        await (http === undefined ? servePipes(context, open, flags) : servePort(context, open, { ...flags, http }));
      } finally {
        context.runs.active -= 1;
      }
    },
  );
}

async function servePipes(context: CommandContext, open: OpenKernel, flags: ServeFlags): Promise<void> {
  const gateway = openGateway(context, open, { ...flags, principal: open.principal });
  const { serveStdio } = await import('../server/mcp/serve-stdio.js');
  await serveStdio(gateway, { ...(await protocolOf(flags)), ...context.openPipes(), signal: context.interrupt });
}

async function servePort(
  context: CommandContext,
  open: OpenKernel,
  flags: ServeFlags & { readonly http: Address },
): Promise<void> {
  const { config, kernel } = open;
  const [{ serveHttp }, { createTokenGateways }] = await Promise.all([
    import('../server/mcp/serve-http.js'),
    import('../server/mcp/token-gateways.js'),
  ]);
  const principals =
    flags.as === undefined ? [config.principal, ...Object.values(config.principals)] : [open.principal];
  const gatewayOf = createTokenGateways({
    kernel,
    principals,
    open: ({ principal, only }) => openGateway(context, open, { ...flags, principal, ...(only && { only }) }),
  });
  await serveHttp({
    ...(await protocolOf(flags)),
    address: flags.http,
    gatewayOf,
    signal: context.interrupt,
    onListening: (url) =>
      void context.stderr.write(
        `akernel: serving MCP at ${url}\nhint: akernel grant mcp.serve --ttl 24h --out FILE makes a capability token; hosts send it as Authorization: Bearer\n`,
      ),
  });
}

async function protocolOf({ lazyTools }: ServeFlags) {
  const loading = import('../server/mcp/mcp-server-library.js');
  return { library: await loading, version: VERSION, isLazy: lazyTools === true };
}

type GatewayFlags = ServeFlags & Bearer;

function openGateway(context: CommandContext, { kernel, config, defaults }: OpenKernel, flags: GatewayFlags): Gateway {
  const { only, principal, justification, budget, encoding, host, from } = flags;
  const session = SESSION_VARIABLES.map((name) => context.env[name]).find((id) => id !== undefined && id !== '');
  const said = justification === undefined ? {} : { justification };
  const addReceipt = createReceiptAdder(config.store.directory);
  const isHidden =
    only === undefined
      ? hiddenFrom(from !== undefined)
      : (each: Capability) => each.capability_id !== only.capabilityId;
  return createGateway({
    kernel,
    principal,
    ...said,
    ...(only === undefined ? {} : { capabilityToken: only.capabilityToken }),
    tools: createToolLister({ kernel, principal, ...said, isProven: only !== undefined, isHidden }),
    maxTokens: budget ?? defaults.maxTokens,
    encoding: encoding ?? defaults.encoding,
    loadCounter: async (name) => (await context.loadRuntime()).loadCounter(name),
    host: host ?? 'unknown',
    now: context.now,
    onReceipt: (receipt) => {
      try {
        addReceipt({ ...withLimit(receipt), ...(session === undefined ? {} : { session }) });
      } catch {
        // a call is not lost for its receipt
      }
    },
  });
}

/** Where hosts tell the servers that they start which session it is: Claude Code 2.1.154, Gemini CLI. */
const SESSION_VARIABLES = ['CLAUDE_CODE_SESSION_ID', 'GEMINI_SESSION_ID'];

/** With what the host itself would have shown of the result, where that is known. */
function withLimit(receipt: Receipt): Receipt {
  const limit = isHostId(receipt.host) && receipt.kind === 'call' ? hostLimit(receipt.host, receipt.tool) : undefined;
  return limit === undefined ? receipt : { ...receipt, host_limit_bytes: limit };
}

const BUILT_IN = ['demo.', 'fs.', 'stdin.', 'mcp.', 'akernel.'];

/** Standard input is the host's. Whoever puts akernel before its servers has not asked for demonstrations and files. */
function hiddenFrom(isForHost: boolean): (capability: Capability) => boolean {
  const hidden = isForHost ? BUILT_IN : ['stdin.', 'mcp.', 'akernel.'];
  return ({ capability_id: id }) => id === 'http.serve' || hidden.some((prefix) => id.startsWith(prefix));
}
