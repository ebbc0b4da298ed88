import { execFileSync } from 'node:child_process';
import { linkSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';

/** Beyond what `AKERNEL_SECRET` needs. */
const SECRET = ['walnut', 'harbour', 'seventeen', 'lanterns', 'at', 'dusk'].join('-');
const LIBRARY = new URL('../../dist/index.js', import.meta.url).href;
const REFUSED = 'the path leads to the state and keys of akernel itself';

let box: Sandbox;
let keys: readonly string[] = [];

beforeAll(async () => {
  box = sandbox();
  await box.inside(['invoke', 'demo.customers', 'rows=1']);
  keys = ['store.key', 'secret.key'].map((name) => readFileSync(join(box.home, name), 'utf8').trim());
  symlinkSync(join(box.home, 'store.key'), join(box.directory, 'link'));
  linkSync(join(box.home, 'secret.key'), join(box.directory, 'hard'));
});

function capability(id: string, driver_id: string, operation: string, options: object) {
  return {
    capability_id: id,
    description: id,
    safety_class: 'READ',
    sensitivity: 'NONE',
    params: { type: 'object' },
    driver: { driver_id, operation, options },
  };
}

function configure(config: object): void {
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
}

/** Standard output and standard error, in which no part of a key may stand. */
async function told(args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<string> {
  // What a command of the user reads goes through the program itself.
  const { stdout, stderr } = args[0] === 'exec' ? await box.run(args, { env }) : await box.inside(args, { env });
  const text = stdout + stderr;
  for (const key of [...keys, SECRET]) {
    for (let at = 0; at + 8 <= key.length; at += 1) {
      expect(text).not.toContain(key.slice(at, at + 8));
    }
  }
  return text;
}

test('what a child reads of them itself is hidden, in pages too', async () => {
  const files = ['store.key', 'secret.key'].map((name) => join(box.home, name));
  const plain = await told(['exec', '--', 'cat', ...files]);
  expect(plain).toContain('[REDACTED:config_secret]\n[REDACTED:config_secret]\n');
  const wanted = { AKERNEL_SECRET: SECRET };
  const frames = await told(['exec', '-o', 'ndjson', '--', 'sh', '-c', `cat ${files[0]}; echo "[$0]"`, SECRET], wanted);
  expect(frames).toContain('[[REDACTED:config_secret]]');
  await told(['expand', /h_\w{10}/.exec(frames)?.[0] ?? ''], wanted);
});

describe('the state directory is out of reach', () => {
  beforeAll(() => {
    const file = join(box.home, 'akernel.db');
    configure({
      databases: { own: { file } },
      mcp_servers: { own: { command: 'cat', args: ['store.key'], cwd: box.home } },
      capabilities: [
        capability('at.sql', 'sql', 'query', { database: 'own', statement: 'select * from sqlite_schema' }),
        capability('at.root', 'filesystem', 'read_file', { root: '/' }),
        capability('at.state', 'filesystem', 'list_files', { root: box.home }),
        capability('at.module', 'module', 'call', { module: join(box.home, 'store.key') }),
        capability('at.process', 'process', 'run', { command: 'cat', args: ['store.key'], root: box.home }),
        capability('at.http', 'http', 'request', {
          url: 'https://127.0.0.1:1/',
          allow_hosts: ['127.0.0.1'],
          ca_file: join(box.home, 'store.key'),
        }),
      ],
    });
  });

  test.each([
    ['a key', ['fs.read_file', 'path=state/store.key']],
    ['the other key', ['fs.read_file', 'path=./state/../state/secret.key']],
    ['a link', ['fs.read_file', 'path=link']],
    ['a hard link', ['fs.read_file', 'path=hard']],
    ['a listing', ['fs.list_files', 'path=state', 'glob=**']],
    ['arguments from a file', ['fs.read_file', '--args', '@state/store.key']],
    ['the index, by SQL', ['at.sql']],
    ['the root of the machine', ['at.root', '--args', '{"path":"proc/self/environ"}']],
    ['a root in it', ['at.state']],
    ['a module', ['at.module']],
    ['a working folder', ['at.process']],
    ['certificates', ['at.http']],
    ['a server', ['own.anything']],
  ])('%s', async (_, args) => {
    expect(await told(['invoke', ...args, '--mode', 'raw'], { AKERNEL_SECRET: SECRET })).toContain(REFUSED);
  });

  test('the root of a process is the root', async () => {
    const path = `proc/self/root${box.home}/store.key`;
    expect(await told(['invoke', 'at.root', '--args', JSON.stringify({ path })])).toContain(REFUSED);
  });

  test.each([['state/secret.key'], ['link'], ['hard'], ['/proc/self/environ']])('redact %s', async (file) => {
    expect(await told(['redact', file], { AKERNEL_SECRET: SECRET })).toContain(REFUSED);
  });

  test('a walk passes it over, and says so', async () => {
    const text = await told(['invoke', 'fs.list_files', 'glob=**', '--mode', 'table', '-o', 'json']);
    expect(text).toContain('the state directory of akernel is passed over');
    expect(text).not.toContain('state/store.key');
  });
});

describe('so is the usual one while another is in use', () => {
  const key = '.local/state/akernel/store.key';
  beforeAll(async () => {
    await box.inside(['invoke', 'demo.customers', 'rows=1'], { env: { AKERNEL_HOME: '' } });
    keys = [...keys, readFileSync(join(box.directory, key), 'utf8').trim()];
    configure({});
  });

  test.each([
    ['the built-in capability', ['invoke', 'fs.read_file', `path=${key}`]],
    ['a link on the way', ['invoke', 'fs.read_file', 'path=.local/state/../state/akernel/segments/../store.key']],
    ['arguments', ['invoke', 'fs.read_file', '--args', `@${key}`]],
    ['redact', ['redact', key]],
  ])('%s', async (_, args) => {
    expect(await told(args)).toContain(REFUSED);
  });

  test('a reference', async () => {
    configure({ principal: { principal_id: `\${file:${key}}` } });
    expect(await told(['config', 'check'])).toContain('leads to the state and keys of akernel itself');
  });

  test('a kernel of a program that keeps nothing', async () => {
    const script = `import { createKernel } from ${JSON.stringify(LIBRARY)};
      const kernel = await createKernel();
      const who = { principal: { principal_id: 'ann', roles: ['reader'] }, capabilityId: 'fs.read_file' };
      const { capability_token: capabilityToken } = await kernel.grant(who);
      const call = { ...who, args: { path: '${key}' }, capabilityToken };
      console.log(await kernel.invoke(call).then(({ text }) => text, ({ message }) => message));
      await kernel.close();`;
    expect(execFileSync(process.execPath, ['--input-type=module', '-e', script], hosted()).toString()).toBe(
      `${REFUSED}\n`,
    );
  });
});

/** In the directory of the box, which is its user's home. */
const hosted = () => ({ cwd: box.directory, env: { HOME: box.directory, PATH: process.env['PATH'] } });

describe('no config hands a key on', () => {
  const env = { AKERNEL_SECRET: SECRET, COPY: `x${SECRET}y` };
  const reference = (text: string) => `\${${text}}`;
  const process = (options: object) => ({
    capabilities: [capability('x.y', 'process', 'run', { command: 'echo', ...options })],
  });

  test.each([
    ['the secret', process({ args: [reference('env:AKERNEL_SECRET')] }), 'args[0]: refers to AKERNEL_SECRET, a key'],
    ['one that is not set', process({ args: [reference('env:AKERNEL_STORE_KEY')] }), 'refers to AKERNEL_STORE_KEY'],
    ['earlier ones', process({ env: { A: reference('env:AKERNEL_SECRET_PREVIOUS') } }), 'env.A: refers to AKERNEL_SEC'],
    ['under another name', process({ env: { A: reference('env:COPY') } }), 'options.env.A: holds a key of akernel'],
    ['written out', process({ args: [SECRET] }), 'args[0]: holds a key of akernel itself'],
    ['by name', process({ env_allow: ['AKERNEL_SECRET'] }), 'env_allow[0]: is a key of akernel'],
    [
      'a key file',
      process({ args: [`a ${reference('file:state/secret.key')}`] }),
      'args[0]: the file state/secret.key',
    ],
    ['a link to one', process({ args: [reference('file:link')] }), 'args[0]: the file link leads to the state'],
    ['the environment of this process', process({ args: [reference('file:/proc/self/environ')] }), 'args[0]: '],
    [
      'to a server',
      { mcp_servers: { s: { command: 'env', env: { A: reference('env:AKERNEL_SECRET') } } } },
      'mcp_servers.s.env.A: refers to AKERNEL_SECRET',
    ],
    [
      'to a server by name',
      { mcp_servers: { s: { command: 'env', env_allow: ['AKERNEL_STORE_KEY'] } } },
      'env_allow[0]: is',
    ],
    [
      'in a header',
      {
        mcp_servers: { s: { url: 'https://example.org', headers: { A: `Bearer ${reference('env:AKERNEL_SECRET')}` } } },
      },
      'mcp_servers.s.headers.A: refers to AKERNEL_SECRET',
    ],
    [
      'in the address of a database',
      { databases: { d: { url: `postgres://u:${reference('file:hard')}@localhost/d` } } },
      'databases.d.url: the file hard leads to the state',
    ],
  ])('%s', async (_, config, mistake) => {
    configure(config);
    const text = await told(['invoke', 'demo.customers', 'rows=1', '-o', 'json'], env);
    expect(text).toContain('CONFIG_INVALID');
    expect(text).toContain(mistake);
    expect(text).toMatch(/"hint":"[^"]*(?:take it out|correct )/);
  });

  test('where the config says where the state is', async () => {
    configure({ store: { directory: 'other' }, principal: { principal_id: reference('file:other/any') } });
    execFileSync('sh', ['-c', 'mkdir -p other && echo someone > other/any'], { cwd: box.directory });
    const text = await told(['config', 'check'], { AKERNEL_HOME: '' });
    expect(text).toContain('principal.principal_id: the file other/any leads to the state and keys of akernel itself');
  });
});

describe('a reference to what is no regular file', () => {
  beforeAll(() => execFileSync('mkfifo', [join(box.directory, 'pipe')]));

  test.each([['pipe'], ['/dev/zero'], ['.']])('%s is a mistake, and does not wait', async (name) => {
    configure({ principal: { principal_id: `\${file:${name}}` } });
    const text = await told(['config', 'check']);
    expect(text).toContain(`principal.principal_id: the file ${name} is not a regular file`);
  });
});
