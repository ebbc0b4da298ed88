import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from 'node:crypto';

const NONCE_BYTES = 12;
const TAG_BYTES = 16;

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
    seal: (text, label) => {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce);
      cipher.setAAD(context(label));
      const sealed = [nonce, cipher.update(text, 'utf8'), cipher.final(), cipher.getAuthTag()];
      return Buffer.concat(sealed).toString('base64');
    },
    open: (sealed, label) => openText(key, Buffer.from(sealed, 'base64'), context(label)),
    nameId: (name) => {
      nameKey ??= keyFor('names');
      return createHmac('sha256', nameKey).update(name).digest('hex');
    },
  };
}

function openText(key: Uint8Array, sealed: Uint8Array, context: Uint8Array): string | undefined {
  const end = sealed.length - TAG_BYTES;
  if (end < NONCE_BYTES) {
    return undefined;
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(0, NONCE_BYTES));
    decipher.setAAD(context);
    decipher.setAuthTag(sealed.subarray(end));
    return Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, end)), decipher.final()]).toString('utf8');
  } catch {
    return undefined;
  }
}
