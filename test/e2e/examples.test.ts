import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { EXAMPLES } from '../../src/cli/examples.js';
import { type Sandbox, sandbox } from '../support/cli.js';
import { startDemoModel } from '../support/demo-model.js';
import { keepPostgres } from '../support/postgres-databases.js';

/** What an example needs that is not in an empty directory: a terminal, a server, its own end, a damaged trail, an admin, the network, npm, zsh. */
const NEEDS_MORE =
  /^(?:git diff \| )?akernel (?:ui|mcp|serve|demo-model|audit accept|revoke --principal)\b|https:|npm |fpath/;
/** They say by their status that something was found. */
const FINDS = /--fail-on-findings/;

const FILES: Readonly<Record<string, string>> = {
  'app.log': 'start\nrefused: timeout of ann@example.org\n',
  'dump.sql': "insert into people values ('ann@example.org');\n",
  'customers.csv': 'id,name\n1,Ann\n2,Bea\n',
  'docs/plan.md': 'the plan\n',
  'answer.txt': 'write to [REDACTED:email:7f3a]\n',
  'notes.md': 'write to [REDACTED:email:7f3a]\n',
  'plan.json': '{"steps":[]}\n',
  '.cursor/mcp.json': '{"mcpServers":{"files":{"command":"npx","args":["-y","files"]}}}',
  '.vscode/mcp.json': '{"servers":{"files":{"command":"npx","args":["-y","files"]}}}',
  'api.yaml': `openapi: 3.0.3
info: { title: Shop, version: '1' }
servers: [{ url: 'https://shop.example.com' }]
paths: { /orders: { get: { operationId: listOrders, tags: [orders], responses: { '200': { description: ok } } } } }
`,
};

const FOLDERS = [
  'docs',
  '.claude',
  '.codex',
  '.cursor',
  '.vscode',
  '.config/fish/completions',
  '.local/share/bash-completion/completions',
];

/** Models that the examples name, in place of somebody's own. */
function agentsOn(origin: string): string {
  const agent = { provider: 'openai', base_url: `${origin}/v1`, allow_private: true, model: 'demo' };
  return JSON.stringify({ agents: { demo: { ...agent, tools: ['demo.customers'] }, 'qwen3-8b': agent } });
}

function prepared(origin: string): Sandbox {
  const box = sandbox();
  for (const folder of FOLDERS) {
    mkdirSync(join(box.directory, folder), { recursive: true });
  }
  for (const [name, text] of Object.entries(FILES)) {
    writeFileSync(join(box.directory, name), text);
  }
  mkdirSync(join(box.directory, '.config/akernel'), { recursive: true });
  writeFileSync(join(box.directory, '.config/akernel/config.json'), agentsOn(origin));
  return box;
}

/** Commands that print an id for the one in an example. */
const MAKERS: Readonly<Record<string, readonly string[]>> = {
  h: ['invoke', 'demo.customers', 'rows=995'],
  a: ['audit', 'list', '--limit', '1'],
  g: ['grant', 'demo.log'],
  s: ['session', 'new'],
};

async function withRealId({ inside }: Sandbox, line: string): Promise<string> {
  const [named, kind = ''] = /\b([ahgs])_[0-9a-z]{10}\b/.exec(line) ?? [];
  if (named === undefined) {
    return line;
  }
  const maker = line.includes('--map')
    ? ['redact', '--keep-map', 'app.log']
    : line.includes('--field text')
      ? ['pipe']
      : (MAKERS[kind] ?? []);
  const { stdout, stderr } = await inside([...maker, '-o', 'json'], { stdin: FILES['app.log'] ?? '' });
  const [id = `nothing in ${stdout}`] = new RegExp(`\\b${kind}_\\w{10}\\b`).exec(stdout + stderr) ?? [];
  const [, key] = /^akernel session memory (?:get|rm) \S+ (\S+)/.exec(line) ?? [];
  if (key !== undefined) {
    await inside(['session', 'memory', 'set', id, key, '1']);
  }
  return line.replace(named, id);
}

/** Words between blanks, for which no shell is needed, of a command that starts no program and asks about none. */
const PLAIN = /^akernel (?!exec |doctor)([\w .:/@=-]+)$/;

function runExample({ inside, shell }: Sandbox, command: string, env: Readonly<Record<string, string>>) {
  const [, words] = PLAIN.exec(command) ?? [];
  return words === undefined ? shell(command, { env }) : inside(words.split(' '), { env });
}

const postgres = keepPostgres();

test('every example in a help works as it stands', async () => {
  const { origin } = await startDemoModel();
  const box = prepared(origin);
  const lines = Object.values(EXAMPLES)
    .flatMap((examples) => examples.map(([line]) => line))
    .filter((line) => !NEEDS_MORE.test(line));
  expect(lines.length).toBeGreaterThan(40);
  const shared = { AKERNEL_STORE_URL: await postgres.make() };
  for (const line of lines) {
    const command = (await withRealId(box, line))
      .replace(/git (?:log -p|diff)/, 'cat app.log')
      .replace('rows=100000', 'rows=5000');
    const { status, stderr } = await runExample(box, command, /\bshared\b/.test(line) ? shared : {});
    const isAsSaid = status === (FINDS.test(line) ? 1 : 0);
    expect([command, isAsSaid ? '' : stderr]).toEqual([command, '']);
  }
});
