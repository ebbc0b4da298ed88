import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { McpServerConfig } from '../../src/contract/driver-options/mcp-servers.js';
import { createMcpServers } from '../../src/drivers/mcp/config-servers.js';
import { createMcpDriver } from '../../src/drivers/mcp/index.js';
import { compileCheck } from '../../src/kernel/json-schema/compile-check.js';
import { createMemoryToolPinStore } from '../../src/stores/memory/memory-tool-pin-store.js';
import { makeCall } from '../support/driver-call.js';
import type { Benchmark, Figure, Setting } from './figure.js';
import { inTurns, spend } from './measure.js';

const SERVER = fileURLToPath(new URL('../../fixtures/programs/mcp-misbehaving.mjs', import.meta.url));
const MB = 1_000_000;

/** A large result over a pipe, against the same bytes read from the same server by plain line framing. */
export const mcp: Benchmark = { name: 'mcp', run };

async function* run({ directory, isFull }: Setting): AsyncIterable<Figure> {
  const driver = await openDriver(directory);
  const plain = openPlain();
  try {
    const rounds = isFull ? 15 : 5;
    for (const megabytes of isFull ? [8, 60] : [8]) {
      await driver.call(megabytes * MB);
      await plain.call(megabytes * MB);
      const { left, right } = await inTurns(
        rounds,
        () => spend(() => driver.call(megabytes * MB)),
        () => spend(() => plain.call(megabytes * MB)),
      );
      yield {
        subject: `an MCP result of ${megabytes} MB over a pipe, against plain line framing`,
        unit: 'times',
        wall: left.wallMs / right.wallMs,
        cpu: left.cpuMs / right.cpuMs,
        atMost: 3,
      };
    }
  } finally {
    plain.close();
    await driver.close();
  }
}

async function openDriver(cwd: string) {
  const config: McpServerConfig = {
    command: process.execPath,
    args: [SERVER],
    env: { MCP_BEHAVIOUR: 'big' },
    trust: 'always',
  };
  const pins = createMemoryToolPinStore();
  const servers = createMcpServers({
    servers: { it: config },
    env: process.env,
    cwd,
    pins,
    compileSchema: compileCheck,
  });
  const driver = createMcpDriver(servers);
  const binding = { driver_id: 'mcp', operation: 'call_tool', options: { server: 'it', tool: 'big' } };
  return {
    async call(bytes: number): Promise<void> {
      let chars = 0;
      for await (const chunk of driver.executeStream(makeCall({ binding, args: { bytes } }))) {
        chars += chunk.type === 'text' ? chunk.text.length : 0;
      }
      if (chars !== bytes) {
        throw new Error(`${chars} of ${bytes} characters came`);
      }
    },
    close: servers.close,
  };
}

/** What the least client would do: a line is joined, decoded and parsed. */
function openPlain() {
  const child = spawn(process.execPath, [SERVER], {
    env: { ...process.env, MCP_BEHAVIOUR: 'big' },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  let id = 0;
  return {
    async call(bytes: number): Promise<void> {
      id += 1;
      const params = { name: 'big', arguments: { bytes } };
      child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params })}\n`);
      const pieces: Buffer[] = [];
      for (let isWhole = false; !isWhole; ) {
        const [piece]: Buffer[] = await once(child.stdout, 'data');
        pieces.push(piece ?? Buffer.alloc(0));
        isWhole = piece?.at(-1) === 10;
      }
      const message: { readonly result: { readonly content: readonly [{ readonly text: string }] } } = JSON.parse(
        Buffer.concat(pieces).toString('utf8'),
      );
      if (message.result.content[0].text.length !== bytes) {
        throw new Error('the plain result is not whole');
      }
    },
    close: () => child.kill('SIGKILL'),
  };
}
