import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import ts from 'typescript';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PROGRAM } from '../support/program.js';

const ROOT = dirname(dirname(PROGRAM));
const folder = mkdtempSync(join(tmpdir(), 'akernel-package-'));
const prefix = join(folder, 'prefix');
const project = join(folder, 'project');
/** Paths in the tarball. */
let packed: readonly string[] = [];
let tarball = '';

function run(command: string, args: readonly string[], cwd = folder): string {
  const env = { PATH: process.env['PATH'], HOME: folder, NODE_EXTRA_CA_CERTS: process.env['NODE_EXTRA_CA_CERTS'] };
  return execFileSync(command, args, { cwd, env, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
}

/** What `npm ci` built is packed: its types as well. */
beforeAll(() => {
  const [found] = JSON.parse(run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], ROOT));
  packed = found.files.map(({ path }: { readonly path: string }) => path);
  tarball = join(folder, found.filename);
  mkdirSync(project);
  writeFileSync(join(project, 'package.json'), '{"name":"mine","private":true}');
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts'];
  run('npm', ['install', '--global', '--prefix', prefix, tarball, ...quiet]);
  run('npm', ['install', tarball, ...quiet], project);
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe('the package, installed from its tarball', () => {
  it('holds the program, the library and its types, and nothing of the sources', () => {
    expect(packed.filter((path) => path.endsWith('.d.ts'))).toEqual(['dist/index.d.ts']);
    expect(packed).toEqual(
      expect.arrayContaining([
        'bin/akernel.js',
        'dist/index.js',
        'dist/man/akernel.1',
        'dist/completions/akernel.bash',
        'dist/third-party-notices.txt',
      ]),
    );
    expect(packed.filter((path) => /^(?:src|test|fixtures)\/|compile-cache|\.mjs$/.test(path))).toEqual([]);
  });

  it('runs at once', () => {
    const akernel = join(prefix, 'bin/akernel');
    expect(run(akernel, ['--version'])).toMatch(/^\d+\.\d+\.\d+\n$/);
    const frames = run(akernel, ['invoke', 'demo.customers', 'rows=3', '--stream', '-o', 'ndjson']);
    const { handle } = JSON.parse(frames.trimEnd().split('\n').at(-1) ?? '');
    expect(run(akernel, ['expand', handle.handle_id, '--fields', 'id'])).toContain('"id":3');
    expect(run(akernel, ['exec', '--', 'echo', 'mail ann@example.com'])).toContain('mail [REDACTED:email]');
  });

  it('is a library of both kinds of modules, with one class of errors', () => {
    const text = "createRedactor().redactText('mail ann@example.com').text";
    writeFileSync(join(project, 'own.mjs'), `import { createRedactor } from 'akernel';\nconsole.log(${text});\n`);
    writeFileSync(join(project, 'own.cjs'), `const { createRedactor } = require('akernel');\nconsole.log(${text});\n`);
    writeFileSync(
      join(project, 'same.mjs'),
      "import { createRequire } from 'node:module';\nimport { KernelError } from 'akernel';\n" +
        "console.log(createRequire(import.meta.url)('akernel').KernelError === KernelError);\n",
    );
    const printed = ['own.mjs', 'own.cjs', 'same.mjs'].map((file) => run(process.execPath, [file], project));
    expect(printed).toEqual(['mail [REDACTED:email]\n', 'mail [REDACTED:email]\n', 'true\n']);
  });

  it('says what an uncaught error is about in a few readable lines', () => {
    writeFileSync(
      join(project, 'wrong.mjs'),
      "import { createRedactor } from 'akernel';\ncreateRedactor({ packz: [] });\n",
    );
    let told = '';
    try {
      execFileSync(process.execPath, ['wrong.mjs'], { cwd: project, stdio: 'pipe' });
    } catch (error) {
      told = String(Reflect.get(Object(error), 'stderr'));
    }
    expect(told).toContain('createRedactor.packz: unknown member');
    expect(Math.max(...told.split('\n').map((line) => line.length))).toBeLessThan(300);
  });
});

const USE = `
import {
  createKernel, createRedactor, isKernelError,
  type Config, type Frame, type HandleInfo, type Observer, type Outcome, type PageInfo, type Phase, type ResponseMode,
} from 'akernel';

const seen: Frame[] = [];
const observer: Observer = (trace) => void trace.action_id;
const config: Partial<Pick<Config, 'budget'>> = {};
const kernel = await createKernel({ config, observer });
const mode: ResponseMode = 'auto';
const phases: Phase[] = seen.map(({ phase }) => phase);
const outcomes: (Outcome | undefined)[] = seen.map(({ status }) => status);
const handles: (HandleInfo | undefined)[] = seen.map(({ handle }) => handle);
const pages: (PageInfo | undefined)[] = seen.map(({ page }) => page);
export const text: string = createRedactor({ packs: ['us'] }).redactText('x').text;
export default { kernel, mode, phases, outcomes, handles, pages, isKernelError };
`;

/** Parsed once for all resolutions, as the libraries of the language take longest. */
const parsed = new Map<string, ts.SourceFile | undefined>();

/** What the compiler says of these files and of the types of the package. Libraries that are not ours are not looked through. */
function mistakesIn(files: readonly string[], more: ts.CompilerOptions): readonly string[] {
  const options: ts.CompilerOptions = {
    strict: true,
    noEmit: true,
    exactOptionalPropertyTypes: true,
    skipLibCheck: false,
    target: ts.ScriptTarget.ES2022,
    types: ['node'],
    typeRoots: [join(ROOT, 'node_modules/@types')],
    ...more,
  };
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getCurrentDirectory = () => project;
  host.getSourceFile = (path, how, ...others) => {
    const key = `${path} ${JSON.stringify(how)}`;
    const isOwn = path.startsWith(folder);
    parsed.set(key, (isOwn ? undefined : parsed.get(key)) ?? getSourceFile(path, how, ...others));
    return parsed.get(key);
  };
  const program = ts.createProgram([...files], options, host);
  const own = program.getSourceFiles().filter(({ fileName }) => fileName.startsWith(folder));
  const expected = ['index.d.ts', ...files.map((file) => basename(file))];
  expect(own.map(({ fileName }) => basename(fileName)).sort()).toEqual(expected);
  return [
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...own.flatMap((source) => [...program.getSyntacticDiagnostics(source), ...program.getSemanticDiagnostics(source)]),
  ].map(({ file, messageText }) => {
    const place = file === undefined ? '' : `${basename(file.fileName)}: `;
    return place + ts.flattenDiagnosticMessageText(messageText, ' ');
  });
}

const { ModuleKind, ModuleResolutionKind } = ts;

describe('the types of the package', () => {
  it.each([
    ['node16', ModuleKind.Node16, ModuleResolutionKind.Node16],
    ['nodenext', ModuleKind.NodeNext, ModuleResolutionKind.NodeNext],
    ['bundler', ModuleKind.ESNext, ModuleResolutionKind.Bundler],
  ])('hold under --strict, without skipLibCheck, with resolution %s', (_, module, moduleResolution) => {
    const texts = { 'use.mts': USE, 'wrong.mts': `${USE}\nexport const wrong: Phase = 'first';\n` };
    const files = Object.entries(texts).map(([name, text]) => {
      writeFileSync(join(project, name), text);
      return join(project, name);
    });
    const wrong = expect.stringMatching(/^wrong\.mts: .*not assignable/);
    expect(mistakesIn(files, { module, moduleResolution })).toEqual([wrong]);
  });

  it('please the linters of packages', () => {
    expect(run(join(ROOT, 'node_modules/.bin/publint'), [tarball])).toContain('All good!');
    expect(run(join(ROOT, 'node_modules/.bin/attw'), [tarball, '--no-color', '--no-emoji'])).toContain(
      'No problems found',
    );
  });

  it('need no other package', () => {
    const types = readFileSync(join(project, 'node_modules/akernel/dist/index.d.ts'), 'utf8');
    expect([...types.matchAll(/from '([^']+)'/g)].map(([, name]) => name)).toEqual(['node:stream']);
  });
});
