import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { interruption } from '../../src/cli/interruption.js';
import { createKernel } from '../../src/library.js';
import { type CliOptions, type CliWorkshop, createCliWorkshop } from '../support/cli-host.js';

const MAIL = ['ada', 'example.org'].join('@');
const OTHER = ['bob', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');

let shop: CliWorkshop;
beforeEach(() => {
  shop = createCliWorkshop();
});
afterEach(() => shop.dispose());

const at = (name: string): string => join(shop.directory, 'work', name);
const read = (name: string): string => readFileSync(at(name), 'utf8');
const run = (words: readonly string[], options: CliOptions = {}) => shop.run(words, { cwd: at(''), ...options });

function write(files: Readonly<Record<string, string | Uint8Array>>): void {
  mkdirSync(at(''), { recursive: true });
  for (const [name, text] of Object.entries(files)) {
    writeFileSync(at(name), text);
  }
}

/** The redacted text of standard input, and the handle of its map. */
async function redacted(text: string | Uint8Array, options: CliOptions = {}) {
  write({});
  const { stdout, stderr } = await run(['redact', '--keep-map'], { stdin: text, ...options });
  return { text: stdout, stderr, map: /--map (h_[0-9a-z]{10})/.exec(stderr)?.[1] ?? '' };
}

async function traces(): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const { stdout } = await run(['audit', 'export']);
  return stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).trace);
}

function stateFiles(): string {
  return readdirSync(join(shop.directory, 'state'), { recursive: true, encoding: 'utf8' })
    .map((name) => join(shop.directory, 'state', name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path, 'latin1'))
    .join('');
}

describe('redact --keep-map and restore', () => {
  it('give back what was there, and leave traces without values', async () => {
    const source = `to ${MAIL} and ${OTHER}, ${MAIL}\nkey ${KEY}\n`;
    const { text, stderr, map } = await redacted(source);
    const numbers = text.match(/\[REDACTED:[a-z_]+:[0-9a-f]{4}\]/g) ?? [];
    expect([numbers.length, new Set(numbers).size]).toEqual([4, 3]);
    expect(stderr).toMatch(
      /^akernel: 3 values kept until \d{4}-[\d:.T-]+Z: akernel restore --map h_[0-9a-z]{10} puts them back\n$/,
    );
    const answer = `Dear ${numbers[1]}, ${text}[REDACTED:email] [REDACTED:email:zzzz]`;
    const back = await run(['restore', '--map', map], { stdin: answer });
    expect([back.stdout, back.status]).toEqual([`Dear ${OTHER}, ${source}[REDACTED:email] [REDACTED:email:zzzz]`, 0]);
    expect(back.stderr).toBe(
      'akernel: 5 placeholders restored\nakernel: not of this map, and left alone: 1 placeholder\n',
    );
    const [kept, used] = await traces();
    expect(kept).toMatchObject({
      event: 'invoke',
      capability_id: 'redact.keep_map',
      handle_id: map,
      outcome: 'completed',
      args: { values: 3, plain: 0 },
    });
    expect(used).toMatchObject({
      event: 'expand',
      capability_id: 'redact.keep_map',
      handle_id: map,
      outcome: 'completed',
      args: { restored: 5, unknown: 1, files: 1, files_changed: 0 },
    });
    expect([MAIL, OTHER, KEY].filter((value) => stateFiles().includes(value))).toEqual([]);
  });

  it('work on files, which share one map', async () => {
    const files = { a: `${MAIL}\n`, b: `${OTHER} ${MAIL}\n`, c: Buffer.from(`\xff${KEY}\n`, 'latin1'), d: 'nothing' };
    write(files);
    chmodSync(at('a'), 0o640);
    const { stdout, stderr, status } = await run(['redact', '--keep-map', '--write', 'a', 'b', 'c', 'd']);
    expect([stdout, status]).toEqual(['', 0]);
    expect(stderr).toContain('akernel: 3 values kept until ');
    expect(stderr).toContain('akernel: 3 files of 4 changed, 4 findings replaced\n');
    expect(read('b')).toContain(read('a').trim());
    const map = /--map (h_[0-9a-z]{10})/.exec(stderr)?.[1] ?? '';
    const back = await run(['restore', '--map', map, '--write', 'a', 'b', 'c', 'd', 'none']);
    expect(back.stderr).toContain('akernel: 4 placeholders restored, 3 files of 5 changed\n');
    expect(back.stderr).toContain('akernel: the file "none" is not there\n');
    expect(back.status).toBe(2);
    for (const [name, text] of Object.entries(files)) {
      expect(readFileSync(at(name))).toEqual(Buffer.from(text));
    }
    expect(statSync(at('a')).mode & 0o777).toBe(0o640);
  });

  it('redacting twice keeps apart what the first time made', async () => {
    write({ a: `${MAIL}\n` });
    await run(['redact', '--keep-map', '--write', 'a']);
    const first = read('a');
    write({ b: `${OTHER}\n` });
    const { stderr } = await run(['redact', '--keep-map', '--write', '.']);
    const map = /--map (h_[0-9a-z]{10})/.exec(stderr)?.[1] ?? '';
    expect(read('a')).toBe(first);
    await run(['restore', '--map', map, '--write', 'a', 'b']);
    expect([read('a'), read('b')]).toEqual([first, `${OTHER}\n`]);
  });

  it('write a new file that is private, and never over another', async () => {
    const { text, map } = await redacted(`${MAIL}\n`);
    write({ shown: text });
    const { stdout, status } = await run(['restore', '--map', map, '--out', 'real', 'shown']);
    expect([stdout, status, read('real'), statSync(at('real')).mode & 0o777]).toEqual(['', 0, `${MAIL}\n`, 0o600]);
    const again = await run(['restore', '--map', map, '--out', 'shown'], { stdin: text });
    expect([again.status, read('shown')]).toEqual([2, text]);
    const failed = await run(['restore', '--map', map, '--out', 'half', 'none']);
    expect([failed.status, existsSync(at('half'))]).toEqual([2, false]);
  });

  it('make no file among those of akernel itself, by whatever path', async () => {
    const { text, map } = await redacted(`${MAIL}\n`);
    symlinkSync(join(shop.directory, 'state'), at('link'));
    const before = readdirSync(join(shop.directory, 'state'));
    for (const out of [join(shop.directory, 'state', 'real'), 'link/real', 'link/handles/../real']) {
      const { status, stderr } = await run(['restore', '--map', map, '--out', out], { stdin: text });
      expect([status, JSON.parse(stderr).error.message]).toEqual([
        3,
        'the path leads to the state and keys of akernel itself',
      ]);
    }
    expect(readdirSync(join(shop.directory, 'state'))).toEqual(before);
  });

  it('show a terminal nothing that it would obey', async () => {
    const { text, map } = await redacted(`name: ${MAIL}\u001b]52;c;x\u0007 \u001b[31m${KEY}\u001b[0m\n`);
    const shown = await run(['restore', '--map', map], { stdin: text, isTty: true });
    expect(shown.stdout).toBe(`name: ${MAIL} ${KEY}\n`);
    const piped = await run(['restore', '--map', map], { stdin: text });
    expect(piped.stdout).toContain('\u001b[31m');
  });

  it('tell the map as JSON, too', async () => {
    write({ a: MAIL });
    const { stderr } = await run(['redact', '--keep-map', 'a', '-o', 'json']);
    expect(JSON.parse(stderr).map).toMatchObject({ values: 1, plain: 0, handle_id: expect.stringMatching(/^h_/) });
    const { handle_id: map } = JSON.parse(stderr).map;
    const back = await run(['restore', '--map', map, 'a', '-o', 'json']);
    expect(JSON.parse(back.stderr)).toEqual({ restored: { values: 0, unknown: 0, files: 1, files_changed: 0 } });
  });

  it('say when there was nothing to keep', async () => {
    const { text, stderr } = await redacted('plain\n');
    expect([text, stderr]).toEqual(['plain\n', 'akernel: nothing was replaced, and so no map kept\n']);
    expect((await run(['handles', 'list', '-o', 'json'])).stdout).toBe('[]\n');
  });
});

describe('a map', () => {
  it('shows its values to nobody', async () => {
    const { map } = await redacted(MAIL);
    write({
      'akernel.config.json': JSON.stringify({
        capabilities: [
          {
            capability_id: 'test.echo',
            name: 'echo',
            description: 'Echoes.',
            safety_class: 'READ',
            sensitivity: 'NONE',
            accepts_handles: true,
            driver: { driver_id: 'process', operation: 'run', options: { command: 'cat', stdin: 'args' } },
            params: { type: 'object', properties: { text: {} } },
          },
        ],
      }),
    });
    const tries = [
      ['expand', map],
      ['expand', map, '--all'],
      ['expand', map, '--query', 'example'],
      ['expand', 'value', map, '--row', '0', '--field', 'value'],
      ['expand', 'next', map],
      ['invoke', 'test.echo', '--args-from', `text=${map}#rows[*].value`],
    ];
    for (const words of tries) {
      const { stdout, stderr, status } = await run(words);
      expect([words, status, stdout]).toEqual([words, 2, expect.not.stringContaining('ada')]);
      expect(`${stdout}${stderr}`).toContain(
        'the handle is a map of placeholders, and what they stand for is not shown',
      );
    }
    const { stdout } = await run(['handles', 'list', '-o', 'text']);
    expect(stdout).toMatch(new RegExp(`^handle +capability +kind .*\\n${map} +redact.keep_map +map +1 `));
    expect((await run(['handles', 'rm', map])).status).toBe(0);
  });

  it('is for its principal, while it lasts', async () => {
    const { text, map } = await redacted(MAIL);
    const asBob = await run(['restore', '--map', map], { stdin: text, env: { AKERNEL_PRINCIPAL_ID: 'bob' } });
    const unknown = await run(['restore', '--map', 'h_0000000000'], { stdin: text });
    expect([asBob.status, asBob.stdout, asBob.stderr]).toEqual([4, '', unknown.stderr]);
    const short = await redacted(MAIL, { env: { AKERNEL_STORE_TTL: '1ms' } });
    const late = await run(['restore', '--map', short.map], { stdin: short.text });
    expect([late.status, late.stderr]).toEqual([4, expect.stringContaining('"HANDLE_EXPIRED"')]);
    const outcomes = (await traces()).filter(({ event }) => event === 'expand').map(({ outcome }) => outcome);
    expect(outcomes).toEqual(['failed', 'failed', 'failed']);
  });

  it('is none where a result is kept', async () => {
    write({});
    const { stderr } = await run(['invoke', 'demo.customers', 'rows=1', '-o', 'rows']);
    const handle =
      /h_[0-9a-z]{10}/.exec(`${stderr}${(await run(['handles', 'list', '-o', 'json'])).stdout}`)?.[0] ?? '';
    const { stderr: told, status } = await run(['restore', '--map', handle], { stdin: 'x' });
    expect([status, told]).toEqual([2, expect.stringContaining('is a stored result, and no map of placeholders')]);
  });

  it('that is damaged gives back what is intact, and fails', async () => {
    const filler = 'some words and more of them\n'.repeat(5000);
    const { text, map } = await redacted(`${MAIL}\n${filler}${OTHER}\n`);
    const [segment = ''] = readdirSync(join(shop.directory, 'state', 'segments')).filter((name) => name.includes(map));
    const path = join(shop.directory, 'state', 'segments', segment);
    const bytes = readFileSync(path);
    bytes.writeUInt8(bytes.readUInt8(bytes.length - 1) ^ 1, bytes.length - 1);
    writeFileSync(path, bytes);
    const { stdout, stderr, status } = await run(['restore', '--map', map], { stdin: text });
    expect([stdout.startsWith(`${MAIL}\n`), stdout.endsWith(text.slice(-30)), status]).toEqual([true, true, 7]);
    expect(stderr).toContain(`the map ${map} is damaged: not all of its values can be put back`);
    writeFileSync(path, '');
    const none = await run(['restore', '--map', map], { stdin: text });
    expect([none.stdout, none.status]).toEqual(['', 7]);
  });

  it('that is full gives plain placeholders, and lets no file lose its values', async () => {
    write({ 'akernel.config.json': JSON.stringify({ store: { max_entry_bytes: 150 } }) });
    const people = Array.from({ length: 9 }, (_, n) => `p${n}@example.org`).join('\n');
    const { text, stderr, map } = await redacted(`${people}\n`);
    expect(text).toMatch(/^(\[REDACTED:email:[0-9a-f]{4}\]\n){2}(\[REDACTED:email\]\n){7}$/);
    expect(stderr).toContain('akernel: 2 values kept until ');
    expect(stderr).toContain('akernel: warning: the map is full, or values too long for it; never to be put back: 7\n');
    expect((await run(['restore', '--map', map], { stdin: text })).stdout).toMatch(
      /^p0@example.org\np1@example.org\n\[REDACTED:email\]\n/,
    );
    write({ a: `${MAIL}\n`, b: people, c: `${MAIL} again` });
    const files = await run(['redact', '--write', '--keep-map', 'a', 'b', 'c', '-o', 'text']);
    expect([files.status, read('b')]).toEqual([6, people]);
    expect(files.stderr).toContain('not every value could be put back: the map is full, or a value too long for it\n');
    expect(files.stderr).toContain('akernel: 2 files of 3 changed');
  });
});

describe('restore', () => {
  it.each([
    [['redact', '--keep-map', '--staged']],
    [['redact', '--keep-map', '--sarif', 'a']],
    [['redact', '--keep-map', '--explain', '.']],
    [['redact', '--keep-map', '--no-keep', 'a']],
    [['restore', 'a']],
    [['restore', '--map', 'h_0000000000', '--write']],
    [['restore', '--map', 'h_0000000000', '--write', '-']],
    [['restore', '--map', 'h_0000000000', '--write', '--out', 'x', 'a']],
  ])('%j is refused', async (words) => {
    write({ a: MAIL });
    const { stdout, status } = await run(words);
    expect([stdout, status, read('a')]).toEqual(['', 2, MAIL]);
  });

  it('puts nothing back for a program that akernel has started, as an agent could ask one to', async () => {
    const { text, map } = await redacted(`to ${MAIL}\n`);
    write({ 'shown.txt': text });
    for (const words of [['shown.txt'], ['shown.txt', '--out', 'x'], ['shown.txt', '--write']]) {
      const { stdout, stderr, status } = await run(['restore', '--map', map, ...words], {
        env: { AKERNEL_WITHIN: '1' },
      });
      expect([stdout, status, read('shown.txt'), existsSync(at('x'))]).toEqual(['', 2, text, false]);
      expect(stderr).toContain('restore: not in a program that akernel has started');
    }
    expect((await traces()).at(-1)).toMatchObject({ event: 'expand', handle_id: map, outcome: 'failed' });
  });

  it('opens nothing of akernel itself', async () => {
    const { map } = await redacted(MAIL);
    const { stdout, status } = await run(['restore', '--map', map, join(shop.directory, 'state', 'store.key')]);
    expect([stdout, status]).toEqual(['', 3]);
  });

  it('is nothing that a kernel can do', async () => {
    await using kernel = await createKernel();
    const names = Object.entries(kernel).flatMap(([name, part]) => [name, ...Object.keys(Object(part))]);
    expect(names).toContain('expandValue');
    expect(names.filter((name) => /clear|map|restore|unredacted/i.test(name))).toEqual([]);
  });

  it('an interrupt ends a redaction that waits, and what was kept by then can be put back', async () => {
    const controller = new AbortController();
    write({});
    const { stdout, stderr, status } = await run(['redact', '--keep-map'], {
      stdin: `${MAIL}\n${'words and words\n'.repeat(8000)}`,
      interrupt: controller.signal,
      onStdout: () => controller.abort(interruption('SIGINT')),
    });
    expect(status).toBe(130);
    expect((await traces())[0]).toMatchObject({ outcome: 'cancelled', args: { values: 1 } });
    const map = /--map (h_[0-9a-z]{10})/.exec(stderr)?.[1] ?? '';
    const back = await run(['restore', '--map', map], { stdin: stdout });
    expect(back.stdout.startsWith(`${MAIL}\n`)).toBe(true);
    expect((await run(['handles', 'show', map, '-o', 'json'])).stdout).toContain('"state":"partial"');
  });
});
