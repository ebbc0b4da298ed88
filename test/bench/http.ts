import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { statSync } from 'node:fs';
import { get } from 'node:http';
import { join } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import type { Capability } from '../../src/contract/capability.js';
import { createHttpDriver } from '../../src/drivers/http/index.js';
import { writeCustomers } from './customer-file.js';
import type { Benchmark } from './figure.js';
import { inTurns, mbPerSecond, spend } from './measure.js';

const ROUNDS = 5;
const BYTES = 64 * 1000 ** 2;
const SHORT_BYTES = 4 * 1000 ** 2;

/** Sends files of a folder. In a process of its own, so that its work is not counted. */
const SERVER = `
const { createReadStream } = require('node:fs');
const server = require('node:http').createServer((request, response) => {
  response.writeHead(200, { 'content-type': 'application/x-ndjson' });
  createReadStream(process.argv[1] + request.url, { highWaterMark: 262144 }).pipe(response);
});
server.listen(0, '127.0.0.1', () => process.stdout.write(String(server.address().port)));
`;

/** NDJSON by the http driver, beside a loop that gets the same from the same server and only splits and parses it. */
export const http: Benchmark = {
  name: 'http',
  async *run({ directory }) {
    writeCustomers(join(directory, 'short.ndjson'), SHORT_BYTES);
    writeCustomers(join(directory, 'long.ndjson'), BYTES);
    const server = spawn(process.execPath, ['-e', SERVER, directory], { stdio: ['ignore', 'pipe', 'inherit'] });
    const driver = createHttpDriver({ env: {}, cwd: directory });
    try {
      const [port] = await once(server.stdout, 'data');
      const origin = `http://127.0.0.1:${String(port)}`;
      const bare = (name: string) => spend(() => parseLines(`${origin}/${name}`));
      const driven = (name: string) => spend(() => readRows(driver, `${origin}/${name}`));
      await bare('short.ndjson');
      await driven('short.ndjson');
      const { left, right } = await inTurns(
        ROUNDS,
        () => bare('long.ndjson'),
        () => driven('long.ndjson'),
      );
      yield {
        what: 'NDJSON by the http driver, as a part of the time of a bare `http.get`, split and `JSON.parse`',
        unit: 'percent',
        wall: (100 * right.wallMs) / left.wallMs,
        cpu: (100 * right.cpuMs) / left.cpuMs,
        atMost: 115,
      };
      yield {
        what: '— the same',
        unit: 'mb_per_s',
        ...mbPerSecond(statSync(join(directory, 'long.ndjson')).size, right),
      };
    } finally {
      await driver.close?.();
      server.kill();
    }
  },
};

async function readRows(driver: ReturnType<typeof createHttpDriver>, url: string): Promise<number> {
  const binding = { driver_id: 'http', operation: 'request', options: { url, allow_private: true } };
  const capability: Capability = {
    capability_id: 'bench.http',
    name: 'bench.http',
    description: '',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object' },
    driver: binding,
  };
  const { signal } = new AbortController();
  let rows = 0;
  for await (const chunk of driver.executeStream({ action_id: 'a_bench', capability, binding, args: {}, signal })) {
    rows += chunk.type === 'records' ? chunk.rows.length : 0;
  }
  return rows;
}

async function parseLines(url: string): Promise<number> {
  const [response] = await once(get(url), 'response');
  const decoder = new StringDecoder('utf8');
  let rest = '';
  let rows = 0;
  for await (const piece of response) {
    const lines = (rest + decoder.write(piece)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      JSON.parse(line);
      rows += 1;
    }
  }
  return rows;
}
