import { statSync } from 'node:fs';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Capability, DriverBinding } from '../../src/contract/capability.js';
import type { Driver } from '../../src/contract/driver.js';
import { writeCustomers } from './customer-file.js';
import type { Figure } from './figure.js';
import { inTurns, mbPerSecond, spend } from './measure.js';

const ROUNDS = 5;
const BYTES = 64 * 1000 ** 2;
const SHORT_BYTES = 4 * 1000 ** 2;

/** Two files of the same kind of rows in a folder; the short one is to warm up with. */
export const FILES = { short: 'short.ndjson', long: 'long.ndjson' } as const;

export function writeFiles(directory: string): void {
  writeCustomers(join(directory, FILES.short), SHORT_BYTES);
  writeCustomers(join(directory, FILES.long), BYTES);
}

export interface NdjsonSource {
  /** How a figure names it, as in `by the http driver`. */
  readonly name: string;
  readonly directory: string;
  readonly driver: Driver;
  readonly bindingOf: (file: string) => {
    readonly binding: DriverBinding;
    readonly args?: Readonly<Record<string, unknown>>;
  };
  /** The same bytes without the driver. */
  readonly open: (file: string) => AsyncIterable<Uint8Array> | Promise<AsyncIterable<Uint8Array>>;
}

/** A driver that reads NDJSON, beside a loop that gets the same bytes and only splits and parses them. */
export async function* besideBare({ name, directory, driver, bindingOf, open }: NdjsonSource): AsyncGenerator<Figure> {
  const bare = (file: string) => spend(async () => parseLines(await open(file)));
  const driven = (file: string) => spend(() => readRows(driver, bindingOf(file)));
  await bare(FILES.short);
  await driven(FILES.short);
  const { left, right } = await inTurns(
    ROUNDS,
    () => bare(FILES.long),
    () => driven(FILES.long),
  );
  const subject = `NDJSON by the ${name} driver`;
  yield {
    subject,
    aspect: 'of the time of reading, splitting and `JSON.parse` alone',
    unit: 'percent',
    wall: (100 * right.wallMs) / left.wallMs,
    cpu: (100 * right.cpuMs) / left.cpuMs,
    atMost: 115,
  };
  const bytes = statSync(join(directory, FILES.long)).size;
  yield { subject, aspect: 'speed', unit: 'mb_per_s', ...mbPerSecond(bytes, right) };
}

/** The bare loop: how many lines there were. */
export async function parseLines(pieces: AsyncIterable<Uint8Array>): Promise<number> {
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let rows = 0;
  for await (const piece of pieces) {
    const lines = (rest + decoder.write(Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength))).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      JSON.parse(line);
      rows += 1;
    }
  }
  return rows;
}

async function readRows(
  driver: Driver,
  { binding, args = {} }: ReturnType<NdjsonSource['bindingOf']>,
): Promise<number> {
  const capability: Capability = {
    capability_id: 'bench.read',
    name: 'bench.read',
    description: '',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: binding,
  };
  const { signal } = new AbortController();
  let rows = 0;
  for await (const chunk of driver.executeStream?.({ action_id: 'a_bench', capability, binding, args, signal }) ?? []) {
    rows += chunk.type === 'records' ? chunk.rows.length : 0;
  }
  return rows;
}
