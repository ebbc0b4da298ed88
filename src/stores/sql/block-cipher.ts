import { createCipheriv, createDecipheriv, createHash, createHmac, randomBytes } from 'node:crypto';

const MAGIC = 0x414b4231;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 36;
const LABEL_BYTES = HEADER_BYTES - NONCE_BYTES;

/** What one block is; sealed with it, so that blocks cannot be exchanged, moved or renumbered. */
export interface BlockLabel {
  readonly segment: number;
  readonly block: number;
  readonly firstRow: number;
  readonly rows: number;
}

/**
 * Seals the blocks of one handle: header, then AES-256-GCM ciphertext, then tag. The key follows from the store key and
 * the handle id; the entry's own text (owner, constraints, expiry) is bound to every block as well.
 */
export interface BlockCipher {
  readonly seal: (pieces: readonly Uint8Array[], label: BlockLabel) => readonly Uint8Array[];
  /** undefined when the block is not what the label says, or was changed. */
  readonly open: (sealed: Uint8Array, label: BlockLabel) => Uint8Array | undefined;
}

export function createBlockCipher(storeKey: Uint8Array, handleId: string, about: string): BlockCipher {
  const key = keyOf(storeKey, handleId);
  const context = createHash('sha256').update(`${handleId}\n${about}`).digest();
  return {
    seal: (pieces, label) => {
      const header = createHeader(label);
      const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header));
      cipher.setAAD(Buffer.concat([header, context]));
      return [header, ...pieces.map((piece) => cipher.update(piece)), cipher.final(), cipher.getAuthTag()];
    },
    open: (sealed, label) => openBlock(key, context, { sealed, label }),
  };
}

const extracted = new WeakMap<Uint8Array, Buffer>();

/** HKDF-SHA256 without a salt (RFC 5869), of which the first step is the same for all handles of a store. */
function keyOf(storeKey: Uint8Array, handleId: string): Buffer {
  const secret = extracted.get(storeKey) ?? createHmac('sha256', '').update(storeKey).digest();
  extracted.set(storeKey, secret);
  return createHmac('sha256', secret).update(`akernel handle ${handleId}\x01`).digest();
}

function createHeader(label: BlockLabel): Buffer {
  return Buffer.concat([labelBytes(label), randomBytes(NONCE_BYTES)], HEADER_BYTES);
}

function labelBytes(label: BlockLabel): Buffer {
  const bytes = Buffer.alloc(LABEL_BYTES);
  bytes.writeUInt32BE(MAGIC, 0);
  bytes.writeUInt32BE(label.segment, 4);
  bytes.writeUInt32BE(label.block, 8);
  bytes.writeBigUInt64BE(BigInt(label.firstRow), 12);
  bytes.writeUInt32BE(label.rows, 20);
  return bytes;
}

function nonceOf(header: Uint8Array): Uint8Array {
  return header.subarray(LABEL_BYTES, HEADER_BYTES);
}

function openBlock(
  key: Uint8Array,
  context: Uint8Array,
  { sealed, label }: { readonly sealed: Uint8Array; readonly label: BlockLabel },
): Uint8Array | undefined {
  const header = sealed.subarray(0, HEADER_BYTES);
  const end = sealed.length - TAG_BYTES;
  // The index says which block this must be; one that says something else of itself was changed or exchanged.
  if (end < HEADER_BYTES || !labelBytes(label).equals(header.subarray(0, LABEL_BYTES))) {
    return undefined;
  }
  try {
    const decipher = createDecipheriv('aes-256-gcm', key, nonceOf(header));
    decipher.setAAD(Buffer.concat([header, context]));
    decipher.setAuthTag(sealed.subarray(end));
    const plain = decipher.update(sealed.subarray(HEADER_BYTES, end));
    decipher.final();
    return plain;
  } catch {
    return undefined;
  }
}
