import type { TelemetryConfig } from '../contract/telemetry-schema.js';

const ENDPOINTS = [
  'OTEL_EXPORTER_OTLP_ENDPOINT',
  'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT',
  'OTEL_EXPORTER_OTLP_METRICS_ENDPOINT',
];

/** Whether a config or the standard variables say where telemetry is sent. */
export function isSent(config: TelemetryConfig | undefined, env: NodeJS.ProcessEnv): boolean {
  return !isSwitchedOff(env) && (config !== undefined || ENDPOINTS.some((name) => (env[name] ?? '') !== ''));
}

export function isSwitchedOff(env: NodeJS.ProcessEnv): boolean {
  return env['OTEL_SDK_DISABLED']?.toLowerCase() === 'true';
}
