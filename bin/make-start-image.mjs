// Makes dist/start: the program as one script, and the code that V8 compiled of it while it did what people do most.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import process from 'node:process';
import { Writable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { setFlagsFromString } from 'node:v8';
import { build } from 'esbuild';

const { compileImage } = createRequire(import.meta.url)('./start-image.js');
const root = fileURLToPath(new URL('..', import.meta.url));
const directory = join(root, 'dist/start');
const file = join(directory, 'main.cjs');

const common = {
  bundle: true,
  format: 'cjs',
  platform: 'node',
  target: 'node20.3',
  external: ['tiktoken', '@photostructure/sqlite'],
  minify: true,
  logLevel: 'warning',
};

/** Libraries of drivers, which few calls need: found while the program is bundled, each a file of its own. */
const libraries = new Map();
const librariesApart = {
  name: 'libraries-apart',
  setup({ onResolve }) {
    onResolve({ filter: /-library\.js$/ }, ({ path, resolveDir }) => {
      const source = join(resolveDir, path).replace(/\.js$/, '.ts');
      if (!source.includes('/src/drivers/')) {
        return undefined;
      }
      const name = basename(source, '.ts');
      libraries.set(name, source);
      return { path: `./${name}.cjs`, external: true };
    });
  },
};

await build({
  ...common,
  entryPoints: [join(root, 'src/cli/main.ts')],
  outfile: file,
  plugins: [librariesApart],
  // A script that is not a module cannot import: what the bundle leaves out is required instead.
  supported: { 'dynamic-import': false },
  define: { 'import.meta.url': 'moduleUrl' },
  // The whole file is one function: nothing of it is global, and what it needs is handed in.
  banner: { js: '(function(require,module,exports,moduleUrl){' },
  footer: { js: '})' },
});
await Promise.all(
  [...libraries].map(([name, source]) =>
    build({ ...common, entryPoints: [source], outfile: join(directory, `${name}.cjs`), external: ['pg-native'] }),
  ),
);
writeFileSync(file, readFileSync(file, 'utf8').replace(/[^\0-\x7f]/g, escaped));

const home = mkdtempSync(join(tmpdir(), 'akernel-start-'));
try {
  const { script, load } = compileImage(directory);
  await warmUp(load().main);
  // V8 takes compiled code only under the flags it was compiled with, and a long stream sets this one.
  setFlagsFromString('--heap-growing-percent=0');
  writeFileSync(join(directory, 'main.cache'), script.createCachedData());
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** esbuild leaves the characters of regular expressions as they are. */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** Functions that have run are in the cache; all others are compiled when they are first called. */
async function warmUp(main) {
  await run(main, ['--help']);
  const frames = (await run(main, ['invoke', 'demo.customers', 'rows=40', '--stream', '-o', 'ndjson']))
    .trim()
    .split('\n');
  const handle = frames.map((frame) => JSON.parse(frame).handle).find((known) => known !== undefined);
  await run(main, ['expand', handle.handle_id, '--fields', 'id,name', '-o', 'ndjson']);
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
