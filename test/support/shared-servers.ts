import { randomBytes } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Sandbox } from './cli.js';
import { type HttpServer, startServer } from './http-server.js';

/** Servers as on machines of their own: each with a state directory, all with one store, its key and one secret. */
export function machinesOn(box: Sandbox, storeUrl: string): () => Promise<HttpServer> {
  const shared = {
    AKERNEL_STORE_URL: storeUrl,
    AKERNEL_STORE_KEY: randomBytes(32).toString('hex'),
    AKERNEL_SECRET: randomBytes(32).toString('hex'),
  };
  let machines = 0;
  return () => {
    machines += 1;
    const directory = join(box.directory, `machine-${machines}`);
    mkdirSync(directory);
    const env = { ...shared, AKERNEL_HOME: join(directory, 'state') };
    return startServer({
      ...box,
      directory,
      run: (args, options) => box.run(args, { ...options, env }),
      inside: (args, options) => box.inside(args, { ...options, env }),
      start: (args, options) => box.start(args, { ...options, env }),
    });
  };
}
