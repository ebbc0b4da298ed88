import * as z from 'zod';
import { principalSchema } from '../principal-schema.js';
import type { RestartPolicy, RunnerSpec, SpawnOptions, WaitOptions } from '../runner.js';
import {
  aFunction,
  amount,
  count,
  having,
  jsonMembers,
  milliseconds,
  name,
  type SchemasOf,
  signal,
  text,
  textMembers,
  texts,
} from './parts.js';

const tool = z.union(
  [
    aFunction,
    z.strictObject({
      kernel: having(['invoke'], 'a kernel'),
      capabilityId: name,
      capabilityToken: text,
      principal: principalSchema,
    }),
  ],
  { error: 'expected a function, or an object of kernel, capabilityId, capabilityToken and principal' },
);

const delay = z.number().min(0);
const restart = {
  maxRestarts: amount,
  backoffBaseMs: delay.optional(),
  backoffCapMs: delay.optional(),
  backoffJitterMs: delay.optional(),
  stableAfterMs: delay.optional(),
} satisfies SchemasOf<RestartPolicy>;

const spec = {
  command: name,
  args: texts.optional(),
  cwd: name.optional(),
  env: textMembers.optional(),
  envAllow: z.array(name).optional(),
  pid: z.int().optional(),
  payload: jsonMembers.optional(),
  tools: z.record(z.string(), tool).optional(),
  onPermission: aFunction.optional(),
  grants: z.record(z.string(), z.number().min(0)).optional(),
  restart: z.strictObject(restart).optional(),
} satisfies SchemasOf<RunnerSpec>;

const options = {
  signal: signal.optional(),
  timeoutMs: milliseconds.optional(),
  idleTimeoutMs: milliseconds.optional(),
  handshakeTimeoutMs: milliseconds.optional(),
  stopGraceMs: milliseconds.optional(),
  termGraceMs: milliseconds.optional(),
  maxLineBytes: count.optional(),
  maxMalformedLines: amount.optional(),
  retain: z.strictObject({ chunks: amount, bytes: amount }).optional(),
} satisfies SchemasOf<SpawnOptions>;

const waiting = {
  timeoutMs: milliseconds.optional(),
  onChunk: aFunction.optional(),
} satisfies SchemasOf<WaitOptions>;

export const WAIT_SCHEMA = z.strictObject(waiting);
export const OBSERVE_SCHEMA = z.strictObject({
  fn: aFunction,
  options: z.strictObject({ coalesceMs: delay.optional() }).optional(),
});
export const SPAWN_SCHEMA = z.strictObject({ spec: z.strictObject(spec), options: z.strictObject(options).optional() });
export const SUPERVISOR_SCHEMA = z.strictObject({
  cwd: name.optional(),
  env: z.record(z.string(), z.string().optional()).optional(),
  onWarning: aFunction.optional(),
});
