import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';
import { connectByPipes, namesWith, textOf } from '../support/gateway.js';

const own = (id: string) => ({
  capability_id: id,
  name: id,
  description: 'Says yes.',
  safety_class: 'READ',
  sensitivity: 'NONE',
  tags: [],
  params: { type: 'object' },
  driver: { driver_id: 'module', operation: 'yes', options: { module: './own.mjs', export: 'yes' } },
});

it('frees the servers of a host from limits, and nothing else: the policy of the config holds as it is', async () => {
  const box = sandbox();
  writeFileSync(join(box.directory, 'own.mjs'), "export const yes = () => 'yes';\n");
  const config = {
    capabilities: [own('mine.often'), own('mine.service')],
    policy: {
      default: 'allow',
      rules: [
        { match: { capability: 'mine.service', roles: 'service' }, effect: 'allow' },
        { match: { capability: 'mine.service' }, effect: 'deny' },
      ],
    },
  };
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  const near = { command: process.execPath, args: [resolve('fixtures/programs/mcp-server.mjs')] };
  const file = join(box.directory, 'mcp.json');
  writeFileSync(file, JSON.stringify({ mcpServers: { near } }));
  const host = await connectByPipes(box, { args: ['--from', file] });
  await namesWith(host, 'near__echo');
  const failed = async (name: string) => {
    const answers = [];
    for (let at = 0; at < 61; at += 1) {
      answers.push(await host.call(name, { text: 'x' }));
    }
    return answers.filter(({ isError }) => isError === true).map(textOf);
  };
  try {
    expect(await failed('near__echo')).toEqual([]);
    expect(await failed('mine__often')).toEqual([expect.stringContaining('more than 60 calls')]);
    expect(await host.names()).not.toContain('mine__service');
  } finally {
    await host.close();
  }
});
