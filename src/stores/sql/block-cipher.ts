import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createSecretKey,
  hkdfSync,
  type KeyObject,
  randomBytes,
  webcrypto,
} from 'node:crypto';

const MAGIC = 0x414b4231;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const HEADER_BYTES = 44;
/** Below this the way to the thread pool and back costs more than encrypting here. */
const POOL_MIN_BYTES = 65_536;

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
  readonly seal: (pieces: readonly Uint8Array[], label: BlockLabel) => Promise<readonly Uint8Array[]>;
  /** undefined when the block is not what the label says, or was changed. */
  readonly open: (sealed: Uint8Array, label: BlockLabel) => Uint8Array | undefined;
}

export function createBlockCipher(storeKey: Uint8Array, handleId: string, about: string): BlockCipher {
  const rawKey = new Uint8Array(hkdfSync('sha256', storeKey, '', `akernel handle ${handleId}`, 32));
  const key = createSecretKey(rawKey);
  const context = createHash('sha256').update(`${handleId}\n${about}`).digest();
  let poolKey: Promise<webcrypto.CryptoKey> | undefined;
  return {
    seal: (pieces, label) => {
      const bytes = pieces.reduce((sum, piece) => sum + piece.length, 0);
      const header = createHeader(label, bytes);
      const job = { pieces, bytes, header, data: Buffer.concat([header, context]) };
      if (bytes < POOL_MIN_BYTES) {
        return Promise.resolve(sealHere(key, job));
      }
      poolKey ??= webcrypto.subtle.importKey('raw', rawKey, 'AES-GCM', false, ['encrypt']);
      return sealInPool(poolKey, job);
    },
    open: (sealed, label) => openBlock(key, context, { sealed, label }),
  };
}

interface SealJob {
  readonly pieces: readonly Uint8Array[];
  readonly bytes: number;
  readonly header: Buffer;
  /** Authenticated, not encrypted. */
  readonly data: Buffer;
}

function createHeader(label: BlockLabel, bytes: number): Buffer {
  const header = Buffer.alloc(HEADER_BYTES);
  writeLabel(header, label);
  header.writeUInt32BE(bytes, 4);
  randomBytes(NONCE_BYTES).copy(header, HEADER_BYTES - NONCE_BYTES);
  return header;
}

function writeLabel(header: Buffer, label: BlockLabel): void {
  header.writeUInt32BE(MAGIC, 0);
  header.writeUInt32BE(label.segment, 8);
  header.writeUInt32BE(label.block, 12);
  header.writeBigUInt64BE(BigInt(label.firstRow), 16);
  header.writeBigUInt64BE(BigInt(label.rows), 24);
}

function nonceOf(header: Uint8Array): Uint8Array {
  return header.subarray(HEADER_BYTES - NONCE_BYTES, HEADER_BYTES);
}

function sealHere(key: KeyObject, { pieces, header, data }: SealJob): readonly Uint8Array[] {
  const cipher = createCipheriv('aes-256-gcm', key, nonceOf(header));
  cipher.setAAD(data);
  const sealed = pieces.map((piece) => cipher.update(piece));
  return [header, ...sealed, cipher.final(), cipher.getAuthTag()];
}

async function sealInPool(poolKey: Promise<webcrypto.CryptoKey>, job: SealJob): Promise<readonly Uint8Array[]> {
  const algorithm = { name: 'AES-GCM', iv: nonceOf(job.header), additionalData: job.data };
  const [only, ...others] = job.pieces;
  const plain = only !== undefined && others.length === 0 ? only : Buffer.concat(job.pieces, job.bytes);
  const sealed = await webcrypto.subtle.encrypt(algorithm, await poolKey, plain);
  return [job.header, new Uint8Array(sealed)];
}

function openBlock(
  key: KeyObject,
  context: Uint8Array,
  { sealed, label }: { readonly sealed: Uint8Array; readonly label: BlockLabel },
): Uint8Array | undefined {
  const header = Buffer.from(sealed.subarray(0, HEADER_BYTES));
  const end = sealed.length - TAG_BYTES;
  if (header.length < HEADER_BYTES || end < HEADER_BYTES) {
    return undefined;
  }
  // The index says which block this must be; what the file says of itself counts for nothing.
  writeLabel(header, label);
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
