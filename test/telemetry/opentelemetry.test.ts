import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { context as contextApi, metrics as metricsApi, trace as traceApi } from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';
import {
  AggregationTemporality,
  InMemoryMetricExporter,
  MeterProvider,
  PeriodicExportingMetricReader,
} from '@opentelemetry/sdk-metrics';
import { InMemorySpanExporter, SimpleSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Capability } from '../../src/contract/capability.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { ANN, TEST_CAPABILITY } from '../support/test-kernel.js';

const SECRET = ['ghp', 'x7Kq2mN9pR4tV8wY3zB6cD1fG5hJ0kL2mN4p'].join('_');
const TRACE_ID = '0af7651916cd43dd8448eb211c80319c';
const ABOVE = 'b7ad6b7169203331';
const CONTEXT = { traceparent: `00-${TRACE_ID}-${ABOVE}-01` };

const spans = new InMemorySpanExporter();
const amounts = new InMemoryMetricExporter(AggregationTemporality.CUMULATIVE);
const meters = new MeterProvider({ readers: [new PeriodicExportingMetricReader({ exporter: amounts })] });
const asked: IncomingHttpHeaders[] = [];
const server = createServer((request, response) => {
  asked.push(request.headers);
  response.end('[{"id":1}]');
});
let kernel: Kernel;

const capability = (verb: string, more: Partial<Capability> = {}): Capability => ({
  ...TEST_CAPABILITY,
  capability_id: `test.${verb}`,
  params: { type: 'object' },
  driver: { driver_id: 'test', operation: verb },
  ...more,
});

beforeAll(async () => {
  contextApi.setGlobalContextManager(new AsyncLocalStorageContextManager().enable());
  traceApi.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter: spans })] }),
  );
  metricsApi.setGlobalMeterProvider(meters);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  kernel = await createKernel({
    drivers: [
      {
        driver_id: 'test',
        async execute({ binding, invoke, signal }) {
          if (binding.operation === 'fail') {
            throw new Error(`the key ${SECRET} is wrong`);
          }
          if (binding.operation === 'outer') {
            await invoke?.({ capabilityId: 'test.inner', args: {}, signal });
          }
          traceApi.getTracer('own').startSpan('own work').end();
          return [{ id: 1, note: `the key is ${SECRET}`, mail: 'zelda@vexmoor.org' }];
        },
      },
    ],
    capabilities: [
      capability('inner'),
      capability('outer'),
      capability('fail'),
      capability('destroy', { safety_class: 'DESTRUCTIVE' }),
      capability('ask', {
        driver: {
          driver_id: 'http',
          operation: 'request',
          options: { url: `http://127.0.0.1:${port}/`, allow_private: true },
        },
      }),
    ],
  });
});
afterAll(async () => {
  await kernel.close();
  server.close();
  traceApi.disable();
  contextApi.disable();
  metricsApi.disable();
});
beforeEach(() => {
  spans.reset();
  amounts.reset();
});

async function invoke(capabilityId: string, args: Readonly<Record<string, unknown>> = {}) {
  return kernel.withTraceContext(CONTEXT, async () => {
    const { capability_token: capabilityToken } = await kernel.grant({ principal: ANN, capabilityId });
    return kernel.invoke({ principal: ANN, capabilityId, capabilityToken, args });
  });
}

const tree = () => {
  const all = spans.getFinishedSpans();
  const nameOf = (id: string | undefined): string | undefined =>
    id === ABOVE ? 'above' : all.find((span) => span.spanContext().spanId === id)?.name;
  expect(new Set(all.map((span) => span.spanContext().traceId))).toEqual(new Set([TRACE_ID]));
  return all.map(({ name, parentSpanContext: parent }) => `${nameOf(parent?.spanId)} > ${name}`).sort();
};

test('an invocation is a span below that of its caller, with its driver and its firewall below it', async () => {
  const frame = await invoke('test.inner', { note: SECRET });
  expect(tree()).toEqual([
    'above > akernel.grant',
    'above > akernel.invoke',
    'akernel.driver.execute > own work',
    'akernel.invoke > akernel.driver.execute',
    'akernel.invoke > akernel.firewall.apply',
  ]);
  const span = spans.getFinishedSpans().find(({ name }) => name === 'akernel.invoke');
  expect(span?.attributes).toMatchObject({
    'akernel.capability_id': 'test.inner',
    'akernel.principal_id': 'ann',
    'akernel.outcome': 'completed',
    'akernel.rows': 1,
    'akernel.redactions': 2,
    'akernel.budget_used': frame.budget.used,
    'gen_ai.operation.name': 'execute_tool',
    'gen_ai.tool.name': 'test.inner',
  });
});

test('a call in a call stands below the driver that made it', async () => {
  await invoke('test.outer');
  expect(tree()).toContain('akernel.driver.execute > akernel.invoke');
});

test('a failure is told by its code, never by its words', async () => {
  await invoke('test.fail').catch(() => undefined);
  const failed = spans.getFinishedSpans().filter(({ status }) => status.code === 2);
  expect(failed.map(({ name, attributes }) => [name, attributes['error.type']]).sort()).toEqual([
    ['akernel.driver.execute', 'DRIVER_FAILED'],
    ['akernel.firewall.apply', 'DRIVER_FAILED'],
    ['akernel.invoke', 'DRIVER_FAILED'],
  ]);
});

test('what is asked of a server carries the span of its driver', async () => {
  await invoke('test.ask');
  const driver = spans.getFinishedSpans().find(({ name }) => name === 'akernel.driver.execute');
  expect(asked.at(-1)).toMatchObject({ traceparent: `00-${TRACE_ID}-${driver?.spanContext().spanId}-01` });
});

test('a trace context that is none is ignored', async () => {
  for (const traceparent of ['', 'x'.repeat(100_000), '00-0-0-01', `00-${'0'.repeat(32)}-${ABOVE}-01`]) {
    await kernel.withTraceContext({ traceparent, tracestate: '\0=\n' }, () =>
      kernel.grant({ principal: ANN, capabilityId: 'test.inner' }),
    );
  }
  expect(spans.getFinishedSpans().map(({ parentSpanContext: parent }) => parent)).toEqual(Array(4).fill(undefined));
});

test('amounts are counted, and an id that is none makes no series', async () => {
  await invoke('test.inner');
  await invoke('test.destroy').catch(() => undefined);
  const unknown = { principal: ANN, capabilityToken: 'x', args: {} };
  await kernel.invoke({ ...unknown, capabilityId: 'test.typed_by_somebody' }).catch(() => undefined);
  await meters.forceFlush();
  const found = amounts.getMetrics().flatMap(({ scopeMetrics }) => scopeMetrics.flatMap(({ metrics }) => metrics));
  const names = new Set(found.map(({ descriptor: { name } }) => name));
  expect([...names].sort()).toEqual([
    'akernel.invocation_duration',
    'akernel.invocations',
    'akernel.policy_denials',
    'akernel.redactions',
    'akernel.tokens',
  ]);
  expect(JSON.stringify(found)).not.toContain('typed_by_somebody');
  expect(JSON.stringify(found)).toContain('github_token');
});

describe('nothing that is hidden', () => {
  test('is in a span or a metric, whatever held it', async () => {
    for (const verb of ['inner', 'outer', 'fail', SECRET]) {
      await invoke(`test.${verb}`, { note: SECRET, deep: [{ password: 'hunter2hunter2' }] }).catch(() => undefined);
    }
    await meters.forceFlush();
    const told = JSON.stringify([
      spans.getFinishedSpans().map(({ name, attributes, status, events }) => ({ name, attributes, status, events })),
      amounts.getMetrics(),
    ]);
    expect(told).toContain('akernel.invoke');
    for (let at = 4; at + 6 <= SECRET.length; at += 1) {
      expect(told).not.toContain(SECRET.slice(at, at + 6));
    }
    expect(told).not.toContain('hunter2');
    expect(told).not.toContain('vexmoor');
  });
});
