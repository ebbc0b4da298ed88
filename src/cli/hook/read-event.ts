import { KernelError } from '../../contract/errors.js';
import type { Members } from '../../hosts/hook/event.js';
import { parseExactJson } from '../../hosts/hook/exact-json.js';
import { isMembers } from '../../hosts/hook/members.js';

/** Half of what a host is waited for: the whole program may have to read again. */
const READ_MS = 15_000;
const MOST_BYTES = 64 * 1024 * 1024;

/** The one JSON object that a host writes. */
export function readEvent(stdin: AsyncIterable<Uint8Array>): Promise<Members> {
  return inTime(readWhole(stdin));
}

/** A host that never ends what it says is not waited for. */
async function inTime(reading: Promise<Members>): Promise<Members> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    const error = new KernelError('TIMEOUT', 'the host did not end its event in time');
    timer = setTimeout(() => reject(error), READ_MS);
  });
  try {
    return await Promise.race([reading, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function readWhole(stdin: AsyncIterable<Uint8Array>): Promise<Members> {
  const pieces: Uint8Array[] = [];
  let size = 0;
  for await (const piece of stdin) {
    size += piece.byteLength;
    if (size > MOST_BYTES) {
      throw new KernelError('LIMIT_REACHED', 'the event of the host is longer than 64 MB');
    }
    pieces.push(piece);
  }
  const event = parsed(
    Buffer.concat(pieces)
      .toString('utf8')
      .replace(/^\ufeff/, ''),
  );
  if (!isMembers(event)) {
    throw new KernelError('USAGE', 'standard input is not one JSON object', {
      hint: 'a host runs this command and tells it what a tool did',
    });
  }
  return event;
}

function parsed(text: string): unknown {
  try {
    return parseExactJson(text);
  } catch {
    return undefined;
  }
}
