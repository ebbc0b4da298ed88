import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { get } from 'node:http';
import { createHttpDriver } from '../../src/drivers/http/index.js';
import type { Benchmark } from './figure.js';
import { besideBare, writeFiles } from './ndjson-source.js';

/** Sends files of a folder. In a process of its own, so that its work is not counted. */
const SERVER = `
const { createReadStream } = require('node:fs');
const server = require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  createReadStream(process.argv[1] + request.url, { highWaterMark: 262144 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

/** NDJSON by the http driver alone, from the same server as the bare loop. */
export const http: Benchmark = {
  name: 'http',
  async *run({ directory }) {
    writeFiles(directory);
    const server = spawn(process.execPath, ['-e', SERVER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const driver = createHttpDriver({ env: {}, cwd: directory });
    try {
      const [port] = await once(server.stdout, 'data');
      const origin = `http://127.0.0.1:${String(port)}`;
      yield* besideBare({
        name: 'http',
        directory,
        driver,
        bindingOf: (file) => ({
          binding: {
            driver_id: 'http',
            operation: 'request',
            options: { url: `${origin}/${file}`, allow_private: true },
          },
        }),
        open: async (file) => {
          const [response] = await once(get(`${origin}/${file}`), 'response');
          return response;
        },
      });
    } finally {
      await driver.close?.();
      server.kill();
    }
  },
};
