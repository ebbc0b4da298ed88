import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { pluginFiles } from '../../src/hosts/plugins.js';
import { buildOnce } from '../support/build-once.js';

buildOnce();

const PACKAGE = JSON.parse(readFileSync('package.json', 'utf8'));
const FILES = pluginFiles(PACKAGE);

const name = z.string().regex(/^[a-z0-9][a-z0-9-]*$/);
const version = z.string().regex(/^\d+\.\d+\.\d+$/);
const text = z.string().min(1).max(100);
const relative = z.string().regex(/^\.\/[\w.-]+$/);

/** A program on the path, called by words that it knows. */
const server = z.strictObject({
  command: z.literal('akernel'),
  args: z.array(z.string()).refine((args) => args.slice(0, 2).join(' ') === 'mcp serve'),
});
const servers = z.strictObject({ mcpServers: z.strictObject({ akernel: server }) });
const hookGroup = z.strictObject({
  matcher: z.string().refine((matcher) => new RegExp(matcher) instanceof RegExp),
  hooks: z
    .array(
      z.strictObject({
        type: z.literal('command'),
        command: z.string().regex(/^akernel hook [a-z-]+$/),
        timeout: z.int().positive(),
      }),
    )
    .min(1),
});
const hooks = (events: readonly string[]) =>
  z.strictObject({ hooks: z.record(z.enum(events), z.array(hookGroup).min(1)) });

/** What each host wants of its files. */
const SCHEMAS: Readonly<Record<string, z.ZodType>> = {
  '.claude-plugin/marketplace.json': z.strictObject({
    name,
    owner: z.strictObject({ name: text }),
    plugins: z.array(z.strictObject({ name, source: relative, description: text, version })).min(1),
  }),
  'claude-code/.claude-plugin/plugin.json': z.strictObject({ name, version, description: text, license: text }),
  'claude-code/.mcp.json': servers,
  'claude-code/hooks/hooks.json': hooks(['PreToolUse', 'PostToolUse']),
  '.agents/plugins/marketplace.json': z.strictObject({
    name,
    plugins: z.array(
      z.strictObject({
        name,
        source: z.strictObject({ source: z.literal('local'), path: relative }),
        policy: z.strictObject({ installation: z.literal('AVAILABLE'), authentication: z.literal('ON_INSTALL') }),
        category: text,
      }),
    ),
  }),
  'codex/.codex-plugin/plugin.json': z.strictObject({
    name,
    version,
    description: text,
    license: text,
    mcpServers: z.literal('./.mcp.json'),
  }),
  'codex/.mcp.json': servers,
  'gemini/gemini-extension.json': z.strictObject({
    name,
    version,
    description: text,
    mcpServers: z.strictObject({ akernel: server }),
    contextFileName: z.literal('GEMINI.md'),
  }),
  'gemini/hooks/hooks.json': hooks(['BeforeTool', 'AfterTool']),
  'server.json': z.strictObject({
    $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
    name: z.string().regex(/^io\.github\.[\w-]+\/[\w.-]+$/),
    title: text,
    description: text,
    version,
    packages: z
      .array(
        z.strictObject({
          registryType: z.literal('npm'),
          identifier: z.literal(PACKAGE.name),
          version,
          transport: z.strictObject({ type: z.literal('stdio') }),
          packageArguments: z.array(z.strictObject({ type: z.literal('positional'), value: text })),
        }),
      )
      .length(1),
  }),
};

test('every package has the files of its host, and no others', () => {
  expect(Object.keys(FILES).sort()).toEqual([...Object.keys(SCHEMAS), 'gemini/GEMINI.md'].sort());
});

test.each(Object.entries(SCHEMAS))('%s is as its host wants it', (path, schema) => {
  expect(schema.safeParse(JSON.parse(FILES[path] ?? ''))).toMatchObject({ success: true });
});

test('the version and the name of the package are told in all of them', () => {
  const { version: of, mcpName } = PACKAGE;
  expect(JSON.parse(FILES['server.json'] ?? '')).toMatchObject({ name: mcpName, version: of });
  for (const path of ['claude-code/.claude-plugin/plugin.json', 'codex/.codex-plugin/plugin.json']) {
    expect(JSON.parse(FILES[path] ?? '')).toMatchObject({ name: PACKAGE.name, version: of });
  }
  const { plugins } = JSON.parse(FILES['.claude-plugin/marketplace.json'] ?? '');
  expect(FILES[`${plugins[0].source.slice(2)}/.claude-plugin/plugin.json`]).toBeDefined();
});

test('the build has put them where the package takes them from', () => {
  const packed = JSON.parse(
    execFileSync('npm', ['pack', '--dry-run', '--json', '--ignore-scripts'], { encoding: 'utf8' }),
  );
  const [{ files }] = Array.isArray(packed) ? packed : Object.values(packed);
  const paths: readonly string[] = files.map((file: { readonly path: string }) => file.path);
  expect(Object.keys(FILES).filter((path) => !paths.includes(`dist/plugins/${path}`))).toEqual([]);
});
