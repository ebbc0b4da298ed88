import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** The longest are among them, so they come first. Each file begins without the types that another one's detectors have. */
const FIREWALL = ['test/detection/*.test.ts', 'test/firewall/*.test.ts'];
/** Those that start programs, and count what is left of them. */
const PROGRAMS = [
  'test/architecture/*.test.ts',
  'test/e2e/*.test.ts',
  'test/drivers/process/**/*.test.ts',
  'test/stores/sqlite/processes.test.ts',
];

const common = {
  root: fileURLToPath(new URL('..', import.meta.url)),
  testTimeout: 60_000,
  hookTimeout: 60_000,
  maxWorkers: 2,
};

// biome-ignore lint/style/noDefaultExport: vitest takes its config from the default export
export default defineConfig({
  test: {
    ...common,
    globalSetup: ['test/support/end-orphans.ts'],
    // The projects begin in the order of their names.
    projects: [
      { test: { ...common, name: '1-firewall', include: FIREWALL } },
      { test: { ...common, name: '2-programs', include: PROGRAMS } },
      {
        test: {
          ...common,
          name: '3-others',
          include: ['test/**/*.test.ts'],
          exclude: [...FIREWALL, ...PROGRAMS],
          // Modules are loaded once for all of these files, which takes less time than most of their tests.
          isolate: false,
          setupFiles: ['test/support/plain-colours.ts'],
        },
      },
    ],
  },
});
