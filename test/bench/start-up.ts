import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Figure } from './figure.js';
import { interleaved, type Spent } from './measure.js';
import { type Program, programIn } from './program.js';
import { firstPaint } from './terminal.js';
import { markdownPage } from './texts/real.js';

const ROUNDS = 11;
const FULL_ROUNDS = 31;
const PAGE_BYTES = 100_000;
/** What most people have: a few settings, a database, a server and a tool of their own. */
const CONFIG = `principal: { principal_id: ann, roles: [reader, writer], attributes: { tenant: acme } }
redaction: { groups: { network: true } }
databases:
  shop: { file: shop.sqlite }
mcp_servers:
  files: { command: npx, args: [-y, files-server, .] }
capabilities:
  - capability_id: shop.list_orders
    description: Orders of a customer.
    safety_class: READ
    sensitivity: PII
    params: { type: object, properties: { customer: { type: integer } }, required: [customer] }
    driver:
      driver_id: sql
      operation: query
      options: { database: shop, statement: 'select * from orders where customer = :customer' }
`;

interface Start {
  readonly subject: string;
  readonly atMost?: number;
  readonly run: () => Promise<Spent>;
}

/** Whole commands as multiples of a Node that does nothing, in a clean environment. */
export const startUp: Benchmark = {
  name: 'start-up',
  async *run({ directory, isFull, otherNodes }) {
    for (const node of [process.execPath, ...otherNodes]) {
      yield* onNode({ directory, node, rounds: isFull ? FULL_ROUNDS : ROUNDS });
    }
  },
};

interface Place {
  readonly directory: string;
  readonly node: string;
  readonly rounds: number;
}

async function* onNode({ directory, node, rounds }: Place): AsyncGenerator<Figure> {
  const version = programIn(directory, node).runNode(['-p', 'process.versions.node.split(".")[0]']).stdout.trim();
  const home = join(directory, version);
  mkdirSync(home);
  const program = programIn(home, node);
  const config = join(home, 'settings.yaml');
  writeFileSync(config, CONFIG);
  const starts = startsOf(program, config);
  for (const { run } of starts) {
    await run();
  }
  const [bare, ...spent] = await interleaved(rounds, [
    async () => program.runNode(['-e', '0']).spent,
    ...starts.map(({ run }) => run),
  ]);
  if (bare === undefined) {
    return;
  }
  const aspect = `Node ${version}`;
  yield { subject: '`node -e 0`', aspect: `${aspect}, time`, unit: 'ms', ...timesOf(bare) };
  for (const [index, whole] of spent.entries()) {
    const { subject = '', atMost } = starts[index] ?? {};
    const times = { wall: whole.wallMs / bare.wallMs, ...cpuTimes(whole, bare) };
    yield { subject, aspect, unit: 'times', ...times, ...(atMost === undefined ? {} : { atMost }) };
    yield { subject, aspect: `${aspect}, time`, unit: 'ms', ...timesOf(whole) };
  }
}

function startsOf(program: Program, config: string): readonly Start[] {
  const { stdout } = program.run(['invoke', 'demo.customers', 'rows=1000', '--mode', 'handle_only']);
  const { handle_id: handleId }: { readonly handle_id: string } = JSON.parse(stdout);
  const page = markdownPage(PAGE_BYTES);
  const clean = toolOutput('ok 12 of 12 tests in src/cli\n'.repeat(333));
  const command = (args: readonly string[], input?: Buffer) => async () => program.run(args, input).spent;
  return [
    { subject: '`--help`', atMost: 1.4, run: command(['--help']) },
    {
      subject: '`invoke` of 3 rows into a pipe',
      atMost: 3,
      run: command(['invoke', 'demo.customers', 'rows=3', '--stream']),
    },
    {
      subject: 'the same with a config (YAML)',
      run: command(['invoke', 'demo.customers', 'rows=3', '--stream', '--config', config]),
    },
    {
      subject: '`expand`, 10 rows of two fields',
      atMost: 2.6,
      run: command(['expand', handleId, '--fields', 'id,name', '--limit', '10']),
    },
    { subject: '`expand`, a page that needs the tokenizer', run: command(['expand', handleId]) },
    { subject: '`exec -- true`', atMost: 3, run: command(['exec', '--', 'true']) },
    {
      subject: '`hook claude-code`, a clean output of 10 kB',
      atMost: 3.5,
      run: command(['hook', 'claude-code'], clean),
    },
    { subject: '`redact` of 100 kB of real Markdown', atMost: 4, run: command(['redact'], page) },
    { subject: 'live view, to its first paint', atMost: 6, run: () => firstPaint(program) },
  ];
}

function timesOf({ wallMs, cpuMs }: Spent): Pick<Figure, 'wall' | 'cpu'> {
  return { wall: wallMs, ...(Number.isNaN(cpuMs) ? {} : { cpu: cpuMs }) };
}

/** Of a command in a terminal it is not known. */
function cpuTimes(whole: Spent, bare: Spent): Pick<Figure, 'cpu'> {
  return Number.isNaN(whole.cpuMs) ? {} : { cpu: whole.cpuMs / bare.cpuMs };
}

/** What Claude Code says of a command that has run. */
function toolOutput(stdout: string): Buffer {
  const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout, stderr: '' } };
  return Buffer.from(JSON.stringify(event));
}
