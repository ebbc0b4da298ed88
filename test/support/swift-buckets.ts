import { randomBytes } from 'node:crypto';
import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll } from 'vitest';
import { type ObjectPlace, openObjectPlace } from '../../src/stores/postgres/objects/object-place.js';
import { sendRequest } from '../../src/stores/postgres/objects/object-request.js';
import type { LentServers } from './lend-servers.js';
import { lentServer } from './lent-server.js';

type Swift = LentServers['swift'];

export interface SwiftBuckets {
  /** A new, empty bucket. */
  readonly make: (changes?: PlaceChanges) => Promise<ObjectPlace>;
  /** The same by its name. */
  readonly makeNamed: () => Promise<string>;
  readonly server: () => Swift;
}

interface PlaceChanges {
  readonly endpoint?: string;
  readonly timeout_ms?: number;
}

/** Buckets for the tests of a file, on the server of this run. */
export function keepSwift(): SwiftBuckets {
  let server: Swift | undefined;
  const running = (): Swift => {
    if (server === undefined) {
      throw new Error('Swift has not been started');
    }
    return server;
  };
  beforeAll(async () => {
    server = await lentServer('swift');
  });
  return {
    server: running,
    makeNamed: () => makeBucket(running()),
    make: async (changes = {}) => {
      const { endpoint, env } = running();
      return openObjectPlace({ url: `s3://${await makeBucket(running())}/kept`, endpoint, ...changes }, env);
    },
  };
}

/** The servers behind the door may still be starting. */
async function makeBucket({ endpoint, env }: Swift): Promise<string> {
  const bucket = `bucket-${randomBytes(6).toString('hex')}`;
  const place = openObjectPlace({ url: `s3://${bucket}`, endpoint }, env);
  for (let attempt = 0; attempt < 100; attempt += 1) {
    const asked = { method: 'PUT', maxBytes: 65_536 } as const;
    const { status } = await sendRequest(place, asked, { agent: new Agent(), signals: [] });
    if (status === 200) {
      return bucket;
    }
    await sleep(100);
  }
  throw new Error('Swift made no bucket');
}
