const { readFileSync } = require('node:fs');
const { join } = require('node:path');
const { pathToFileURL } = require('node:url');
const { Script } = require('node:vm');

/** By the first word of a command: less code is there sooner. All others take what any of them needs. */
const CODE_OF = new Map([
  [undefined, 'help'],
  ['--help', 'help'],
  ['--version', 'help'],
  ['expand', 'expand'],
]);

/**
 * What most commands need of the program as one script with V8's compiled code beside it, which starts in half the time
 * of ES modules. `undefined` where it cannot be used: not built, or compiled by another V8, or with other flags.
 */
exports.openImage = (directory, word) => {
  try {
    const image = compileImage(directory, readFileSync(join(directory, `${CODE_OF.get(word) ?? 'all'}.cache`)));
    return image.script.cachedDataRejected === true ? undefined : image;
  } catch {
    return undefined;
  }
};

/** `load` runs the program's first part and returns what it exports; that takes the others. */
function compileImage(directory, cachedData) {
  const filename = join(directory, 'image.cjs');
  // The build leaves nothing but ASCII in it, which V8 keeps in half the space.
  const script = new Script(readFileSync(filename, 'latin1'), { filename, cachedData });
  return { script, load: () => createTake(script.runInThisContext(), directory)('./main.js') };
}

/** The `require` of the parts: each is run once, from the image or from a file of its own. */
function createTake(inside, directory) {
  const { href } = pathToFileURL(join(directory, 'image.cjs'));
  const taken = new Map();
  const take = (name) => (name.startsWith('./') ? (taken.get(name) ?? run(name)).exports : require(name));

  function run(name) {
    const part = inside[name] ?? require(join(directory, name.replace(/js$/, 'cjs')));
    const module = { exports: {} };
    taken.set(name, module);
    try {
      part(take, module, module.exports, href);
      return module;
    } catch (error) {
      taken.delete(name);
      throw error;
    }
  }

  return take;
}

exports.compileImage = compileImage;
