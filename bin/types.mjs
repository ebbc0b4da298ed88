import { execFileSync } from 'node:child_process';
import { rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { rollup } from 'rollup';
import { dts } from 'rollup-plugin-dts';

const require = createRequire(import.meta.url);

/** The types of the library as one file that needs no other package than those of Node; `values` are what it exports. */
export async function rollUpTypes(root, values) {
  // Not below node_modules, whose files are taken for those of other packages.
  const folder = join(root, 'dist/.types');
  const tsc = require.resolve('typescript/bin/tsc');
  // What is written is not checked here, which takes most of the time: `npm run types` does that.
  execFileSync(process.execPath, [tsc, '-p', join(root, 'src'), '--outDir', folder, '--noCheck'], { stdio: 'inherit' });
  const bundle = await rollup({ input: join(folder, 'index.d.ts'), external: /^node:/, plugins: [dts()] });
  const { output } = await bundle.generate({ format: 'es' });
  await bundle.close();
  rmSync(folder, { recursive: true });
  return onlyValues(output[0].code, new Set(values));
}

/** `export type *` comes out as if constants were exported as well. */
function onlyValues(code, values) {
  return code.replace(/^export \{ (.+) \};$/m, (_, list) => {
    const kept = list.split(', ').filter((item) => values.has(item.split(' as ').at(-1)));
    return `export { ${kept.join(', ')} };`;
  });
}
