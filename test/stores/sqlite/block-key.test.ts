import { createDecipheriv, createHash, hkdfSync } from 'node:crypto';
import { expect, test } from 'vitest';
import { createBlockCipher } from '../../../src/stores/sql/block-cipher.js';

test('a block is sealed with the key that HKDF-SHA256 derives from the store key and the handle', () => {
  const storeKey = new Uint8Array(32).fill(9);
  for (const handleId of ['h_one', 'h_two']) {
    const label = { segment: 0, block: 0, firstRow: 0, rows: 1 };
    const sealed = Buffer.concat(createBlockCipher(storeKey, handleId, 'about').seal([Buffer.from('1\n')], label));
    const key = new Uint8Array(hkdfSync('sha256', storeKey, '', `akernel handle ${handleId}`, 32));
    const context = createHash('sha256').update(`${handleId}\nabout`).digest();
    const decipher = createDecipheriv('aes-256-gcm', key, sealed.subarray(24, 36));
    decipher.setAAD(Buffer.concat([sealed.subarray(0, 36), context]));
    decipher.setAuthTag(sealed.subarray(-16));
    expect(Buffer.concat([decipher.update(sealed.subarray(36, -16)), decipher.final()]).toString()).toBe('1\n');
  }
});
