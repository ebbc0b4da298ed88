import { KernelError } from '../../contract/errors.js';
import type { Members } from '../../hosts/hook/event.js';
import { isMembers } from '../../hosts/hook/members.js';

const MOST_BYTES = 64 * 1024 * 1024;

/** The one JSON object that a host writes. */
export async function readEvent(stdin: AsyncIterable<Uint8Array>): Promise<Members> {
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
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
