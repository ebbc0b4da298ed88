import type { StoredValues } from '../../contract/driver.js';
import type { Row, Value } from '../../contract/row.js';
import { readField } from '../../firewall/rows/field-paths.js';
import { createRowReader } from '../../firewall/rows/row-reader.js';
import { openHandle } from '../handle-access.js';
import type { KernelPorts } from '../ports.js';
import type { OpenReference } from './open.js';
import { allowedPart, readRows } from './rows.js';

/** Throws for a value that must not pass. */
export type CheckValue = (value: Value) => void;

/** Told of rows before anything of them is handed on. */
type OnRows = (rows: readonly Row[]) => void;

/** Whether a reference stands for a list of values, and not for one. */
export function isList({ path }: OpenReference): boolean {
  return path.part === 'rows';
}

/**
 * The raw values that a reference stands for, in the order of their rows; of a text its pieces. A row without the field
 * gives none; fields outside the grant of the handle do not exist; a number that a double cannot hold is a string of its
 * digits.
 */
export async function* readValues(
  ports: KernelPorts,
  reference: OpenReference,
  onRows: OnRows = () => undefined,
): AsyncGenerator<readonly Value[]> {
  const { path } = reference;
  if (path.part === 'text') {
    yield* readTexts(ports, reference);
    return;
  }
  const { field } = path;
  const allow = allowedPart(reference);
  for await (const rows of readRows(ports, reference)) {
    onRows(rows);
    const allowed = rows.map(allow).filter((row) => row !== undefined);
    yield field === undefined
      ? allowed
      : allowed.map((row) => readField(row, field)).filter((value) => value !== undefined);
  }
}

/** The texts of the main channel, which together are the text that was kept. */
async function* readTexts(ports: KernelPorts, reference: OpenReference): AsyncGenerator<readonly string[]> {
  const allow = allowedPart(reference);
  for await (const rows of readRows(ports, reference)) {
    const allowed = rows.map(allow).filter((row) => row !== undefined);
    const main = allowed.filter((row) => readField(row, 'channel') === undefined);
    yield main.map((row) => readField(row, 'text')).filter((text) => typeof text === 'string');
  }
}

interface Streaming {
  readonly check?: CheckValue | undefined;
  /** Absent when nothing depends on the rows. */
  readonly onRows: () => OnRows | undefined;
  /** Told why the values end early, whatever the reader makes of that. */
  readonly onFailure: (error: unknown) => void;
}

/** How often it is asked whether the stored result may still be read. */
const ASK_AGAIN_MS = 500;

/** The same as bytes: a list as NDJSON, a text as itself, any other value as one line of JSON. */
export function storedValues(
  ports: KernelPorts,
  reference: OpenReference,
  { check, onRows, onFailure }: Streaming,
): StoredValues {
  const { path, record } = reference;
  const { allowed_fields: allowed } = record.constraints;
  const isWhole = path.part === 'rows' && path.field === undefined && path.to === undefined && allowed === undefined;
  return {
    async *bytes() {
      const told: OnRows = (rows) => onRows()?.(rows);
      const pieces =
        isWhole && check === undefined
          ? keptLines(ports, { handleId: record.handle_id, from: path.from, onRows })
          : encoded(ports, reference, { check, onRows: told });
      try {
        yield* whileReadable(ports, reference, pieces);
      } catch (error) {
        onFailure(error);
        throw error;
      }
    },
  };
}

/** Ends with the reason when the handle expires or is removed while it is read, or its grant is revoked. */
async function* whileReadable(
  ports: KernelPorts,
  { record, principal }: OpenReference,
  pieces: AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let askedAt = ports.clock.monotonic();
  for await (const piece of pieces) {
    if (ports.clock.monotonic() - askedAt > ASK_AGAIN_MS) {
      askedAt = ports.clock.monotonic();
      await openHandle(ports, record.handle_id, principal);
    }
    yield piece;
  }
}

const ROWS_AT_ONCE = 256;

/** What is wanted whole is handed on as it was kept, digit for digit. */
async function* keptLines(
  ports: KernelPorts,
  { handleId, from, onRows }: Pick<Streaming, 'onRows'> & { readonly handleId: string; readonly from: number },
): AsyncGenerator<Uint8Array> {
  for await (const piece of ports.stores.handles.read(handleId, from)) {
    const take = onRows() === undefined ? () => [] : createRowReader(piece.lines);
    for (let rows = take(ROWS_AT_ONCE); rows.length > 0; rows = take(ROWS_AT_ONCE)) {
      onRows()?.(rows);
    }
    yield piece.lines;
  }
}

async function* encoded(
  ports: KernelPorts,
  reference: OpenReference,
  { check = () => undefined, onRows }: { readonly check: CheckValue | undefined; readonly onRows: OnRows },
): AsyncGenerator<Uint8Array> {
  const encoder = new TextEncoder();
  const asList = isList(reference);
  for await (const values of readValues(ports, reference, onRows)) {
    values.forEach(check);
    const texts = values.map((value) => (!asList && typeof value === 'string' ? value : `${JSON.stringify(value)}\n`));
    yield encoder.encode(texts.join(''));
  }
}
