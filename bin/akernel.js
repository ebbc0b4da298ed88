#!/usr/bin/env node
const { join } = require('node:path');
const { openImage } = require('./start-image.js');

const dist = join(__dirname, '../dist');

// A program that stops in its middle, with nothing left to wait for, has not succeeded.
process.exitCode = 1;
start(openImage(join(dist, 'start'), process.argv[2]));

/** The split bundle does the same as the image; it takes some 40 ms longer to load. */
async function start(image) {
  const { main } = image?.load() ?? (await import('../dist/cli/main.js'));
  await main(process, { importModule: (url) => import(url), loadTui: () => import('../dist/tui/app.js') });
}
