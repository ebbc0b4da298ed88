import { expect, test } from 'vitest';
import { createMessageGuard } from '../../../src/drivers/sql/postgres/message-guard.js';
import { everySplit } from '../../support/every-split.js';

function message(size: number): Buffer {
  const bytes = Buffer.alloc(1 + 4 + size, 'D');
  bytes.writeUInt32BE(4 + size, 1);
  return bytes;
}

test('finds the first message that is too long, however the bytes are cut', () => {
  const fine = Buffer.concat([message(0), message(30), message(1), message(26)]);
  everySplit(fine, (pieces) => {
    const isAllowed = createMessageGuard(34);
    expect(pieces.every((piece) => isAllowed(Buffer.from(piece)))).toBe(true);
  });
  everySplit(Buffer.concat([fine, message(31).subarray(0, 5)]), (pieces) => {
    const isAllowed = createMessageGuard(34);
    expect(pieces.map((piece) => isAllowed(Buffer.from(piece))).includes(false)).toBe(true);
  });
});
