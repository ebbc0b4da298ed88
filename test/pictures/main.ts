import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { serveDemoModel } from '../../src/server/demo-model/serve-demo-model.js';
import { openPty } from '../support/pty.js';
import { SCENES } from './scenes.js';
import { screenSvg } from './screen-svg.js';

/** Drives the real program in a pty and writes what its terminal shows: `--size 100x30 --to DIR --only NAME --text`. */
const { values } = parseArgs({
  options: {
    size: { type: 'string', default: '100x30' },
    to: { type: 'string', default: 'fixtures/pictures' },
    only: { type: 'string' },
    text: { type: 'boolean', default: false },
  },
});
const [columns = 100, rows = 30] = values.size.split('x').map(Number);
const target = resolve(values.to);
mkdirSync(target, { recursive: true });

const models = new AbortController();
const model = await new Promise<{ readonly port: number; readonly ended: Promise<void> }>((resolve) => {
  const ended = serveDemoModel({
    port: 0,
    script: undefined,
    delayMs: 10,
    signal: models.signal,
    onListening: (port) => resolve({ port, ended }),
  });
});
const agent = { provider: 'openai', base_url: `http://127.0.0.1:${model.port}/v1`, allow_private: true, model: 'demo' };
/** Not the name of whoever makes the pictures. */
const CONFIG = JSON.stringify({
  principal: { principal_id: 'ann', roles: ['reader'] },
  agents: {
    demo: { ...agent, tools: ['demo.customers'], description: 'Plays a model, without a key' },
    reviewer: { ...agent, tools: ['fs.list_files', 'fs.read_file'], description: 'Reads code' },
  },
});

for (const scene of SCENES.filter(({ name }) => values.only === undefined || name.startsWith(values.only))) {
  const directory = mkdtempSync(join(tmpdir(), 'akernel-picture-'));
  const place = { directory, home: join(directory, 'state') };
  writeFileSync(join(directory, 'akernel.config.json'), CONFIG);
  const terminal = openPty(place, scene.args(place), {
    ...(scene.size ?? { columns, rows }),
    env: { LANG: 'C.UTF-8' },
  });
  try {
    await scene.act(terminal);
    const picture = values.text ? `${terminal.screen().join('\n')}\n` : screenSvg(terminal.emulator, scene.title);
    writeFileSync(join(target, `${scene.name}.${values.text ? 'txt' : 'svg'}`), picture);
    process.stdout.write(`${scene.name}\n`);
  } finally {
    terminal.kill('SIGTERM');
    await terminal.exit;
    rmSync(directory, { recursive: true, force: true });
  }
}
models.abort();
await model.ended;
