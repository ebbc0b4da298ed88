import * as z from 'zod';
import type { DriverOperations } from './operation.js';

const OUTPUT_FORMATS = ['text', 'lines', 'ndjson', 'json', 'csv', 'auto'] as const;
const MAX_GRACE_MS = 60_000;
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

const run = z.strictObject({
  command: z.string().min(1).describe('The program; found on PATH unless it is a path.'),
  args: z.array(z.string()).describe('Its arguments; {name} is filled from the call.').optional(),
  cwd: z.string().min(1).describe('Its working folder.').optional(),
  env_allow: z.array(z.string().min(1)).describe('Variables handed on besides the usual few.').optional(),
  env: z.record(z.string().min(1), z.string()).describe('Variables set for it.').optional(),
  stdin: z.enum(['ignore', 'args']).describe('args: the arguments as one line of JSON.').optional(),
  output: z.enum(OUTPUT_FORMATS).describe('How its standard output is read.').optional(),
  kill_grace_ms: z.int().min(0).max(MAX_GRACE_MS).describe('From SIGTERM to SIGKILL.').optional(),
  exit_codes: z.array(z.int().min(0).max(255)).min(1).describe('Those that are no failure.').optional(),
});

/** `exec` is the shell user's own act and cannot be registered. */
export const PROCESS_OPERATIONS: DriverOperations = {
  run: {
    options: run,
    argumentNames: (options) => {
      const { args = [] } = run.parse(options);
      return args.flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, name = '']) => name));
    },
  },
};
