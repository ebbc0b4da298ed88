// The only way to the OpenTelemetry API: loaded only where telemetry is told. It finds the SDK that a program registered.
export {
  context,
  defaultTextMapGetter,
  defaultTextMapSetter,
  metrics,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
export { W3CTraceContextPropagator } from '@opentelemetry/core';
