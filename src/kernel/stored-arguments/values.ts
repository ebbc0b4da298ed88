import type { StoredValues } from '../../contract/driver.js';
import type { Value } from '../../contract/row.js';
import { readField } from '../../firewall/field-paths.js';
import type { KernelPorts } from '../ports.js';
import type { OpenReference } from './open.js';
import { readRows } from './rows.js';

/** Throws for a value that must not pass. */
export type CheckValue = (value: Value) => void;

/** Whether a reference stands for a list of values, and not for one. */
export function isList({ path }: OpenReference): boolean {
  return path.part === 'rows';
}

/**
 * The raw values that a reference stands for, in the order of their rows; of a text its pieces. A row without the field
 * gives none; fields outside the grant of the handle do not exist; a number that a double cannot hold is a string of its
 * digits.
 */
export async function* readValues(ports: KernelPorts, reference: OpenReference): AsyncGenerator<readonly Value[]> {
  const { path } = reference;
  if (path.part === 'text') {
    yield* readTexts(ports, reference);
    return;
  }
  const { field } = path;
  for await (const rows of readRows(ports, reference)) {
    yield field === undefined ? rows : rows.map((row) => readField(row, field)).filter((value) => value !== undefined);
  }
}

/** The texts of the main channel, which together are the text that was kept. */
async function* readTexts(ports: KernelPorts, reference: OpenReference): AsyncGenerator<readonly string[]> {
  for await (const rows of readRows(ports, reference)) {
    const main = rows.filter((row) => readField(row, 'channel') === undefined);
    yield main.map((row) => readField(row, 'text')).filter((text) => typeof text === 'string');
  }
}

interface Streaming {
  readonly check?: CheckValue | undefined;
  /** Told why the values end early, whatever the reader makes of that. */
  readonly onFailure: (error: unknown) => void;
}

/** The same as bytes: a list as NDJSON, a text as itself, any other value as one line of JSON. */
export function storedValues(
  ports: KernelPorts,
  reference: OpenReference,
  { check, onFailure }: Streaming,
): StoredValues {
  const { path, record } = reference;
  const { allowed_fields: allowed } = record.constraints;
  const isWhole = path.part === 'rows' && path.field === undefined && path.to === undefined && allowed === undefined;
  return {
    async *bytes() {
      try {
        yield* isWhole && check === undefined
          ? keptLines(ports, record.handle_id, path.from)
          : encoded(ports, reference, check);
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
  };
}

/** What is wanted whole is handed on as it was kept, digit for digit. */
async function* keptLines(ports: KernelPorts, handleId: string, from: number): AsyncGenerator<Uint8Array> {
  for await (const piece of ports.stores.handles.read(handleId, from)) {
    yield piece.lines;
  }
}

async function* encoded(
  ports: KernelPorts,
  reference: OpenReference,
  check: CheckValue = () => undefined,
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const asList = isList(reference);
  for await (const values of readValues(ports, reference)) {
    values.forEach(check);
    const texts = values.map((value) => (!asList && typeof value === 'string' ? value : `${JSON.stringify(value)}\n`));
    yield encoder.encode(texts.join(''));
  }
}
