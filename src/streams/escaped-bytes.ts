const CONTINUATION = 0x80;

/** Decodes UTF-8, with a unit of UTF-16 for each byte that is none: the byte and a number that is added to it. */
export function decodeEscaped(bytes: Uint8Array, escaped: number): { readonly text: string; readonly invalid: number } {
  const units = new Uint16Array(bytes.length);
  let count = 0;
  let invalid = 0;
  for (let at = 0; at < bytes.length; ) {
    const length = characterLength(bytes, at);
    const code = length === 0 ? escaped + (bytes[at] ?? 0) : codePoint(bytes, at, length);
    invalid += length === 0 ? 1 : 0;
    at += Math.max(1, length);
    if (code > 0xffff) {
      units[count] = 0xd7c0 + (code >> 10);
      units[count + 1] = 0xdc00 + (code & 0x3ff);
      count += 2;
    } else {
      units[count] = code;
      count += 1;
    }
  }
  return { text: textOf(units.subarray(0, count)), invalid };
}

function textOf(units: Uint16Array): string {
  return Buffer.from(units.buffer, 0, units.byteLength).toString('utf16le');
}

/** How many bytes the character takes that begins at a place; 0 when none does. */
function characterLength(bytes: Uint8Array, at: number): number {
  const lead = bytes[at] ?? 0;
  if (lead < CONTINUATION) {
    return 1;
  }
  const length = lead < 0xc2 || lead > 0xf4 ? 0 : lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  for (let index = 1; index < length; index += 1) {
    if (((bytes[at + index] ?? 0) & 0xc0) !== CONTINUATION) {
      return 0;
    }
  }
  return isInRange(lead, bytes[at + 1] ?? 0) ? length : 0;
}

/** No longer than it has to be, no half of a pair, and not beyond Unicode. */
function isInRange(lead: number, second: number): boolean {
  switch (lead) {
    case 0xe0:
      return second >= 0xa0;
    case 0xed:
      return second < 0xa0;
    case 0xf0:
      return second >= 0x90;
    case 0xf4:
      return second < 0x90;
    default:
      return true;
  }
}

function codePoint(bytes: Uint8Array, at: number, length: number): number {
  const lead = bytes[at] ?? 0;
  let code = length === 1 ? lead : lead & (0x7f >> length);
  for (let index = 1; index < length; index += 1) {
    code = (code << 6) | ((bytes[at + index] ?? 0) & 0x3f);
  }
  return code;
}
