import { KernelError } from '../../../contract/errors.js';
import type { SpawnOptions } from '../../../contract/runner.js';

/** The settings of a run with nothing left open. */
export interface RunSettings {
  readonly handshakeTimeoutMs: number;
  readonly stopGraceMs: number;
  readonly termGraceMs: number;
  readonly maxLineBytes: number;
  readonly maxMalformedLines: number;
  readonly retain: { readonly chunks: number; readonly bytes: number };
}

const TIMES = ['timeoutMs', 'idleTimeoutMs', 'handshakeTimeoutMs', 'stopGraceMs', 'termGraceMs'] as const;
const LONGEST_MS = 2 ** 31 - 1;

/** Throws USAGE for a time of 0 or less, which must never come to mean "for ever". */
export function readSettings(options: SpawnOptions): RunSettings {
  for (const name of TIMES) {
    checkTime(name, options[name]);
  }
  return {
    handshakeTimeoutMs: options.handshakeTimeoutMs ?? 5000,
    stopGraceMs: options.stopGraceMs ?? 2000,
    termGraceMs: options.termGraceMs ?? 3000,
    maxLineBytes: options.maxLineBytes ?? 1024 * 1024,
    maxMalformedLines: options.maxMalformedLines ?? 100,
    retain: options.retain ?? { chunks: 256, bytes: 1024 * 1024 },
  };
}

export function checkTime(name: string, ms: number | undefined): void {
  if (ms !== undefined && !(ms >= 1 && ms <= LONGEST_MS)) {
    throw new KernelError('USAGE', `${name} must be at least 1 and at most ${LONGEST_MS}`, {
      hint: 'leave it out where there is no limit',
    });
  }
}
