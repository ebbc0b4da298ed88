// Builds dist: the program and the library as one bundle, the views as another, the vocabularies of the token counter, and
// what the package says about both. Each file is written under another name and put in its place when it is whole, so that
// a build disturbs nobody who runs the program.
//
//   node bin/build.mjs            all of it
//   node bin/build.mjs code       without the types, which take longest
//   node bin/build.mjs if-needed  all of it, unless nothing has changed since

import { execFileSync } from 'node:child_process';
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { isBuilt } from './is-built.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';
import { rollUpTypes } from './types.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const dist = join(root, 'dist');
const require = createRequire(import.meta.url);
const [, , wish] = process.argv;
const begunAt = new Date();
if (wish === 'if-needed' && isBuilt(root, '.typed')) {
  process.exit();
}
if (wish === 'if-needed') {
  process.stdout.write('akernel: building dist from src, about 30 seconds\n');
}

/** The types are made by other builds than the code, the benchmarks by themselves. */
const KEPT = new Set([
  '.built',
  '.typed',
  'bench',
  'index.d.cts',
  'index.d.ts',
  'man',
  'pictures',
  'page',
  'pages',
  'plugins',
  'ranks',
  'compile-cache',
  'completions',
  'help.txt',
  'config.schema.json',
]);

const common = {
  absWorkingDir: root,
  bundle: true,
  platform: 'node',
  target: 'node20.4',
  sourcemap: true,
  metafile: true,
  write: false,
  logLevel: 'warning',
  define: { 'process.env.NODE_ENV': '"production"', 'process.env.DEV': '"false"' },
  // Its main file requires the others by a function that no bundler can follow.
  alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
};

/** Large, and needed by few commands: each is a file of its own. */
const LIBRARIES = [
  'src/hosts/jsonc-library.ts',
  'src/config/toml-library.ts',
  'src/postgres/pg-library.ts',
  'src/drivers/mcp/mcp-library.ts',
  'src/drivers/undici-library.ts',
  'src/server/mcp/mcp-server-library.ts',
  'src/server/http/hono-library.ts',
  'src/telemetry/opentelemetry-library.ts',
  'src/telemetry/opentelemetry-sdk-library.ts',
];
const besideProgram = {
  name: 'beside-program',
  setup: ({ onResolve }) =>
    onResolve(
      { filter: /\/(?:hono|jsonc|mcp|mcp-server|opentelemetry|opentelemetry-sdk|pg|toml|undici)-library\.js$/ },
      ({ path }) => ({
        path: `./${basename(path, '.js')}.cjs`,
        external: true,
      }),
    ),
};

/** commander and Ink load it at once, for subcommands that are programs of their own and for terminals that do not tell their size. */
const lateProcesses = {
  name: 'late-processes',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^node:child_process$/ }, ({ importer, path }) =>
      /[\\/](?:commander|terminal-size)[\\/]/.test(importer) ? { path, namespace: 'late' } : undefined,
    );
    onLoad({ filter: /.*/, namespace: 'late' }, () => ({
      contents: `for (const name of ['spawn', 'execFileSync']) {
  exports[name] = (...given) => require('node:child_process')[name](...given);
}`,
    }));
  },
};

/** zod comes with its messages in fifty languages, and here it speaks one. */
const oneLanguage = {
  name: 'one-language',
  setup: ({ onLoad }) =>
    onLoad({ filter: /[\\/]zod[\\/]v4[\\/]locales[\\/]index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
    })),
};

/** What `bin/akernel.js` does, but that the code which it compiles is added to what is kept, all of it, however slow it is. */
const ADD_TO_CACHE = `const { loadProgram } = require(require('node:path').join(process.argv[1], '../load-program.js'));
const { main, compileCache } = loadProgram(process.argv[2], 'akernel', true);
process.exitCode = 1;
main(process, { compileCache: { ...compileCache, keep: () => undefined } });`;

/** Most people have one: what reads and checks it is kept too. */
const CONFIG = `principal: { principal_id: ann, roles: [reader], attributes: { tenant: acme } }
budget: { max_tokens: 4000 }
redaction: { groups: { network: true } }
databases:
  shop: { file: shop.sqlite }
mcp_servers:
  files: { command: npx, args: [files-server] }
capabilities:
  - capability_id: git.show_log
    description: The last commits.
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: process, operation: run, options: { command: git, args: [log] } }
`;

/** What Node gives to a module of CommonJS. */
const GIVEN = 'exports, require, module, __filename, __dirname';

/** CommonJS, of which Node 20 can keep the compiled code; each part runs when it is first asked for. */
const commonJs = {
  ...common,
  format: 'cjs',
  external: ['#import-module', '@photostructure/sqlite', 'tiktoken'],
  plugins: [besideProgram, lateProcesses, oneLanguage],
  define: { ...common.define, 'import.meta.url': 'moduleUrl' },
  // A module, or what `bin/load-program.js` makes of the same file: a script whose value is the function that is the module.
  banner: {
    js: `(typeof arguments === 'undefined' ? (run) => run : (run) => run(...arguments))(function (${GIVEN}) {
const moduleUrl = require('node:url').pathToFileURL(__filename).href;`,
  },
  footer: { js: '});' },
  // Code that comes from a compile cache cannot import: what is outside is required instead.
  supported: { 'dynamic-import': false },
};
const program = await build({
  ...commonJs,
  stdin: {
    contents: `exports.main = (...given) => require('./cli/main.ts').main(...given);
exports.library = () => require('./index.ts');`,
    resolveDir: join(root, 'src'),
    sourcefile: 'akernel.js',
  },
  outfile: join(dist, 'akernel.cjs'),
});
/** What most hooks of agent hosts need of it. */
const hook = await build({
  ...commonJs,
  stdin: {
    contents: "exports.firstLook = (...given) => require('./cli/hook/first-look.ts').firstLook(...given);",
    resolveDir: join(root, 'src'),
    sourcefile: 'hook.js',
  },
  outfile: join(dist, 'hook.cjs'),
});
const libraries = await build({
  ...common,
  entryPoints: LIBRARIES,
  format: 'cjs',
  entryNames: '[name]',
  outdir: dist,
  outExtension: { '.js': '.cjs' },
  external: ['pg-native'],
});
/**
 * Ink waits for its layout engine at the top of a module, which only an ES module can, and Node 20 keeps compiled code of none.
 * Here the engine is made by `loadViews` before it is asked for anything. It has its bytes in itself; to fetch them from there would
 * load all of `fetch`. What Ink imports for its own developers is left out.
 */
const withoutWaiting = {
  name: 'without-waiting',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^yoga-layout$/ }, () => ({ path: 'yoga-layout', namespace: 'engine' }));
    onLoad({ filter: /.*/, namespace: 'engine' }, () => ({
      contents: `import { loadYoga } from 'yoga-layout/load';
const engine = {};
export default engine;
export const loadEngine = async () => void Object.assign(engine, await loadYoga());`,
      resolveDir: root,
    }));
    onLoad({ filter: /[\\/]yoga-wasm-base64-esm\.js$/ }, ({ path }) =>
      replaced(path, [['"function"!=typeof fetch', 'true']]),
    );
    onLoad({ filter: /[\\/]ink[\\/]build[\\/]reconciler\.js$/ }, ({ path }) =>
      replaced(path, [
        ["await import('./devtools.js')", 'undefined'],
        ['await loadPackageJson()', 'undefined'],
      ]),
    );
  },
};
/** Ink and what it uses measure and part texts as our own lines do: their tables and `Intl.Segmenter` cost 20 ms to begin with. */
const ownText = {
  name: 'own-text',
  setup: ({ onResolve, onLoad }) => {
    onResolve({ filter: /^string-width$/ }, () => ({ path: 'string-width', namespace: 'own-text' }));
    onLoad({ filter: /.*/, namespace: 'own-text' }, () => ({
      contents: `import { stripVTControlCharacters } from 'node:util';
import { displayWidth } from './tui/text/display-width.ts';
export default (text) => displayWidth(text.includes('\\u001b') ? stripVTControlCharacters(text) : text);`,
      resolveDir: join(root, 'src'),
    }));
    onResolve({ filter: /^own-graphemes$/ }, () => ({ path: join(root, 'src/tui/text/graphemes.ts') }));
    onLoad({ filter: /[\\/]ansi-tokenize[\\/]build[\\/]tokenize\.js$/ }, ({ path }) =>
      replaced(path, [
        [
          'const segmenter = new Intl.Segmenter(undefined, { granularity: "grapheme" });',
          "import * as segmenter from 'own-graphemes';",
        ],
      ]),
    );
    onLoad({ filter: /[\\/]slice-ansi[\\/]tokenize-ansi\.js$/ }, ({ path }) =>
      replaced(path, [
        [
          "const GRAPHEME_SEGMENTER = new Intl.Segmenter(undefined, {granularity: 'grapheme'});",
          "let late;\nconst GRAPHEME_SEGMENTER = { segment: (text) => (late ??= new Intl.Segmenter(undefined, { granularity: 'grapheme' })).segment(text) };",
        ],
      ]),
    );
  },
};
const views = await build({
  ...commonJs,
  stdin: {
    contents: `exports.loadViews = () => require('yoga-layout').loadEngine().then(() => require('./tui/app.ts'));`,
    resolveDir: join(root, 'src'),
    sourcefile: 'views.js',
  },
  // React and Ink ask for nothing but the time, and `performance` loads a module that measures much else.
  define: { ...commonJs.define, performance: 'ownClock' },
  banner: { js: `${commonJs.banner.js}\nconst ownClock = { now: () => Number(process.hrtime.bigint()) / 1e6 };` },
  plugins: [...commonJs.plugins, withoutWaiting, ownText],
  outfile: join(dist, 'views.cjs'),
});

/** What a browser gets from the server: as it is written, without maps. */
const page = await build({
  ...common,
  entryPoints: ['html', 'css', 'ts'].map((kind) =>
    join(root, `src/server/http/page/${kind === 'ts' ? 'main' : 'page'}.${kind}`),
  ),
  platform: 'browser',
  target: 'es2022',
  format: 'esm',
  sourcemap: false,
  loader: { '.html': 'copy' },
  outdir: join(dist, 'page'),
  entryNames: 'page',
});

const bundles = [program, hook, libraries, views, page];
const written = new Set();
for (const folder of ['completions', 'man', 'page', 'pages', 'ranks']) {
  mkdirSync(join(dist, folder), { recursive: true });
}
for (const { path, text } of bundles.flatMap(({ outputFiles }) => outputFiles)) {
  put(path, path.endsWith('.map') ? text : withoutNames(text).replace(/[^\0-\x7f]/g, escaped));
}
const { ENCODINGS, PAGES: pages, packRanks, pluginFiles } = await ownModule();
for (const encoding of ENCODINGS) {
  put(`ranks/${encoding}.bin`, packRanks(require(`tiktoken/encoders/${encoding}`).bpe_ranks));
}
const names = Object.keys(require(join(dist, 'akernel.cjs')).library()).sort();
put('index.cjs', "module.exports = require('./akernel.cjs').library();\n");
put(
  'index.js',
  `import { createRequire } from 'node:module';\n\nexport const { ${names.join(', ')} } = createRequire(import.meta.url)('./index.cjs');\n`,
);
for (const [topic, folder] of Object.entries(pages)) {
  put(`pages/${topic}.md`, readFileSync(join(root, folder, 'README.md')));
}
rmSync(join(dist, 'plugins'), { recursive: true, force: true });
for (const [path, content] of Object.entries(pluginFiles(require(join(root, 'package.json'))))) {
  mkdirSync(dirname(join(dist, 'plugins', path)), { recursive: true });
  put(`plugins/${path}`, content);
}
put(
  'third-party-notices.txt',
  thirdPartyNotices(
    root,
    bundles.map(({ metafile }) => metafile),
  ),
);
if (wish !== 'code') {
  const types = await rollUpTypes(root, names);
  put('index.d.ts', types);
  put('index.d.cts', types);
  stamp('.typed');
}
removeOthers();
warmCompileCache();
put('config.schema.json', said('config', 'schema'));
put('help.txt', said('--no-input', '--help'));
put('man/akernel.1', said('__man'));
for (const [shell, name] of [
  ['bash', 'akernel.bash'],
  ['zsh', '_akernel'],
  ['fish', 'akernel.fish'],
  ['powershell', 'akernel.ps1'],
]) {
  put(`completions/${name}`, said('completion', shell));
}
stamp('.built');

/** A file of a package with other words in it. */
function replaced(path, pairs) {
  let contents = readFileSync(path, 'utf8');
  for (const [words, others] of pairs) {
    if (!contents.includes(words)) {
      throw new Error(`${path} no longer holds: ${words}`);
    }
    contents = contents.replace(words, others);
  }
  return { contents };
}

function put(path, content) {
  const file = resolve(dist, path);
  const unfinished = `${file}.${process.pid}.new`;
  writeFileSync(unfinished, content);
  renameSync(unfinished, file);
  written.add(relative(dist, file));
}

/** What the program that was just built prints. */
function said(...words) {
  return execFileSync(process.execPath, [join(root, 'bin/akernel.js'), ...words]);
}

/** As old as the beginning of this build: what is changed meanwhile is newer. */
function stamp(name) {
  put(name, '');
  utimesSync(join(dist, name), begunAt, begunAt);
}

/** What an earlier build wrote and this one does not. */
function removeOthers() {
  for (const name of readdirSync(dist)) {
    if (!written.has(name) && !KEPT.has(name)) {
      rmSync(join(dist, name), { recursive: true, force: true });
    }
  }
}

/** esbuild makes an object of each module, with its name as a key: V8 would make 1,500 shapes of objects at every start. */
function withoutNames(text) {
  return text
    .replace('(0, fn[__getOwnPropNames(fn)[0]])(fn = 0)', '(0, fn)(fn = 0)')
    .replace(/(= __esm\()\{(\n {2})"[^"\n]+"\(\)( \{\n(?:.*?\n)?? {2}\}\n)\}\);/gs, '$1$2() =>$3);');
}

/** V8 keeps a script of nothing but ASCII in half the space. esbuild leaves the characters of patterns as they are. */
function escaped(character) {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
}

/** What the build takes from the sources. */
async function ownModule() {
  const { outputFiles } = await build({
    ...common,
    stdin: {
      contents: `export { packRanks } from './firewall/budget/token-counter-ranks.ts';
export { ENCODINGS } from './contract/budget.ts';
export { PAGES } from './cli/pages.ts';
export { pluginFiles } from './hosts/plugins.ts';`,
      resolveDir: join(root, 'src'),
    },
    format: 'esm',
    sourcemap: false,
  });
  const code = Buffer.from(outputFiles[0].contents).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}

/** What people and agents run most does not have to be compiled again: the compiled code of all these commands is kept. */
function warmCompileCache() {
  rmSync(join(dist, 'compile-cache'), { recursive: true, force: true });
  const home = mkdtempSync(join(tmpdir(), 'akernel-build-'));
  // Settings of whoever builds are not for these: they may lead to a store that others use.
  const others = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('AKERNEL_') && name !== 'NODE_OPTIONS',
  );
  const env = {
    ...Object.fromEntries(others),
    HOME: home,
    AKERNEL_HOME: join(home, 'state'),
    XDG_CONFIG_HOME: join(home, 'config'),
  };
  const stdio = ['pipe', 'pipe', 'inherit'];
  const run = (start, words, input = '') =>
    execFileSync(process.execPath, [...start, ...words], { cwd: home, env, input, encoding: 'utf8', stdio });
  const add = (words, input) => run(['-e', ADD_TO_CACHE, join(root, 'bin/akernel.js')], words, input);
  const page = readFileSync(join(root, 'src/README.md'), 'utf8');
  try {
    const { handle_id: handle } = JSON.parse(add(['invoke', 'demo.customers', 'rows=300']));
    add(['invoke', 'demo.customers', 'rows=40', '--stream']);
    add(['expand', handle]);
    add(['exec', '--', process.execPath, '-e', 'console.log(process.versions)']);
    add(['redact'], page);
    add(['pipe'], page);
    mkdirSync(join(home, 'config/akernel'), { recursive: true });
    writeFileSync(join(home, 'config/akernel/config.yaml'), CONFIG);
    const stdout = page.slice(0, 10_000);
    const event = { hook_event_name: 'PostToolUse', tool_name: 'Bash', tool_response: { stdout } };
    run([join(root, 'bin/akernel.js')], ['hook', 'claude-code'], JSON.stringify(event));
    add(['invoke', 'demo.customers', 'rows=3', '--stream']);
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
