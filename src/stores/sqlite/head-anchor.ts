import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { HeadAnchor } from '../sql/trace-store.js';
import { toStoreError } from '../store-error.js';
import { type ChainHead, isSignedHead } from '../trace-chain.js';

/** Keeps the signed head beside the database, in `<directory>/audit.head`. */
export function createHeadAnchor(directory: string, auditKey: Uint8Array): HeadAnchor {
  const path = join(directory, 'audit.head');

  function read(): ChainHead | undefined {
    try {
      const head: unknown = JSON.parse(readFileSync(path, 'utf8'));
      return isSignedHead(auditKey, head) ? head : undefined;
    } catch {
      return undefined;
    }
  }

  return {
    read,
    write: (head) => {
      // Processes write after they committed, in any order: the anchor only ever grows.
      if ((read()?.count ?? -1) < head.count) {
        try {
          writeFileSync(path, `${JSON.stringify(head)}\n`, { mode: 0o600 });
        } catch (error) {
          throw toStoreError(error, 'write the head of its audit trail');
        }
      }
    },
  };
}
