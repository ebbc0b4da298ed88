// Loads the program with V8's compiled code of it, which the first start leaves for the next ones.

const { lstatSync, mkdirSync, readFileSync, renameSync, writeFileSync } = require('node:fs');
const nodeModule = require('node:module');
const { dirname, join } = require('node:path');

const DIST = join(__dirname, '../dist');
/** Commands that run most of the program: what the others run would not help the next start. */
const TELLING = new Set(['invoke', 'expand', 'exec', 'pipe']);

/**
 * `compileCache` says what the compiled code comes from: Node itself (22 and later), a file of ours, or nothing. It is kept
 * when the process ends; `keep` does that at once, and `beforeKept` says what has to be done before. With `adds`, which the
 * build says, what is kept grows by what this process has compiled.
 */
exports.loadProgram = (word, name = 'akernel', adds = false) => {
  const file = join(DIST, `${name}.cjs`);
  const directory = process.env.NODE_DISABLE_COMPILE_CACHE === undefined ? cacheDirectory() : undefined;
  if (directory === undefined) {
    return { ...require(file), compileCache: { kind: 'none', keep: () => undefined, beforeKept: () => undefined } };
  }
  if (nodeModule.enableCompileCache !== undefined) {
    nodeModule.enableCompileCache(directory);
    const keeping = keepAtEnd(() => nodeModule.flushCompileCache?.());
    return { ...require(file), compileCache: { kind: 'node', directory, ...keeping } };
  }
  const cacheFile = join(directory, `${name === 'akernel' ? '' : `${name}-`}${process.version}-${flagsOf(adds)}.bin`);
  const { exports: program, keeping } = load(file, cacheFile, adds, name !== 'akernel' || TELLING.has(word));
  return { ...program, compileCache: { kind: 'file', directory, ...keeping } };
};

/** V8 takes no code that was compiled under other flags, as those in NODE_OPTIONS: it must not take the place of the usual. */
function flagsOf(adds) {
  const isUsual = adds || (process.execArgv.length === 0 && !process.env.NODE_OPTIONS);
  return isUsual ? process.arch : `${process.arch}-${require('node:v8').cachedDataVersionTag()}`;
}

/** Beside the program where it belongs to this user, else with this user's caches. Whoever can write there can run code here. */
function cacheDirectory() {
  const { HOME, XDG_CACHE_HOME = HOME && join(HOME, '.cache') } = process.env;
  const own = XDG_CACHE_HOME && join(XDG_CACHE_HOME, 'akernel/compile-cache');
  return [join(DIST, 'compile-cache'), own].find((directory) => directory && isPrivate(directory));
}

function isPrivate(directory) {
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    const found = lstatSync(directory);
    return found.isDirectory() && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
  } catch {
    return false;
  }
}

function load(file, cacheFile, adds, isTelling) {
  const { Script } = require('node:vm');
  // The build leaves nothing but ASCII in it. As it was read it lies outside the heap, and V8 takes it from there.
  const source = readFileSync(file, 'latin1');
  const script = new Script(source, { filename: file, cachedData: readCache(cacheFile) });
  const isKept = !adds && (script.cachedDataRejected === false || !isTelling);
  const keeping = keepAtEnd(isKept ? undefined : () => write(cacheFile, script.createCachedData()));
  const module = { exports: {} };
  script.runInThisContext()(module.exports, nodeModule.createRequire(file), module, file, dirname(file));
  return { exports: module.exports, keeping };
}

/** Keeps once: at the end of the process, if nobody has asked for it before. */
function keepAtEnd(write) {
  let before = () => undefined;
  let left = write;
  const keep = () => {
    before();
    left?.();
    left = undefined;
  };
  process.once('exit', keep);
  const beforeKept = (action) => {
    before = action;
  };
  return { keep, beforeKept };
}

function readCache(file) {
  try {
    return readFileSync(file);
  } catch {
    return undefined;
  }
}

/** Somebody who cannot write it starts without. */
function write(file, content) {
  const unfinished = `${file}.${process.pid}.new`;
  try {
    writeFileSync(unfinished, content, { mode: 0o600 });
    renameSync(unfinished, file);
  } catch {
    // A full disk: what is there of it is taken away by the next build.
  }
}
