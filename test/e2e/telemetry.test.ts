import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Sandbox, sandbox } from '../support/cli.js';
import { type Collector, startCollector } from '../support/collector.js';
import { startServer } from '../support/http-server.js';
import { PROGRAM } from '../support/program.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const KEY = 'collector-key-4711-4711';
const started: Collector[] = [];
let collector: Collector;

beforeAll(async () => {
  collector = await newCollector();
});
beforeEach(() => collector.forget());
afterAll(() => {
  for (const each of started) {
    each.close();
  }
});

async function newCollector(status?: number): Promise<Collector> {
  const made = await startCollector(status);
  started.push(made);
  return made;
}

function boxWith(config: object): Sandbox {
  const box = sandbox();
  writeFileSync(join(box.directory, 'akernel.config.json'), JSON.stringify(config));
  return box;
}

const named = (name: string) => collector.spans().filter((span) => span.name === name);

describe('a collector', () => {
  test('that the config names is told of a command, under the key of the environment, and of no argument', async () => {
    const headers = { authorization: `\${env:COLLECTOR_KEY}` };
    const box = boxWith({ telemetry: { endpoint: `${collector.url}/`, headers, service_name: 'shop' } });
    const { status, stderr } = await box.run(['invoke', 'demo.customers', 'rows=3'], { env: { COLLECTOR_KEY: KEY } });
    expect([status, stderr]).toEqual([0, '']);
    const [span] = named('akernel.invoke');
    expect(span?.attributes).toMatchObject({
      'akernel.capability_id': 'demo.customers',
      'akernel.outcome': 'completed',
    });
    expect(named('akernel.driver.execute')[0]?.parentSpanId).toBe(span?.spanId);
    expect(collector.metrics()).toMatchObject({ 'akernel.invocations': 1, 'akernel.invocation_duration': 1 });
    expect(collector.text()).toContain('"shop"');
    expect(collector.headers().map(({ authorization }) => authorization)).toEqual([KEY, KEY]);
  });

  test('that the standard variables name is told, and OTEL_SDK_DISABLED is heard', async () => {
    const box = sandbox();
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SERVICE_NAME: 'by-variable' };
    await box.run(['invoke', 'demo.customers', 'rows=3'], { env });
    expect(collector.text()).toContain('by-variable');
    collector.forget();
    await box.run(['invoke', 'demo.customers', 'rows=3'], { env: { ...env, OTEL_SDK_DISABLED: 'true' } });
    expect(collector.text()).toBe('');
  });

  test('is sent no secret of a command, its output or its errors', async () => {
    const box = boxWith({ telemetry: { endpoint: collector.url } });
    writeFileSync(join(box.directory, 'secret.txt'), `the key is ${SECRET}\n`);
    await box.run(['exec', '--', 'cat', 'secret.txt', SECRET]);
    await box.inside(['invoke', `demo.${SECRET}`, `note=${SECRET}`]);
    await box.inside(['invoke', 'demo.customers', `rows=${SECRET}`]);
    expect(named('akernel.invoke').length).toBeGreaterThanOrEqual(2);
    for (let at = 4; at + 6 <= SECRET.length; at += 1) {
      expect(collector.text()).not.toContain(SECRET.slice(at, at + 6));
    }
  });

  test.each([
    ['that is not there', async () => 'http://127.0.0.1:9'],
    ['that takes nothing', async () => (await newCollector(400)).url],
  ])('%s changes nothing but a line on standard error', async (_, urlOf) => {
    const box = boxWith({ telemetry: { endpoint: await urlOf() } });
    const { status, stdout, stderr } = await box.inside(['invoke', 'demo.customers', 'rows=3']);
    expect(status).toBe(0);
    expect(JSON.parse(stdout.trim().split('\n').at(-1) ?? '').status).toBe('completed');
    expect(stderr).toMatch(/^akernel: warning: telemetry was not taken by its collector.*\n$/);
  });

  test('a wrong address is a mistake in the config', async () => {
    const { status, stderr } = await boxWith({ telemetry: { endpoint: 'localhost:4318' } }).inside(['capabilities']);
    expect(status).not.toBe(0);
    expect(stderr).toContain('telemetry.endpoint');
  });
});

describe('who asks for a call', () => {
  test('over HTTP says which trace it belongs to, streams too', async () => {
    const box = boxWith({
      telemetry: { endpoint: collector.url },
      principal: { roles: ['reader', 'service'] },
    });
    const server = await startServer(box);
    const token = await server.grant('http.serve');
    collector.forget();
    const traceId = '0af7651916cd43dd8448eb211c80319c';
    for (const path of ['invocations', 'invocations/stream']) {
      const response = await fetch(`${server.url}/v1/${path}`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${token}`,
          traceparent: `00-${traceId}-b7ad6b7169203331-01`,
          'content-type': 'application/json',
        },
        body: JSON.stringify({ capability_id: 'demo.customers', args: { rows: 3 } }),
      });
      expect(response.ok).toBe(true);
      await response.text();
    }
    await server.stop();
    const invoked = named('akernel.invoke');
    expect(invoked).toHaveLength(2);
    for (const span of invoked) {
      expect(span).toMatchObject({ traceId, parentSpanId: 'b7ad6b7169203331' });
    }
  });

  test('over MCP: a gateway behind a gateway stands below its driver', async () => {
    const inner = boxWith({ telemetry: { endpoint: collector.url, service_name: 'inner' } });
    const outer = boxWith({
      telemetry: { endpoint: collector.url, service_name: 'outer' },
      mcp_servers: {
        inner: {
          command: process.execPath,
          args: [PROGRAM, 'mcp', 'serve'],
          cwd: inner.directory,
          env: { AKERNEL_HOME: inner.home, AKERNEL_CONFIG: join(inner.directory, 'akernel.config.json') },
          safety_class: 'READ',
        },
      },
    });
    const { status, stderr } = await outer.inside(['invoke', 'inner.demo__customers', 'rows=3']);
    expect([status, stderr]).toEqual([0, '']);
    const driver = named('akernel.driver.execute').find(({ parentSpanId }) =>
      named('akernel.invoke').some(
        ({ spanId, attributes }) =>
          spanId === parentSpanId && attributes['akernel.capability_id'] === 'inner.demo__customers',
      ),
    );
    const below = named('akernel.invoke').find(({ parentSpanId }) => parentSpanId === driver?.spanId);
    expect(below?.attributes).toMatchObject({ 'akernel.capability_id': 'demo.customers' });
  });
});
