import type { SharedReplies } from '../../contract/shared-runs.js';
import { refusal } from './problem.js';

const FIRST_PAUSE_MS = 25;
const LONGEST_PAUSE_MS = 500;

export interface KeyedRequest {
  readonly owner: string;
  readonly key: string;
  readonly content: string;
}

/** What `make` gives at the server that is asked first; the others are given the same when it is there. */
export async function onceForAll<Reply>(
  replies: SharedReplies,
  { owner, key, content }: KeyedRequest,
  make: () => Promise<Reply>,
): Promise<Reply> {
  const name = `${owner}\n${key}`;
  for (let pause = FIRST_PAUSE_MS; ; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    const claimed = await replies.claim(name, content);
    switch (claimed.state) {
      case 'mine':
        return made(replies, { name, content }, make);
      case 'kept':
        return JSON.parse(claimed.reply) as Reply;
      case 'other content':
        throw otherContent();
      case 'lost':
        throw refusal(409, 'USAGE', 'the server that this was asked of before ended without an answer', {
          hint: 'it may have been done: see akernel audit list; with a new key it is done again',
        });
      default:
        await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }
}

export function otherContent(): Error {
  return refusal(409, 'USAGE', 'this Idempotency-Key came with another request before', {
    hint: 'take a new key for each request',
  });
}

async function made<Reply>(
  replies: SharedReplies,
  { name, content }: { readonly name: string; readonly content: string },
  make: () => Promise<Reply>,
): Promise<Reply> {
  let reply: Reply;
  try {
    reply = await make();
  } catch (error) {
    await replies.drop(name).catch(() => undefined);
    throw error;
  }
  // Where it cannot be kept, it counts as being done for as long as this process runs: it is done once at most.
  await replies.keep(name, content, JSON.stringify(reply)).catch(() => undefined);
  return reply;
}
