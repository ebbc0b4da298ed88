import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';

/** Assembled here, so that no file of the repository looks as if it held a secret. */
const KEY = `${'sk_'}live_4eC39HqLyjWDarjtT1zdp7dc`;
const OTHER_KEY = `${'sk_'}live_9aB71KqLyjWDarjtT1zdpQ2x`;
const PASSWORD = `kestrel-${'moor'}-71-Fjord`;
const ENV = `# settings
PORT=8080
STRIPE_KEY=${KEY}
DATABASE_URL=postgres://shop:${PASSWORD}@db.internal/shop
DEBUG=1
BILLING_KEY=${OTHER_KEY}
`;
const SECRETS = [KEY, OTHER_KEY, PASSWORD];

interface Call {
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface HostOptions {
  readonly session?: string;
  /** How the hook is run: the program is started, or it runs in this process. */
  readonly how?: 'run' | 'inside';
}

/** What a host does with a call: it asks the hook, does what it may, asks again, and shows the model the rest. */
function createHost(box: Sandbox, config: string, { session = 's-1', how = 'inside' }: HostOptions = {}) {
  const file = join(box.directory, '.env');
  const own = join(box.directory, 'own.json');
  writeFileSync(own, config);
  const ask = async (event: Readonly<Record<string, unknown>>): Promise<Readonly<Record<string, unknown>>> => {
    const { stdout, stderr, status } = await box[how](['hook', 'claude-code'], {
      cwd: box.directory,
      env: { AKERNEL_CONFIG: own },
      stdin: JSON.stringify({ session_id: session, cwd: box.directory, ...event }),
    });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
    return stdout === '' ? {} : Object(JSON.parse(stdout)).hookSpecificOutput;
  };
  const run = ({ tool, input }: Call): Readonly<Record<string, unknown>> => {
    const text = readFileSync(file, 'utf8');
    const { content, old_string: before, new_string: after } = input;
    if (tool === 'Read') {
      return { type: 'text', file: { filePath: file, content: text, numLines: 7, startLine: 1, totalLines: 7 } };
    }
    if (tool === 'Edit' && text.split(String(before)).length !== 2) {
      return { error: 'old_string is not there once' };
    }
    writeFileSync(file, tool === 'Write' ? String(content) : text.replace(String(before), () => String(after)));
    return { filePath: file, oldString: before, newString: after, originalFile: text };
  };
  return {
    /** What the model sees. */
    async call({ tool, input }: Call): Promise<string> {
      const before = await ask({ hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input });
      if (before['permissionDecision'] === 'deny') {
        return String(before['permissionDecisionReason']);
      }
      const used = { tool, input: Object(before['updatedInput'] ?? input) };
      const response = run(used);
      const about = { tool_name: tool, tool_input: used.input, tool_response: response };
      const after = await ask({ hook_event_name: 'PostToolUse', ...about });
      const seen = JSON.stringify(after['updatedToolOutput'] ?? response);
      expect(SECRETS.filter((secret) => seen.includes(secret))).toEqual([]);
      return tool === 'Read' ? String(Object(after['updatedToolOutput'] ?? response).file.content) : seen;
    },
    file: () => readFileSync(file, 'utf8'),
    reset: () => writeFileSync(file, ENV),
  };
}

const withoutAccount = (text: string): string => text.replace(/\[akernel\] .*\n$/, '');
const path = (box: Sandbox) => join(box.directory, '.env');

describe('an agent edits a file with secrets in it', () => {
  it('without restore: what would destroy a value is refused, what leaves it alone is done', async () => {
    const box = sandbox();
    const host = createHost(box, '{}', { how: 'run' });
    host.reset();
    const read = await host.call({ tool: 'Read', input: { file_path: path(box) } });
    const seen = withoutAccount(read);
    expect(await host.call({ tool: 'Write', input: { file_path: path(box), content: read } })).toMatch(
      /^\[akernel\] not written: line 7 of the new text was added by akernel/,
    );
    expect(seen).toContain('STRIPE_KEY=[REDACTED:');
    const whole = { tool: 'Write', input: { file_path: path(box), content: seen.replace('8080', '9090') } };
    const reason = await host.call(whole);
    expect(reason).toMatch(/^\[akernel\] not written: \[REDACTED:\w+\] in line 3 of the new text/);
    expect(reason).toContain('choose an old and a new text without these lines');
    expect(host.file()).toBe(ENV);
    const withSecret = { file_path: path(box), old_string: seen.slice(0, 60), new_string: 'PORT=1\n' };
    expect(await host.call({ tool: 'Edit', input: withSecret })).toContain('of the old text');
    expect(host.file()).toBe(ENV);
    await host.call({
      tool: 'Edit',
      input: { file_path: path(box), old_string: 'PORT=8080', new_string: 'PORT=9090' },
    });
    expect(host.file()).toBe(ENV.replace('8080', '9090'));
  });

  it('with restore: the whole file is written back, and each value is what it was', async () => {
    const box = sandbox();
    const host = createHost(box, '{"hooks":{"restore":true}}');
    host.reset();
    const seen = withoutAccount(await host.call({ tool: 'Read', input: { file_path: path(box) } }));
    const content = `${seen.replace('8080', '9090')}NEW=1\n`;
    await host.call({ tool: 'Write', input: { file_path: path(box), content } });
    expect(host.file()).toBe(`${ENV.replace('8080', '9090')}NEW=1\n`);
    const lines = seen.split('\n');
    const edit = { old_string: `${lines[2]}\n${lines[3]}`, new_string: `${lines[3]}\n# moved\n${lines[2]}` };
    await host.call({ tool: 'Edit', input: { file_path: path(box), ...edit } });
    const [, , stripe = '', database = ''] = ENV.split('\n');
    expect(host.file()).toBe(
      `${ENV.replace('8080', '9090').replace(`${stripe}\n${database}`, `${database}\n# moved\n${stripe}`)}NEW=1\n`,
    );
    const traces = await box.inside(['audit', 'list', '--capability', 'hook.restore_values', '-o', 'json']);
    expect(traces.stdout.match(/hook\.restore_values/g)?.length).toBe(2);
    expect(SECRETS.filter((secret) => traces.stdout.includes(secret))).toEqual([]);
  });

  it('with restore: not for another session, not where it would be seen, not where it could be two', async () => {
    const box = sandbox();
    const host = createHost(box, '{"hooks":{"restore":true}}');
    host.reset();
    const seen = withoutAccount(await host.call({ tool: 'Read', input: { file_path: path(box) } }));
    const input = { file_path: path(box), content: seen.replace('8080', '9090') };
    const stranger = createHost(box, '{"hooks":{"restore":true}}', { session: 's-2' });
    expect(await stranger.call({ tool: 'Write', input })).toContain('not written');
    const [, , shown = ''] = seen.split('\n');
    const [, placeholder = ''] = /(\[REDACTED:\w+\])/.exec(shown) ?? [];
    const told = { old_string: 'DEBUG=1', new_string: 'DEBUG=1\nNote to myself: it was [REDACTED:password] once' };
    expect(await host.call({ tool: 'Edit', input: { file_path: path(box), ...told } })).toContain('not written');
    const doubled = { old_string: 'DEBUG=1', new_string: `DEBUG=1\nTHIRD_KEY=${placeholder}` };
    expect(await host.call({ tool: 'Edit', input: { file_path: path(box), ...doubled } })).toContain(
      'which value it stands for cannot be told',
    );
    expect(host.file()).toBe(ENV);
  });
});
