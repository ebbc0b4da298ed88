import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { LoadedConfig } from '../../src/config/config.js';
import { loadConfig } from '../../src/config/load.js';
import { openSegments } from '../../src/runtime/open-segments.js';
import { keepDirectories } from '../support/store-fixtures.js';

const newDirectory = keepDirectories();
const STORE = 'postgres://db.example.com/shared';
const KEYS = { AWS_ACCESS_KEY_ID: 'id', AWS_SECRET_ACCESS_KEY: 'secret' };

async function load(yaml: string, env: NodeJS.ProcessEnv = {}): Promise<LoadedConfig> {
  const cwd = newDirectory();
  mkdirSync(cwd, { recursive: true });
  writeFileSync(join(cwd, 'akernel.config.yaml'), yaml);
  return loadConfig({ env: { HOME: cwd, ...env }, cwd });
}

const section = (segments: string): string => `store:\n  url: ${STORE}\n  segments: ${segments}`;

test.each([
  ['s3://bucket', {}, 'https://bucket.s3.us-east-1.amazonaws.com/', ''],
  ['s3://bucket/a/b/', { AWS_REGION: 'eu-north-1' }, 'https://bucket.s3.eu-north-1.amazonaws.com/', 'a/b/'],
  ['{ url: s3://bucket/a, region: eu-west-1 }', {}, 'https://bucket.s3.eu-west-1.amazonaws.com/', 'a/'],
  ['{ url: s3://my.bucket }', {}, 'https://s3.us-east-1.amazonaws.com/my.bucket/', ''],
  ['{ url: s3://bucket/a, endpoint: "http://127.0.0.1:9000" }', {}, 'http://127.0.0.1:9000/bucket/', 'a/'],
  ['{ url: s3://bucket, endpoint: "https://s3.example.com" }', {}, 'https://s3.example.com/bucket/', ''],
  [
    '{ url: s3://bucket, endpoint: "https://s3.example.com", path_style: false }',
    {},
    'https://bucket.s3.example.com/',
    '',
  ],
  [
    '{ url: s3://bucket, endpoint: "http://s3.example.com", allow_http: true }',
    {},
    'http://s3.example.com/bucket/',
    '',
  ],
  [
    '{ endpoint: "https://s3.example.com" }',
    { AKERNEL_STORE_SEGMENTS: 's3://other/c' },
    'https://s3.example.com/other/',
    'c/',
  ],
])('%s leads to a bucket', async (segments, env, root, prefix) => {
  const { config } = await load(section(segments), env);
  expect(await openSegments(config.store, { ...KEYS, ...env })).toMatchObject({ segments: { root, prefix } });
});

test.each([
  ['bucket', 'store.segments.url'],
  ['s3://Bucket', 'store.segments.url'],
  ['s3://key:secret@bucket', 'store.segments.url'],
  ['s3://bucket/../x', 'store.segments.url'],
  ['s3://bucket/a//b', 'store.segments.url'],
  ['"s3://bucket/a?x=1"', 'store.segments.url'],
  ['{ url: s3://bucket, endpoint: "http://s3.example.com" }', 'TLS'],
  ['{ url: s3://bucket, endpoint: "https://a:b@s3.example.com" }', 'store.segments.endpoint'],
  ['{ url: s3://bucket, endpoint: "https://s3.example.com/path" }', 'store.segments.endpoint'],
  ['{ url: s3://bucket, endpoint: "ftp://s3.example.com" }', 'store.segments.endpoint'],
  ['{ url: s3://bucket, region: "x/y" }', 'store.segments.region'],
  ['{ url: s3://bucket, secret_key: abc }', 'secret_key'],
])('%s is a mistake', async (segments, said) => {
  const failure = await load(section(segments)).catch((error: unknown) => error);
  expect(failure).toMatchObject({ code: 'CONFIG_INVALID' });
  expect(String(failure)).toContain(said);
});

test('without keys, without an address and without a database it is a mistake when the store is opened', async () => {
  const { config } = await load(section('s3://bucket'));
  const failure = { code: 'CONFIG_INVALID', hint: expect.stringContaining('AWS_ACCESS_KEY_ID') };
  await expect(openSegments(config.store, {})).rejects.toMatchObject(failure);
  const noAddress = await load(section('{ region: eu-north-1 }'));
  await expect(openSegments(noAddress.config.store, KEYS)).rejects.toMatchObject({
    message: expect.stringContaining('store.segments.url'),
  });
  const noDatabase = await load('store: { segments: s3://bucket }');
  await expect(openSegments(noDatabase.config.store, KEYS)).rejects.toMatchObject({
    hint: expect.stringContaining('store.url'),
  });
});
