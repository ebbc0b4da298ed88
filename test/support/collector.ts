import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A span as OTLP's JSON has it. */
export interface SentSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
}

export interface Collector {
  readonly url: string;
  readonly spans: () => readonly SentSpan[];
  /** Names of metrics, with the sum or count of each. */
  readonly metrics: () => Readonly<Record<string, number>>;
  /** Everything that was sent, as it came. */
  readonly text: () => string;
  readonly headers: () => readonly IncomingHttpHeaders[];
  /** Lets go of what was sent so far. */
  readonly forget: () => void;
  readonly close: () => void;
}

/** An OpenTelemetry collector that takes OTLP over HTTP as JSON and keeps it; with another `status` it takes nothing. */
export async function startCollector(status = 200): Promise<Collector> {
  const bodies: { readonly path: string; readonly text: string }[] = [];
  const seen: IncomingHttpHeaders[] = [];
  const server = createServer((request, response) => {
    seen.push(request.headers);
    let text = '';
    request.setEncoding('utf8').on('data', (piece: string) => {
      text += piece;
    });
    request.on('end', () => {
      bodies.push({ path: request.url ?? '', text });
      response.writeHead(status, { 'content-type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const sentTo = (path: string) => bodies.filter((body) => body.path === path).map(({ text }) => JSON.parse(text));
  return {
    url: `http://127.0.0.1:${port}`,
    spans: () => sentTo('/v1/traces').flatMap(spansIn),
    metrics: () => Object.fromEntries(sentTo('/v1/metrics').flatMap(metricsIn)),
    text: () => bodies.map(({ text }) => text).join('\n'),
    headers: () => seen,
    forget: () => {
      bodies.length = 0;
      seen.length = 0;
    },
    close: () => server.close(),
  };
}

interface SentTraces {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly RawSpan[] }[] }[];
}
type RawSpan = Omit<SentSpan, 'attributes'> & { readonly attributes: readonly Attribute[] };
interface Attribute {
  readonly key: string;
  readonly value: Readonly<Record<string, unknown>>;
}

function spansIn({ resourceSpans }: SentTraces): SentSpan[] {
  const spans = resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap((scope) => scope.spans));
  return spans.map((span) => ({ ...span, attributes: attributesOf(span.attributes) }));
}

interface SentMetrics {
  readonly resourceMetrics: readonly {
    readonly scopeMetrics: readonly { readonly metrics: readonly RawMetric[] }[];
  }[];
}
interface RawMetric {
  readonly name: string;
  readonly sum?: RawPoints;
  readonly histogram?: RawPoints;
}
interface RawPoints {
  readonly dataPoints: readonly { readonly asDouble?: number; readonly asInt?: number; readonly count?: number }[];
}

function metricsIn({ resourceMetrics }: SentMetrics): [string, number][] {
  const metrics = resourceMetrics.flatMap(({ scopeMetrics }) => scopeMetrics.flatMap((scope) => scope.metrics));
  return metrics.map(({ name, sum, histogram }) => {
    const points = (sum ?? histogram)?.dataPoints ?? [];
    return [name, points.reduce((all, point) => all + Number(point.asDouble ?? point.asInt ?? point.count), 0)];
  });
}

function attributesOf(list: readonly Attribute[]): Record<string, unknown> {
  return Object.fromEntries(list.map(({ key, value }) => [key, Object.values(value)[0]]));
}
