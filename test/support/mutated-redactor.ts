import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { context, type Plugin } from 'esbuild';
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
  export { createRedactor, redactText } from './find/redactor.js';
  export { ALL_DETECTORS, DETECTORS } from './find/detectors.js';
  export { MAX_HELD } from './lex/detector.js';
`;

/** The redactor made anew from its sources, with a change in one of them or as it is; nothing in the checkout changes. */
export async function buildRedactor(mutation?: Mutation): Promise<ProofSubject> {
  builder ??= await createBuilder();
  const { contents } = await builder.build(mutation);
  const folder = mkdtempSync(join(tmpdir(), 'akernel-mutation-'));
  try {
    const file = join(folder, 'redactor.mjs');
    writeFileSync(file, contents);
    return await import(pathToFileURL(file).href);
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Builder {
  readonly build: (mutation: Mutation | undefined) => Promise<{ readonly contents: Uint8Array }>;
  readonly dispose: () => Promise<void>;
}

let builder: Builder | undefined;

/** What one build has read of files that do not change, the next one need not read again; until `disposeBuilder`. */
async function createBuilder(): Promise<Builder> {
  let current: Mutation | undefined;
  const { rebuild, dispose } = await context({
    stdin: { contents: ENTRY, resolveDir: SOURCES, loader: 'ts' },
    bundle: true,
    format: 'esm',
    platform: 'node',
    write: false,
    logLevel: 'silent',
    plugins: [changing(() => current)],
  });
  return {
    async build(mutation) {
      current = mutation;
      const [file] = (await rebuild()).outputFiles;
      if (file === undefined) {
        throw new Error('nothing was built');
      }
      return file;
    },
    dispose,
  };
}

export async function disposeBuilder(): Promise<void> {
  await builder?.dispose();
  builder = undefined;
}

/** How many places of the source a change would change; it is to be one. */
export function placesOf({ file, find }: Mutation): number {
  return readFileSync(join(SOURCES, file), 'utf8').split(find).length - 1;
}

function changing(current: () => Mutation | undefined): Plugin {
  return {
    name: 'change-one-source',
    setup: ({ onLoad }) => {
      onLoad({ filter: /\.ts$/ }, ({ path }) => {
        const mutation = current();
        return mutation !== undefined && path === join(SOURCES, mutation.file)
          ? { contents: changed(mutation), loader: 'ts' }
          : undefined;
      });
    },
  };
}

function changed({ name, file, find, put }: Mutation): string {
  const parts = readFileSync(join(SOURCES, file), 'utf8').split(find);
  if (parts.length !== 2) {
    throw new Error(`"${name}" is to change one place of ${file}, not ${parts.length - 1}: ${find}`);
  }
  return parts.join(put);
}
