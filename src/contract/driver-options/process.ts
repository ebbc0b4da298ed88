import * as z from 'zod';
import { notAnOwnKey } from './not-an-own-key.js';
import type { DriverOperations, Misfit, OperationCapability } from './operation.js';

const OUTPUT_FORMATS = ['text', 'lines', 'ndjson', 'json', 'csv', 'auto'] as const;
const MAX_GRACE_MS = 60_000;
/** What setTimeout can count. */
const MAX_TIME_MS = 2 ** 31 - 1;
const PLACEHOLDER = /\{([A-Za-z_][A-Za-z0-9_]*)\}/g;

const name = z.string().min(1).max(200);
const time = z.int().min(1, 'must be at least 1: leave it out where there is no limit').max(MAX_TIME_MS);

const program = {
  command: z
    .string()
    .min(1, 'must name a program')
    .describe('The program: found on PATH, or a path from its working folder.'),
  args: z.array(z.string()).describe('Its arguments; {name} is filled from the call.').optional(),
  root: z.string().min(1).describe('The folder it works in; the folder of the config file when absent.').optional(),
  cwd: z
    .string()
    .min(1)
    .refine(mayStayBelow, 'leaves the root')
    .describe('Its working folder below the root, which it never leaves; {name} is filled from the call.')
    .optional(),
  env_allow: z
    .array(name.refine(...notAnOwnKey))
    .describe('Variables handed on besides the usual few.')
    .optional(),
  env: z.record(name, z.string()).describe('Variables set for it.').optional(),
  timeout_ms: time.describe('It is ended after this time.').optional(),
  idle_timeout_ms: time.describe('It is ended after so long a silence.').optional(),
};

const argumentInput = z.strictObject({ argument: name.describe('The argument that becomes the input.') });

export const processRunSchema = z.strictObject({
  ...program,
  shell: z
    .boolean()
    .describe('true: the command is a script for /bin/sh, and args are its "$1", "$2" and so on.')
    .optional(),
  stdin: z
    .union([z.enum(['ignore', 'args']), argumentInput], { error: ({ input }) => stdinMistake(input) })
    .describe('args: the arguments as one line of JSON; { argument: name }: that argument, by reference too.')
    .optional(),
  output: z.enum(OUTPUT_FORMATS).describe('How its standard output is read.').optional(),
  exit_codes: z.array(z.int().min(0).max(255)).min(1).describe('Those that are no failure.').optional(),
  kill_grace_ms: z.int().min(0).max(MAX_GRACE_MS).describe('From SIGTERM to SIGKILL.').optional(),
});

const BACKOFF_BASE_MS = 1000;
const BACKOFF_CAP_MS = 60_000;
const delay = z.int().min(0).max(MAX_TIME_MS);

const restart = z
  .strictObject({
    max_restarts: z.int().min(1, 'must be at least 1: leave restart out where there is none').max(1000),
    backoff_base_ms: delay.describe('The first delay, doubled each time; 1000 when absent.').optional(),
    backoff_cap_ms: delay.describe('The longest delay; 60000 when absent.').optional(),
    backoff_jitter_ms: delay.describe('How far a delay may be off at random; 500 when absent.').optional(),
    stable_after_ms: delay
      .describe('What ran longer was healthy: the count begins anew; 60000 when absent.')
      .optional(),
  })
  .refine(
    ({ backoff_base_ms: base = BACKOFF_BASE_MS, backoff_cap_ms: cap = BACKOFF_CAP_MS }) => base <= cap,
    'has a backoff_cap_ms (60000 when absent) below its backoff_base_ms (1000 when absent)',
  )
  .describe('It is started again when it crashed, with the same arguments; only for what is READ or idempotent.');

export const processRunnerSchema = z.strictObject({
  ...program,
  tools: z.array(name).describe('Capabilities that the runner may call; none when absent.').optional(),
  grants: z
    .record(name, z.int().min(0))
    .describe('What it may charge, by dimension, such as tokens; going over is told, not prevented.')
    .optional(),
  handshake_timeout_ms: time.describe('How long it may take to say that it is ready.').optional(),
  restart: restart.optional(),
});

export type ProcessRunOptions = z.output<typeof processRunSchema>;
export type ProcessRunnerOptions = z.output<typeof processRunnerSchema>;

/** `exec` is the shell user's own act and cannot be registered. */
export const PROCESS_OPERATIONS: DriverOperations = {
  run: {
    options: processRunSchema,
    argumentNames: (options) => {
      const run = processRunSchema.parse(options);
      return [...placeholders(run), ...(typeof run.stdin === 'object' ? [run.stdin.argument] : [])];
    },
  },
  runner: {
    options: processRunnerSchema,
    argumentNames: (options) => placeholders(processRunnerSchema.parse(options)),
    misfit: (options, capability) =>
      processRunnerSchema.parse(options).restart === undefined ? undefined : refuseRestart(capability),
  },
};

/** To start again is to begin the work again, which only some work allows. */
function refuseRestart({ safety_class: safetyClass, idempotent }: OperationCapability): Misfit | undefined {
  return safetyClass === 'READ' || idempotent === true
    ? undefined
    : {
        member: 'restart',
        message: `would repeat the work of a capability that is ${safetyClass}`,
        hint: 'take it out, or set idempotent: true where repeating does no harm',
      };
}

function placeholders({ args = [], cwd = '' }: Pick<ProcessRunOptions, 'args' | 'cwd'>): readonly string[] {
  return [...args, cwd].flatMap((text) => [...text.matchAll(PLACEHOLDER)].map(([, found = '']) => found));
}

/** An absolute path, and what arguments make of one, is checked with each call. */
function mayStayBelow(path: string): boolean {
  let depth = 0;
  for (const step of path.split('/')) {
    depth += step === '..' ? -1 : Number(step !== '' && step !== '.');
    if (depth < 0) {
      return path.startsWith('/') || path.includes('{');
    }
  }
  return true;
}

function stdinMistake(input: unknown): string {
  const names = typeof input === 'object' && input !== null ? Object.keys(input).join(', ') : '';
  const found = names === '' ? '' : `, and has ${names}`;
  return `must be ignore, args, or { argument: name }${found}`;
}
