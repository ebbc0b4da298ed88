// The only way to the OpenTelemetry SDK: loaded only where a config or the environment says where telemetry is sent.
export { OTLPMetricExporter } from '@opentelemetry/exporter-metrics-otlp-http';
export { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
export { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
export { MeterProvider, PeriodicExportingMetricReader } from '@opentelemetry/sdk-metrics';
export { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace';
