import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { framesOf, lastFrame, type Sandbox, sandbox } from '../support/cli.js';

const CONFIG = `
capabilities:
  - capability_id: own.digest
    safety_class: READ
    sensitivity: NONE
    accepts_handles: true
    params: { type: object, properties: { rows: {} }, required: [rows], additionalProperties: false }
    driver: { driver_id: process, operation: run, options: { command: sha256sum, stdin: { argument: rows } } }
  - capability_id: own.say
    safety_class: READ
    sensitivity: NONE
    accepts_handles: true
    params: { type: object, properties: { words: { type: array, items: { type: string } } } }
    driver: { driver_id: process, operation: run, options: { command: echo, args: ['--', '{words}'] } }
  - capability_id: own.closed
    safety_class: READ
    sensitivity: NONE
    params: { type: object, properties: { words: { type: string } } }
    driver: { driver_id: process, operation: run, options: { command: echo, args: ['{words}'] } }
`;

let box: Sandbox;
let handle = '';
beforeAll(async () => {
  box = sandbox();
  writeFileSync(join(box.directory, 'akernel.config.yaml'), CONFIG);
  const { stdout } = await box.inside(['invoke', 'demo.customers', 'rows=20000']);
  const frame = lastFrame(stdout);
  handle = /"handle_id":"(h_[0-9a-z]+)"/.exec(JSON.stringify(frame))?.[1] ?? '';
  expect(handle).not.toBe('');
});

describe('invoke --args-from', () => {
  it('streams stored rows into a command, every byte of them, with a trace that names them', async () => {
    const raw = await box.shell(`akernel invoke own.digest --args-from 'rows=${handle}#rows[*].id' --stream`);
    const ids = Array.from({ length: 20_000 }, (_, index) => `${index + 1}\n`).join('');
    expect(raw.status).toBe(0);
    expect(raw.stdout).toContain(createHash('sha256').update(ids).digest('hex'));
    const [first] = framesOf(raw.stdout);
    const trace = await box.inside(['explain', String(first?.['action_id'])]);
    expect(JSON.parse(trace.stdout).args).toEqual({ rows: { $handle: handle, path: 'rows[*].id' } });
  });

  it('hides in the new result what was hidden in the stored one', async () => {
    const { stdout } = await box.inside([
      'invoke',
      'own.say',
      '--args-from',
      `words=${handle}#rows[0:3].email`,
      '--stream',
    ]);
    expect(
      framesOf(stdout)
        .map(({ text }) => text ?? '')
        .join(''),
    ).toContain('[REDACTED:email]');
    expect(stdout).not.toContain('@');
  });

  it.each([
    ['a capability that takes none', ['own.closed', '--args-from', 'words=HANDLE'], 3, 'POLICY_DENIED'],
    ['an unknown handle', ['own.say', '--args-from', 'words=h_0000000000#rows[*].id'], 4, 'HANDLE_NOT_FOUND'],
    ['values of the wrong kind', ['own.say', '--args-from', 'words=HANDLE#rows[0:2].id'], 2, 'USAGE'],
    ['a path that makes no sense', ['own.say', '--args-from', 'words=HANDLE#lines'], 2, 'USAGE'],
    ['an argument given twice', ['own.say', 'words=[]', '--args-from', 'words=HANDLE'], 2, 'USAGE'],
    ['no handle at all', ['own.say', '--args-from', 'words'], 2, 'USAGE'],
  ])('refuses %s', async (_, words, status, code) => {
    const ran = await box.inside(['invoke', ...words.map((word) => word.replace('HANDLE', handle))]);
    expect([ran.status, JSON.parse(ran.stderr).error.code]).toEqual([status, code]);
  });
});
