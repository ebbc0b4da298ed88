#!/usr/bin/env node
const { readFileSync, writeSync } = require('node:fs');
const { join } = require('node:path');
const { isatty } = require('node:tty');

if (!printHelp(process.argv)) {
  const { loadProgram } = require('./load-program.js');
  // A program that stops in its middle, with nothing left to wait for, has not succeeded.
  process.exitCode = 1;
  const start = (given) => {
    const { main, compileCache } = loadProgram(process.argv[2]);
    const loadTui = () => loadProgram(undefined, 'views').loadViews();
    return main(process, { compileCache, loadTui, ...given });
  };
  if (process.argv[2] === 'hook') {
    beginHook(loadProgram, start);
  } else {
    start();
  }
}

/** Most hooks have nothing to say, and need little of the program for that. */
async function beginHook(loadProgram, start) {
  const given = await loadProgram('hook', 'hook').firstLook(process);
  if (given === undefined) {
    process.exitCode = 0;
  } else {
    await start({ stdin: given.stdin });
    given.release();
  }
}

/** Into a pipe the help is always the same, and the build has written it down: nothing has to be loaded for it. */
function printHelp({ length, 2: word }) {
  if (length !== 3 || (word !== '--help' && word !== '-h') || isatty(1)) {
    return false;
  }
  try {
    const help = readFileSync(join(__dirname, '../dist/help.txt'));
    return writeSync(1, help) === help.length;
  } catch (error) {
    return error.code === 'EPIPE';
  }
}
