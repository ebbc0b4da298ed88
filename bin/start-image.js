const { readFileSync } = require('node:fs');
const { createRequire } = require('node:module');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/**
 * The whole program as one script with V8's compiled code beside it, which starts in half the time of ES modules.
 * `undefined` where it cannot be used: not built, or compiled by another V8, or with other flags.
 */
exports.openImage = (directory) => {
  try {
    const image = compileImage(directory, readFileSync(join(directory, 'main.cache')));
    return image.script.cachedDataRejected === true ? undefined : image;
  } catch {
    return undefined;
  }
};

/** `load` runs the script and returns what it exports. */
function compileImage(directory, cachedData) {
  const filename = join(directory, 'main.cjs');
  // The build leaves nothing but ASCII in it, which V8 keeps in half the space.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  const load = () => {
    const module = { exports: {} };
    script.runInThisContext()(createRequire(filename), module, module.exports, pathToFileURL(filename).href);
    return module.exports;
  };
  return { script, load };
}

exports.compileImage = compileImage;
