import { readdirSync, readFileSync } from 'node:fs';
import type { SafetyClass } from '../../../src/contract/capability.js';
import type { Chunk } from '../../../src/contract/chunk.js';
import type { DriverCall } from '../../../src/contract/driver.js';
import type { StreamingDriver } from '../../../src/drivers/streaming-driver.js';
import { collect, makeCall } from '../../support/driver-call.js';

export interface SqlCall {
  readonly database: string;
  readonly statement: string;
  readonly args?: Readonly<Record<string, unknown>>;
  readonly safetyClass?: SafetyClass;
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
}

/** A call as the kernel would make it for a capability with that statement. */
export function sqlCall({
  database,
  statement,
  args = {},
  safetyClass = 'READ',
  signal,
  timeoutMs,
}: SqlCall): DriverCall {
  const options = { database, statement, ...(timeoutMs === undefined ? {} : { statement_timeout_ms: timeoutMs }) };
  const binding = { driver_id: 'sql', operation: 'query', options };
  const call = makeCall({ binding, args, ...(signal === undefined ? {} : { signal }) });
  return { ...call, capability: { ...call.capability, safety_class: safetyClass } };
}

export function runSql(driver: StreamingDriver, call: SqlCall): Promise<Chunk[]> {
  return collect(driver.executeStream(sqlCall(call)));
}

/** The ids of the subprocesses that read a database: those of this process, but for the tools of the tests. */
export function readers(): readonly string[] {
  return childProcesses().filter(isReader);
}

function childProcesses(): readonly string[] {
  return readdirSync('/proc/self/task').flatMap((thread) => {
    const children = readFileSync(`/proc/self/task/${thread}/children`, 'utf8').trim();
    return children === '' ? [] : children.split(' ');
  });
}

function isReader(pid: string): boolean {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('sqlite-reader');
  } catch {
    return false;
  }
}
