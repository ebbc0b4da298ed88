import type { TelemetryConfig } from '../contract/telemetry-schema.js';
import type { Sources } from './opentelemetry.js';

type Library = typeof import('./opentelemetry-sdk-library.js');

export interface Sending extends Sources {
  /** Sends what is left, for a short time; what is not taken by then is lost. */
  readonly close: () => Promise<void>;
}

/** With all its attempts: a collector that is not there must not keep a command from ending. */
const LONGEST_SENDING_MS = 2000;

interface Options {
  readonly version: string;
  /** In place of what the `OTEL_` variables say, which the SDK reads by itself. */
  readonly config: TelemetryConfig | undefined;
  /** Told once, when a collector does not take what is sent. */
  readonly onWarning: (text: string) => void;
}

/** An SDK of our own, which nobody else in this process sees, that sends to a collector by OTLP over HTTP. */
export function openSending(library: Library, { version, config, onWarning }: Options): Sending {
  const serviceName = config?.service_name;
  const resource = library
    .resourceFromAttributes({ 'service.name': 'akernel', 'service.version': version })
    .merge(library.detectResources({ detectors: [library.envDetector] }))
    .merge(library.resourceFromAttributes(serviceName === undefined ? {} : { 'service.name': serviceName }));
  const watched = watching(onWarning);
  const spanExporter = watched(new library.OTLPTraceExporter(placeOf('traces', config)));
  const metricExporter = watched(new library.OTLPMetricExporter(placeOf('metrics', config)));
  const tracers = new library.TracerProvider({
    resource,
    spanProcessors: [new library.BatchSpanProcessor({ exporter: spanExporter })],
  });
  const meters = new library.MeterProvider({
    resource,
    readers: [new library.PeriodicExportingMetricReader({ exporter: metricExporter })],
  });
  return {
    tracer: tracers.getTracer('akernel', version),
    meter: meters.getMeter('akernel', version),
    close: () => withinTime(Promise.allSettled([tracers.shutdown(), meters.shutdown()])),
  };
}

/** Without a config the SDK reads the place from the environment. */
export function placeOf(signal: 'traces' | 'metrics', { endpoint, headers = {} }: Partial<TelemetryConfig> = {}) {
  const place = endpoint === undefined ? {} : { url: `${endpoint.replace(/\/+$/, '')}/v1/${signal}`, headers };
  return { ...place, timeoutMillis: LONGEST_SENDING_MS };
}

interface Exporter<Item> {
  export(items: Item, done: (result: { code: number }) => void): void;
}

/** The SDK keeps a failure to itself. */
function watching(onWarning: (text: string) => void) {
  let hasWarned = false;
  return <Item, Each extends Exporter<Item>>(exporter: Each & Exporter<Item>): Each => {
    const send = exporter.export.bind(exporter);
    exporter.export = (items, done) =>
      send(items, (result) => {
        if (result.code !== 0 && !hasWarned) {
          hasWarned = true;
          onWarning('telemetry was not taken by its collector; akernel doctor looks whether it is there');
        }
        done(result);
      });
    return exporter;
  };
}

async function withinTime(work: Promise<unknown>): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, LONGEST_SENDING_MS);
  });
  await Promise.race([work, over]);
  clearTimeout(timer);
}
