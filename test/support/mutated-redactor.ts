import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import type { ProofSubject } from './redactor-proof.js';

/** One change to one file of the redactor: `find` stands there exactly once. */
export interface Mutation {
  readonly name: string;
  /** Below `src/firewall`. */
  readonly file: string;
  readonly find: string;
  readonly put: string;
  /** The fixture that finds it out, to be asked before the others. */
  readonly shownBy?: string;
}

const SOURCES = join(import.meta.dirname, '../../src/firewall');
const ENTRY = `
  export { createRedactor, redactText } from './redactor.js';
  export { ALL_DETECTORS, DETECTORS } from './detectors/index.js';
  export { MAX_HELD } from './redactor/detector.js';
`;

/** The redactor made anew from its sources, with a change in one of them or as it is; nothing in the checkout changes. */
export async function buildRedactor(mutation?: Mutation): Promise<ProofSubject> {
  const folder = mkdtempSync(join(tmpdir(), 'akernel-mutation-'));
  try {
    const outfile = join(folder, 'redactor.mjs');
    await build({
      stdin: { contents: ENTRY, resolveDir: SOURCES, loader: 'ts' },
      bundle: true,
      format: 'esm',
      platform: 'node',
      outfile,
      logLevel: 'silent',
      plugins: mutation === undefined ? [] : [changing(mutation)],
    });
    return await import(pathToFileURL(outfile).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** How many places of the source a change would change; it is to be one. */
export function placesOf({ file, find }: Mutation): number {
  return readFileSync(join(SOURCES, file), 'utf8').split(find).length - 1;
}

function changing({ name, file, find, put }: Mutation): Plugin {
  const path = join(SOURCES, file);
  const parts = readFileSync(path, 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(`"${name}" is to change one place of ${file}, not ${parts.length - 1}: ${find}`);
  }
  return {
    name: 'change-one-source',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, (source) =>
        source.path === path ? { contents: parts.join(put), loader: 'ts' } : undefined,
      );
    },
  };
}
