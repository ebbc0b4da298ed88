import { afterAll, beforeAll } from 'vitest';
import { type ObjectPlace, openObjectPlace } from '../../src/stores/postgres/objects/object-place.js';
import { type SwiftServer, startSwift } from './swift.js';

export interface SwiftBuckets {
  /** A new, empty bucket. */
  readonly make: (changes?: PlaceChanges) => Promise<ObjectPlace>;
  readonly server: () => SwiftServer;
}

interface PlaceChanges {
  readonly endpoint?: string;
  readonly timeout_ms?: number;
}

/** A server for the tests of a file, and buckets on it. */
export function keepSwift(): SwiftBuckets {
  let server: SwiftServer | undefined;
  const running = (): SwiftServer => {
    if (server === undefined) {
      throw new Error('Swift has not been started');
    }
    return server;
  };
  beforeAll(async () => {
    server = await startSwift();
  });
  afterAll(() => server?.stop());
  return {
    server: running,
    make: async (changes = {}) => {
      const { endpoint, env, makeBucket } = running();
      return openObjectPlace({ url: `s3://${await makeBucket()}/kept`, endpoint, ...changes }, env);
    },
  };
}
