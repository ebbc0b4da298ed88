import { constants } from 'node:os';
import type { InvokeResult } from '../contract/kernel.js';

/** What a shell answers for a command killed by a signal. */
const SIGNAL_BASE = 128;

/** The status of a command as a shell would tell it; undefined where it has not ended by itself. */
export function exitStatus({ exit }: InvokeResult): number | undefined {
  if (exit === undefined) {
    return undefined;
  }
  if (exit.exit_code !== null) {
    return exit.exit_code;
  }
  return signalStatus(exit.signal);
}

export function signalStatus(signal: string | null): number | undefined {
  const number = Object.entries(constants.signals).find(([name]) => name === signal)?.[1];
  return number === undefined ? undefined : SIGNAL_BASE + number;
}
