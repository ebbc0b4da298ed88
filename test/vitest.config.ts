import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { compiledSources } from './support/compiled-sources.js';

/** Folders of `src` that reach nothing outside: no program is built or started for these. */
const PURE = ['test/{contract,firewall,kernel,library,streams}/**/*.test.ts'];
/** They tell placeholders of unknown types, so the own detectors of no other file may have made any known. */
const ALONE = ['test/firewall/{detectors,placeholder,redact-value,redactor,trim}.test.ts'];
/** Every cut, random texts, and what breaks the code to see that the others notice. */
const PROOFS = ['test/**/*.proof.test.ts'];
/** Those that look at the heap, and those that see how the modules of `src` are made, as vitest has to make them. */
const PROOFS_ALONE = [
  'test/firewall/{redactor-memory,pattern/patterns,pattern/letter-patterns}.proof.test.ts',
  'test/detection/patterns.proof.test.ts',
];

const common = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  // They wait for events: on a machine with much else to do these come late.
  testTimeout: 240_000,
  hookTimeout: 240_000,
  // The default is a second.
  expect: { poll: { timeout: 60_000 } },
  maxWorkers: 3,
  // React as it is shipped: for developers it keeps a stack for each element that it makes.
  env: { NODE_ENV: 'production' },
  setupFiles: ['test/support/same-random-texts.ts', 'test/support/end-of-file.ts'],
};
/** Modules are loaded once for all files of a worker, which takes less time than most of their tests. */
const shared = { ...common, isolate: false, setupFiles: [...common.setupFiles, 'test/support/plain-colours.ts'] };
/** Who watches has changed sources loaded again, and sees their own lines in stacks. */
const plugins = process.argv.includes('run') ? [compiledSources()] : [];

// biome-ignore lint/style/noDefaultExport: vitest takes its config from the default export
export default defineConfig({
  test: {
    ...common,
    globalSetup: ['test/support/end-orphans.ts', 'test/support/lend-servers.ts'],
    // What TypeScript becomes is kept in node_modules for the next run, and for the next project of this one.
    experimental: { fsModuleCache: true },
    // The projects begin in the order of their names; the longest files are among the first.
    projects: [
      { plugins, test: { ...shared, name: 'e2e', include: ['test/**/*.test.ts'], exclude: [...PURE, ...PROOFS] } },
      { plugins, test: { ...shared, name: 'proof', include: PROOFS, exclude: PROOFS_ALONE } },
      { test: { ...common, name: 'proof-alone', include: PROOFS_ALONE } },
      { plugins, test: { ...shared, name: 'unit', include: PURE, exclude: [...PROOFS, ...ALONE] } },
      { plugins, test: { ...common, name: 'unit-alone', include: ALONE } },
    ],
  },
});
