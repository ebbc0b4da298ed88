import { mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { McpServerConfig } from '../../../src/contract/driver-options/mcp-servers.js';
import { collect, rowsOf, textOf, warningsOf } from '../../support/driver-call.js';
import { type McpBench, openMcpBench } from '../../support/mcp-bench.js';

const PACKAGES = resolve('node_modules/@modelcontextprotocol');
const folder = realpathSync(mkdtempSync(join(tmpdir(), 'akernel-real-')));

function real(name: string, ...args: string[]): McpServerConfig {
  return { command: process.execPath, args: [join(PACKAGES, name, 'dist/index.js'), ...args], trust: 'always' };
}

let bench: McpBench;
beforeAll(() => {
  writeFileSync(join(folder, 'a.txt'), 'one\ntwo\n');
  bench = openMcpBench({ everything: real('server-everything', 'stdio'), files: real('server-filesystem', folder) });
});
afterAll(async () => {
  await bench.close();
  rmSync(folder, { recursive: true });
});

test('what the reference server can do', async () => {
  const { call } = bench;
  const [echo, sum, structured, image, links, long] = await Promise.all([
    collect(call('everything', 'echo', { message: 'hi' })),
    collect(call('everything', 'get-sum', { a: 1, b: 2 })),
    collect(call('everything', 'get-structured-content', { location: 'Chicago' })),
    collect(call('everything', 'get-tiny-image')),
    collect(call('everything', 'get-resource-links', { count: 2 })),
    collect(call('everything', 'trigger-long-running-operation', { duration: 0.6, steps: 3 })),
  ]);
  expect(textOf(echo, 'text')).toBe('Echo: hi');
  expect(textOf(sum, 'text')).toContain('3');
  expect(rowsOf(structured)).toEqual([expect.objectContaining({ conditions: expect.any(String) })]);
  expect(textOf(structured, 'text')).toBe('');
  expect(rowsOf(image)).toEqual([expect.objectContaining({ kind: 'blob', type: 'image', mime: 'image/png' })]);
  expect(rowsOf(links)).toEqual(Array.from({ length: 2 }, () => expect.objectContaining({ kind: 'resource_link' })));
  expect(long.filter(({ type }) => type === 'progress').length).toBeGreaterThan(0);
  expect(textOf(long, 'text')).toContain('completed');
});

test('the tools of the reference server have ids, classes and arguments', async () => {
  const found = await bench.servers.capabilities('everything');
  expect(found.find(({ capability_id: id }) => id === 'everything.get-sum')).toMatchObject({
    safety_class: 'READ',
    sensitivity: 'PII',
    params: { properties: { a: { type: 'number' } } },
  });
});

test('files are read as text, and what a server refuses is an error of the tool', async () => {
  const { call } = bench;
  const read = await collect(call('files', 'read_text_file', { path: join(folder, 'a.txt') }));
  expect(textOf(read, 'text')).toBe('one\ntwo\n');
  expect(rowsOf(read)).toEqual([]);
  const outside = await collect(call('files', 'read_text_file', { path: '/etc/passwd' }));
  expect(warningsOf(outside)).toEqual(['the tool reported an error: 1']);
  expect(textOf(outside, 'text')).toContain('Access denied');
});
