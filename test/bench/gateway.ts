import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import type { Benchmark, Figure, Setting } from './figure.js';
import { inTurns, spend } from './measure.js';

const SERVER = fileURLToPath(
  new URL('../../node_modules/@modelcontextprotocol/server-everything/dist/index.js', import.meta.url),
);
const PROGRAM = fileURLToPath(new URL('../../bin/akernel.js', import.meta.url));

/** A small call through the gateway, against the same call of the same client without it; and what many calls leave behind. */
export const gateway: Benchmark = { name: 'gateway', run };

const CALLS = 100;

async function* run({ directory, isFull }: Setting): AsyncIterable<Figure> {
  const hostFile = join(directory, 'mcp.json');
  const everything = { command: process.execPath, args: [SERVER] };
  writeFileSync(hostFile, JSON.stringify({ mcpServers: { everything } }));
  const direct = await connect(directory, [SERVER]);
  const through = await connect(directory, [PROGRAM, 'mcp', 'serve', '--from', hostFile]);
  try {
    await through.call(CALLS);
    await direct.call(CALLS);
    const { left, right } = await inTurns(
      isFull ? 15 : 7,
      () => spend(() => through.call(CALLS)),
      () => spend(() => direct.call(CALLS)),
    );
    yield {
      subject: 'gateway: a small call through it, against the same call without it',
      unit: 'times',
      wall: left.wallMs / right.wallMs,
      atMost: 1.5,
    };
    const half = isFull ? 5000 : 2500;
    const earlier = await peakMb(through, half);
    const later = await peakMb(through, half);
    yield {
      subject: `gateway: most memory in ${isFull ? '5,000' : '2,500'} calls, against as many before`,
      unit: 'times',
      wall: later / earlier,
      atMost: 1.1,
    };
  } finally {
    await through.close();
    await direct.close();
  }
}

/** What is garbage goes in great steps, so a single look says only where between two of them it falls. */
async function peakMb({ call, memoryMb }: Awaited<ReturnType<typeof connect>>, calls: number): Promise<number> {
  let peak = 0;
  for (let done = 0; done < calls; done += CALLS) {
    await call(CALLS);
    peak = Math.max(peak, memoryMb());
  }
  return peak;
}

async function connect(directory: string, args: readonly string[]) {
  const client = new Client({ name: 'bench', version: '1' });
  const env = { PATH: process.env['PATH'] ?? '', HOME: directory, AKERNEL_HOME: join(directory, 'state') };
  const transport = new StdioClientTransport({ command: process.execPath, args: [...args], env, stderr: 'ignore' });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const name = tools.find((tool) => tool.name.endsWith('echo'))?.name ?? '';
  return {
    async call(times: number): Promise<void> {
      for (let at = 0; at < times; at += 1) {
        const answer = await client.callTool({ name, arguments: { message: `hello ${at}` } });
        if (answer.isError === true) {
          throw new Error(JSON.stringify(answer.content));
        }
      }
    },
    memoryMb: () => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${transport.pid}/status`, 'utf8'))?.[1]) / 1024,
    close: () => client.close(),
  };
}
