import { createHmac, hkdfSync } from 'node:crypto';
import { openText, sealText } from './sealed-text.js';

/** Whose the sealed texts are; a row that is given to another session or principal does not open any more. */
export interface SealedFor {
  readonly sessionId: string;
  readonly principalId: string;
}

/** Which row a text is: its kind, its key and the numbers beside it, which thereby cannot be changed either. */
export type RowLabel = readonly (string | number)[];

/** Seals what a session keeps, by AES-256-GCM under a key that follows from the store key and the session id, as base64. */
export interface SessionCipher {
  readonly seal: (text: string, label: RowLabel) => string;
  /** undefined when it is not what the label says, or was changed. */
  readonly open: (sealed: string, label: RowLabel) => string | undefined;
  /** Finds a name again without telling it. */
  readonly nameId: (name: string) => string;
}

export function createSessionCipher(storeKey: Uint8Array, { sessionId, principalId }: SealedFor): SessionCipher {
  const keyFor = (use: string): Uint8Array =>
    new Uint8Array(hkdfSync('sha256', storeKey, '', `akernel session ${use} ${sessionId}`, 32));
  const key = keyFor('texts');
  // Most of what is sealed has no name.
  let nameKey: Uint8Array | undefined;
  const context = (label: RowLabel): Buffer => Buffer.from(JSON.stringify([sessionId, principalId, ...label]));
  return {
    seal: (text, label) => sealText(key, text, context(label)).toString('base64'),
    open: (sealed, label) => openText(key, Buffer.from(sealed, 'base64'), context(label)),
    nameId: (name) => {
      nameKey ??= keyFor('names');
      return createHmac('sha256', nameKey).update(name).digest('hex');
    },
  };
}
