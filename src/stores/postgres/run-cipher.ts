import { createHmac, hkdfSync } from 'node:crypto';
import { openText, sealText } from '../sql/sealed-text.js';
import { toStoreError } from '../store-error.js';

/** Seals what is kept of runs and of answers. Names that must not be told, such as who may see a run, are found again by `idOf`. */
export interface RunCipher {
  readonly idOf: (use: 'owner' | 'key' | 'content', text: string) => string;
  readonly seal: (text: string, label: RunLabel) => Buffer;
  /** Throws STORE_FAILED for what is not what the label says, or was changed. */
  readonly open: (sealed: unknown, label: RunLabel) => string;
  /** undefined for what is not what the label says, or was changed. */
  readonly openWhole: (sealed: unknown, label: RunLabel) => string | undefined;
}

/** The row that it belongs to, whose it is, and which part of it. */
export type RunLabel = readonly [rowId: string, ownerId: string, ...part: (string | number)[]];

export function createRunCipher(storeKey: Uint8Array): RunCipher {
  const keyOf = (use: string): Uint8Array => new Uint8Array(hkdfSync('sha256', storeKey, '', `akernel run ${use}`, 32));
  const [names, texts] = [keyOf('names'), keyOf('texts')];
  const keyFor = ([rowId]: RunLabel): Uint8Array => createHmac('sha256', texts).update(rowId).digest();
  const context = (label: RunLabel): Buffer => Buffer.from(JSON.stringify(label));
  const openWhole = (sealed: unknown, label: RunLabel): string | undefined =>
    Buffer.isBuffer(sealed) ? openText(keyFor(label), sealed, context(label)) : undefined;
  return {
    openWhole,
    idOf: (use, text) => createHmac('sha256', names).update(`${use}\n${text}`).digest('hex'),
    seal: (text, label) => sealText(keyFor(label), text, context(label)),
    open: (sealed, label) => {
      const text = openWhole(sealed, label);
      if (text === undefined) {
        throw toStoreError(undefined, 'read a run', {
          reason: 'damaged',
          hint: 'what is kept of it was changed in the database; its handle and its trace are kept apart',
        });
      }
      return text;
    },
  };
}
