import {
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildSync, version } from 'esbuild';
import type { Plugin } from 'vitest/config';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const SOURCES = join(ROOT, 'src');
/** Modules below `node_modules` are left to Node, which starts them sooner and runs them faster than vitest does. */
const COMPILED = join(ROOT, 'node_modules/.cache/compiled');
const MODULES = join(COMPILED, 'src');
/** A path without the end that says what is written there. */
const STEM = /\.[jt]sx?$/;
/** What `akernel help` prints where the sources run as they are. */
const PAGE = 'README.md';

/** Test files import the sources as JavaScript, a file for each. Who mocks a module needs them as vitest makes them. */
export function compiledSources(): Plugin {
  compile();
  return {
    name: 'compiled-sources',
    enforce: 'pre',
    resolveId(source, importer) {
      if (importer === undefined || !source.startsWith('.')) {
        return undefined;
      }
      const path = resolve(dirname(importer), source);
      return path.startsWith(`${SOURCES}/`)
        ? { id: join(MODULES, relative(SOURCES, path)), external: true }
        : undefined;
    },
  };
}

/** What was made of a source is as old as that. */
function compile(): void {
  const about = JSON.stringify({
    type: 'module',
    imports: { '#import-module': './import-module.cjs' },
    description: `compiled by esbuild ${version}`,
  });
  const aboutFile = join(COMPILED, 'package.json');
  if (!existsSync(aboutFile) || readFileSync(aboutFile, 'utf8') !== about) {
    rmSync(COMPILED, { recursive: true, force: true });
    mkdirSync(MODULES, { recursive: true });
    writeFileSync(aboutFile, about);
  }
  copyFileSync(join(ROOT, 'bin/import-module.js'), join(COMPILED, 'import-module.cjs'));
  const sources = new Map(filesIn(SOURCES).map(({ path, changed }) => [path.replace(STEM, ''), { path, changed }]));
  const made = new Map(filesIn(MODULES).map(({ path, changed }) => [path.replace(STEM, ''), { path, changed }]));
  for (const [stem, { path }] of made) {
    if (!sources.has(stem)) {
      rmSync(join(MODULES, path), { force: true });
    }
  }
  const stale = [...sources].filter(([stem, { changed }]) => made.get(stem)?.changed !== changed);
  const { outputFiles } = buildSync({
    entryPoints: stale.map(([, { path }]) => join(SOURCES, path)),
    outbase: SOURCES,
    outdir: MODULES,
    format: 'esm',
    target: 'node20.4',
    write: false,
    logLevel: 'warning',
  });
  copyPages();
  for (const { path, contents } of outputFiles) {
    const source = sources.get(relative(MODULES, path).replace(STEM, ''));
    put(path, contents, source?.changed ?? 0);
  }
}

function copyPages(): void {
  for (const path of readdirSync(SOURCES, { recursive: true, encoding: 'utf8' })) {
    if (basename(path) === PAGE) {
      mkdirSync(dirname(join(MODULES, path)), { recursive: true });
      copyFileSync(join(SOURCES, path), join(MODULES, path));
    }
  }
}

function filesIn(folder: string): readonly { readonly path: string; readonly changed: number }[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => STEM.test(path) && !path.endsWith('.d.ts'))
    .map((path) => ({ path, changed: Math.round(statSync(join(folder, path)).mtimeMs) }));
}

/** Another run may be reading it. */
function put(path: string, contents: Uint8Array, changed: number): void {
  const unfinished = `${path}.${process.pid}.new`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(unfinished, contents);
  utimesSync(unfinished, changed / 1000, changed / 1000);
  renameSync(unfinished, path);
}
