import type { HandleRecord } from '../../contract/handle.js';
import type { Row, Value } from '../../contract/row.js';
import type { RedactionOptions } from '../../firewall/find/redactor.js';
import { createValueRedactor } from '../../firewall/rows/redact-value.js';
import { isJsonObject } from '../json-values.js';
import { keptRows } from '../kept-rows.js';
import type { KernelPorts } from '../ports.js';
import { resultRedaction } from '../result-redaction.js';
import type { OpenReference } from './open.js';
import { allowedPart, readRows } from './rows.js';

/** Values of the kinds that some name hides and that nothing hides without one. */
const PROBES: readonly Value[] = ['Jane Doyle', 'hunter2-Hunter2', '1980-01-02', '12 Main Street', 4821];
const PLACEHOLDERS = /\[REDACTED:[^\]]{1,40}\]/g;

/** Whether what is made of the stored values of one call is withheld. */
interface Withholding {
  readonly isWithheld: () => boolean;
  /** Judges a reference by that many of its rows. */
  readonly judge: (reference: OpenReference, mostRows: number) => Promise<void>;
  /** For rows that are looked at as they are handed on; gives undefined when nothing depends on them any more. */
  readonly watch: (reference: OpenReference) => () => ((rows: readonly Row[]) => void) | undefined;
}

/**
 * A reference may hand on what is hidden in the stored result only for where it stands: a value under a name that tells
 * what it is, beside neighbours that do, or a part of a text. Nobody could tell it again in what another capability
 * makes of it.
 */
export function createWithholding(ports: KernelPorts): Withholding {
  let isWithheld = false;
  return {
    isWithheld: () => isWithheld,
    async judge(reference, mostRows) {
      isWithheld ||= await isHiddenByPlace(ports, reference, mostRows);
    },
    watch(reference) {
      const isHidden = createRowTest(ports, reference);
      const onRows = (rows: readonly Row[]): void => {
        isWithheld ||= rows.some(isHidden);
      };
      return () => (isWithheld ? undefined : onRows);
    },
  };
}

/** Judged by the first rows; of a field that none of these has, by its name. */
async function isHiddenByPlace(ports: KernelPorts, reference: OpenReference, mostRows: number): Promise<boolean> {
  const { path, record } = reference;
  if (path.part === 'text') {
    return record.state !== 'complete' && hasUndecidedEnd(ports, record);
  }
  if (record.kind === 'text') {
    return path.part === 'row' || path.field !== undefined || path.from > 0 || path.to !== undefined;
  }
  const field = path.field?.split('.') ?? [];
  const test = createPlaceTest(resultRedaction(ports, record), { field, allow: allowedPart(reference) });
  let looked = 0;
  for await (const rows of readRows(ports, reference)) {
    if (rows.some(test.isHidden)) {
      return true;
    }
    looked += rows.length;
    if (looked >= mostRows) {
      break;
    }
  }
  return field.length > 0 && !test.hasSeen() && isTellingName(test.isHidden, field);
}

/** Whether a text breaks off where a secret may have begun: in another text it would stand as if it were whole. */
async function hasUndecidedEnd(ports: KernelPorts, record: HandleRecord): Promise<boolean> {
  if (record.state === 'open') {
    return true;
  }
  for await (const rows of keptRows(ports, record, { filter: [] }, 0)) {
    if (rows.some(({ withheld }) => withheld !== undefined)) {
      return true;
    }
  }
  return false;
}

/** The same of each row by itself. */
function createRowTest(ports: KernelPorts, reference: OpenReference): (row: Row) => boolean {
  const { path, record } = reference;
  if (path.part === 'text' || record.kind === 'text') {
    return () => false;
  }
  const field = path.field?.split('.') ?? [];
  return createPlaceTest(resultRedaction(ports, record), { field, allow: allowedPart(reference) }).isHidden;
}

interface PlaceTest {
  readonly isHidden: (row: Row) => boolean;
  /** Whether there was a value in the field yet. */
  readonly hasSeen: () => boolean;
}

/** What of a row is handed on. */
interface Handed {
  readonly field: readonly string[];
  readonly allow: (row: Row) => Value | undefined;
}

/** Compares what a value looks like in its whole row with what it would look like alone. */
function createPlaceTest(redaction: RedactionOptions, { field, allow }: Handed): PlaceTest {
  const redact = createValueRedactor(redaction);
  let hasSeen = false;

  const isHiddenLeaf = (value: Value, placed: unknown): boolean => {
    if (value === null || value === '' || placed === value) {
      return false;
    }
    const alone = redact(value).value;
    return placed !== alone && isReadable(alone);
  };

  const isHiddenAt = (value: Value, placed: unknown, depth: number): boolean => {
    const step = field[depth];
    if (isList(value)) {
      // A list is gone through by its items, or entered by a number.
      const below = step !== undefined && /^\d+$/.test(step) ? depth + 1 : depth;
      return !Array.isArray(placed) || value.some((item, index) => isHiddenAt(item, placed[index], below));
    }
    if (typeof value === 'object' && value !== null) {
      const members = Object.entries(value).filter(([name]) => step === undefined || name === step);
      return members.some(([name, member]) => !isJsonObject(placed) || isHiddenAt(member, placed[name], depth + 1));
    }
    hasSeen ||= depth >= field.length;
    return depth >= field.length && isHiddenLeaf(value, placed);
  };

  return {
    isHidden: (row) => {
      const handed = allow(row);
      return handed !== undefined && isHiddenAt(handed, allow(redact(row).value), 0);
    },
    hasSeen: () => hasSeen,
  };
}

/** Whether something is left to read besides placeholders. */
function isReadable(value: Value): boolean {
  return typeof value !== 'string' || /[\p{L}\p{N}]/u.test(value.replace(PLACEHOLDERS, ''));
}

function isTellingName(isHidden: (row: Row) => boolean, field: readonly string[]): boolean {
  return PROBES.some((probe) => isHidden(field.reduceRight<Value>((below, step) => ({ [step]: below }), probe)));
}

function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}
