import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import { finish, framesOf, lastFrame, type Sandbox, sandbox } from '../support/cli.js';
import { eventually, isAlive } from '../support/processes.js';
import { childrenOf, quietCommand } from '../support/quiet-command.js';

const EXAMPLES = resolve('fixtures/config-examples');
const FAKE_RUNNER = resolve('fixtures/programs/fake-runner.mjs');

let box: Sandbox;
beforeEach(() => {
  box = sandbox();
});

function useExample(name: string): void {
  copyFileSync(join(EXAMPLES, name), join(box.directory, 'akernel.config.yaml'));
}

async function textOf(args: readonly string[]): Promise<string> {
  const { stdout, stderr, status } = await box.inside(['invoke', ...args, '--stream']);
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  return framesOf(stdout)
    .map((frame) => (typeof frame['text'] === 'string' ? frame['text'] : ''))
    .join('');
}

describe('the example of commands', () => {
  beforeEach(() => useExample('process.yaml'));

  it('is well', async () => {
    expect(await box.inside(['config', 'check'])).toMatchObject({ status: 0 });
  });

  it('runs a command without a shell', async () => {
    const git = 'git init -q . && git -c user.name=Ann -c user.email=ann@example.org commit -q --allow-empty -m first';
    await box.run(['exec', '--', 'sh', '-c', git]);
    expect(await textOf(['repo.list_commits', 'limit=1'])).toMatch(/^[0-9a-f]{7,} \[REDACTED:email\] first\n$/);
  });

  it('hands arguments to a script by number, and one as its input', async () => {
    const args = JSON.stringify({ lines: ['b', '$(id)', 'b'], limit: 2 });
    expect(await textOf(['text.most_frequent_lines', '--args', args])).toMatch(/^ +2 b\n +1 \$\(id\)\n$/);
  });

  it('streams a stored result into a command', async () => {
    const lines = Array.from({ length: 50_000 }, (_, index) => `line ${index % 3}\n`).join('');
    writeFileSync(join(box.directory, 'log.txt'), lines);
    const kept = lastFrame((await box.inside(['invoke', 'fs.read_file', 'path=log.txt'])).stdout);
    const handle: unknown = kept['handle'];
    const { handle_id: handleId } = Object(handle);
    const text = await textOf(['text.most_frequent_lines', '--args-from', `lines=${handleId}`]);
    expect(text).toMatch(/^ +16667 .*line 1.*\n/m);
  });

  it('never leaves the root', async () => {
    mkdirSync(join(box.directory, 'inner'));
    writeFileSync(join(box.directory, 'inner', 'file'), '');
    expect((await textOf(['project.count_files', 'folder=inner'])).trim()).toBe('1');
    const { status, stderr } = await box.inside(['invoke', 'project.count_files', 'folder=..', '-o', 'json']);
    expect(status).toBe(2);
    expect(stderr).toContain('the working folder is not a folder inside the root of the command');
  });
});

describe('a quiet command with a process in its background', () => {
  const quiet = quietCommand('pids');
  /** Besides the command, the program has a guard then. */
  const hasTwoChildren = (pid: number): boolean => childrenOf(pid) === 2;

  it('does not outlive the program, even when that is killed by SIGKILL', async () => {
    writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify({ capabilities: [quiet] }));
    const child = box.start(['invoke', 'test.be_quiet', '--stream']);
    const finished = finish(child);
    const file = join(box.directory, 'pids');
    await eventually(() => existsSync(file) && readFileSync(file, 'utf8').endsWith('\n'), 'the command runs');
    const pids = readFileSync(file, 'utf8').trim().split(' ').map(Number);
    expect(pids.filter(isAlive)).toHaveLength(2);
    await eventually(() => hasTwoChildren(child.pid ?? 0), 'the guard runs');
    // It can be seen a moment before it is told of the group.
    await sleep(100);
    child.kill('SIGKILL');
    await finished;
    await eventually(() => !pids.some(isAlive), 'nothing is left of the command');
  });
});

describe('the example of a runner', () => {
  it('calls a tool through policy and firewall', async () => {
    useExample('runner.yaml');
    copyFileSync(join(EXAMPLES, 'runner.mjs'), join(box.directory, 'runner.mjs'));
    const mail = ['ann', 'example.org'].join('@');
    writeFileSync(join(box.directory, 'people.ndjson'), `${JSON.stringify({ id: 1, mail })}\n`);
    expect(await box.inside(['config', 'check'])).toMatchObject({ status: 0 });
    expect(await textOf(['files.describe_file', 'path=people.ndjson'])).toBe(
      'It begins with {"id":1,"mail":"[REDACTED:email]"}\n',
    );
    const { stdout } = await box.inside(['audit', 'list', '-o', 'json']);
    const traces: readonly Record<string, unknown>[] = JSON.parse(stdout);
    const [inner] = traces.filter((trace) => trace['capability_id'] === 'fs.read_file' && trace['event'] === 'invoke');
    const [outer] = traces.filter((trace) => trace['action_id'] === inner?.['parent_action_id']);
    expect(outer).toMatchObject({ capability_id: 'files.describe_file', outcome: 'completed' });
  });

  it('C2.42: ends with the program, which says how', async () => {
    const runner = {
      capability_id: 'test.endless_runner',
      safety_class: 'READ',
      sensitivity: 'NONE',
      driver: {
        driver_id: 'process',
        operation: 'runner',
        options: {
          command: 'sh',
          args: ['-c', 'echo $$ > pid; exec "$@"', 'sh', process.execPath, FAKE_RUNNER],
          env: { AKERNEL_RUNNER_BEHAVIOR: 'obey-stop' },
        },
      },
    };
    writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify({ capabilities: [runner] }));
    const child = box.start(['invoke', 'test.endless_runner', '--stream']);
    const finished = finish(child);
    const pidFile = join(box.directory, 'pid');
    await eventually(() => existsSync(pidFile) && readFileSync(pidFile, 'utf8') !== '', 'the runner runs');
    const pid = Number(readFileSync(pidFile, 'utf8'));
    expect(isAlive(pid)).toBe(true);
    child.kill('SIGTERM');
    const { status, stdout } = await finished;
    expect(status).toBe(143);
    expect(lastFrame(stdout)).toMatchObject({ is_final: true, status: 'cancelled' });
    await eventually(() => !isAlive(pid), 'the runner is gone');
  });
});
