import { createHash } from 'node:crypto';
import type { SharedReplies } from '../../contract/shared-runs.js';
import { onceForAll, otherContent } from './once-for-all.js';

/** An answer that can be given again: a text, or the run that was begun. */
export type Reply =
  | {
      readonly kind: 'text';
      readonly status: number;
      readonly type: string;
      readonly text: string;
      readonly actionId?: string;
      /** Where what was made is. */
      readonly location?: string;
    }
  | { readonly kind: 'run'; readonly runId: string };

export interface IdempotentReplies {
  /**
   * What `make` gives, made once for all requests of an owner with this key; made each time without one. What it throws is
   * forgotten: nothing was begun then. Throws where the key came with another request before.
   */
  readonly once: (request: OnceRequest, make: () => Promise<Reply>) => Promise<Reply>;
}

export interface OnceRequest {
  readonly owner: string;
  readonly key: string | undefined;
  /** All that must be the same for it to be the same request. */
  readonly content: string;
}

interface Kept {
  readonly digest: string;
  readonly reply: Promise<Reply>;
  readonly keptAt: number;
  bytes: number;
}

const KEPT_MS = 10 * 60_000;
const MOST_BYTES = 32 * 1024 * 1024;
/** What an entry takes beside its text. */
const ENTRY_BYTES = 1024;

/** In memory, where a server that was started again has forgotten them; beside it in the store, where servers share one. */
export function createIdempotentReplies(now: () => number, shared?: SharedReplies): IdempotentReplies {
  const kept = new Map<string, Kept>();
  let bytes = 0;
  const forget = (name: string) => {
    bytes -= kept.get(name)?.bytes ?? 0;
    kept.delete(name);
  };
  const makeRoom = () => {
    for (const [name, { keptAt }] of kept) {
      if (keptAt + KEPT_MS > now() && bytes <= MOST_BYTES) {
        return;
      }
      forget(name);
    }
  };
  /** What was made is kept with its size; what was thrown is forgotten. */
  const settled = async (name: string, entry: Kept): Promise<Reply> => {
    try {
      const reply = await entry.reply;
      const size = reply.kind === 'text' && kept.get(name) === entry ? reply.text.length * 2 : 0;
      entry.bytes += size;
      bytes += size;
      return reply;
    } catch (error) {
      if (kept.get(name) === entry) {
        forget(name);
      }
      throw error;
    }
  };
  return {
    async once({ owner, key, content }, make) {
      if (key === undefined) {
        return make();
      }
      makeRoom();
      const name = digestOf(`${owner}\n${key}`);
      const digest = digestOf(content);
      const known = kept.get(name);
      if (known !== undefined) {
        if (known.digest !== digest) {
          throw otherContent();
        }
        return known.reply;
      }
      const entry: Kept = {
        digest,
        reply: shared === undefined ? make() : onceForAll(shared, { owner, key, content }, make),
        keptAt: now(),
        bytes: ENTRY_BYTES,
      };
      kept.set(name, entry);
      bytes += ENTRY_BYTES;
      return settled(name, entry);
    },
  };
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
