// Makes dist/start: the program in parts, those that people need most as one script, and the code that V8 compiled of that
// script while it did what they do.

import { mkdirSync, mkdtempSync, promises, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build, transform } from 'esbuild';

const require = createRequire(import.meta.url);
const { compileImage } = require('./start-image.js');
const root = fileURLToPath(new URL('..', import.meta.url));
const directory = join(root, 'dist/start');
const file = join(directory, 'image.cjs');

/** commander loads it for subcommands that are programs of their own: there are none, and every start would wait for it. */
const withoutChildProcess = {
  name: 'without-child-process',
  setup({ onLoad, onResolve }) {
    const namespace = 'nothing';
    onResolve({ filter: /^node:child_process$/ }, ({ importer }) =>
      importer.includes('/node_modules/commander/') ? { path: namespace, namespace } : undefined,
    );
    onLoad({ filter: /^/, namespace }, () => ({ contents: '' }));
  },
};

/** Node takes a millisecond to load it, and few commands come by a file in that way. */
const withLazyPromises = {
  name: 'with-lazy-promises',
  setup({ onLoad, onResolve }) {
    const namespace = 'lazy';
    const names = Object.keys(promises).filter((name) => typeof promises[name] === 'function');
    const lines = names.map((name) => `export const ${name} = (...given) => fs.promises.${name}(...given);`);
    onResolve({ filter: /^node:fs\/promises$/ }, ({ path }) => ({ path, namespace, sideEffects: false }));
    onLoad({ filter: /^/, namespace }, () => ({ contents: `import fs from 'node:fs';\n${lines.join('\n')}` }));
  },
};

/** The chunks of the ES modules. Those that most people need are put together; each of the others is a file. */
const { outputFiles } = await build({
  entryPoints: [join(root, 'src/cli/main.ts')],
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20.3',
  external: ['tiktoken', '@photostructure/sqlite', 'pg-native'],
  define: { 'import.meta.url': 'moduleUrl' },
  outdir: directory,
  write: false,
  logLevel: 'warning',
  plugins: [withoutChildProcess, withLazyPromises],
});
rmSync(directory, { recursive: true, force: true });
mkdirSync(directory, { recursive: true });
const parts = await Promise.all(outputFiles.map(toPart));
for (const { path, code } of parts) {
  writeFileSync(path, `module.exports=${code}`);
}
writeFileSync(file, '({})');

const home = mkdtempSync(join(tmpdir(), 'akernel-start-'));
try {
  const { main } = compileImage(directory).load();
  await showHelp(main);
  const handleId = await invoke(main);
  await expand(main, handleId);
  const taken = parts.filter(({ path }) => path in require.cache);
  for (const { path } of taken) {
    rmSync(path);
  }
  writeFileSync(file, `({${taken.map(({ name, code }) => `${JSON.stringify(name)}:${code}`)}})`);
  const image = compileImage(directory);
  const { main: start } = image.load();
  await showHelp(start);
  writeCode(image, 'help');
  await expand(start, handleId);
  writeCode(image, 'expand');
  await invoke(start);
  writeCode(image, 'all');
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** A chunk as a function that is handed what it needs. */
async function toPart({ path: module, text }) {
  const { code } = await transform(text, {
    format: 'cjs',
    platform: 'node',
    target: 'node20.3',
    minify: true,
    // A script that is not a module cannot import: what is outside is required instead.
    supported: { 'dynamic-import': false },
  });
  const inner = code.replace(/[^\0-\x7f]/g, escaped);
  const name = basename(module, '.js');
  const path = join(directory, `${name}.cjs`);
  return { name: `./${name}.js`, path, code: `function(require,module,exports,moduleUrl){${inner}}` };
}

/** esbuild leaves the characters of regular expressions as they are. */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Functions that have run until now are in the cache; all others are compiled when they are first called. */
function writeCode({ script }, name) {
  // V8 takes compiled code only under the flags it was compiled with, and a long stream sets this one.
  setFlagsFromString('--heap-growing-percent=0');
  writeFileSync(join(directory, `${name}.cache`), script.createCachedData());
}

async function showHelp(main) {
  await run(main, ['--help']);
}

/** Returns the id of the handle. */
async function invoke(main) {
  const output = await run(main, ['invoke', 'demo.customers', 'rows=40', '--stream', '-o', 'ndjson']);
  const frames = output.trim().split('\n');
  return frames.map((frame) => JSON.parse(frame).handle).find((known) => known !== undefined).handle_id;
}

async function expand(main, handleId) {
  await run(main, ['expand', handleId, '--fields', 'id,name', '-o', 'ndjson']);
}

async function run(main, args) {
  let output = '';
  const stdout = new Writable({
    write: (piece, _, done) => {
      output += piece;
      done();
    },
  });
  const host = {
    argv: ['node', 'akernel', ...args],
    env: { ...process.env, AKERNEL_HOME: join(home, 'state') },
    cwd: () => home,
    stdout,
    stderr: process.stderr,
    on: () => host,
    off: () => host,
  };
  await main(host);
  if (host.exitCode !== 0) {
    throw new Error(`akernel ${args.join(' ')} ended with status ${host.exitCode}`);
  }
  return output;
}
