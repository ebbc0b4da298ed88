import type { TelemetryConfig } from '../contract/telemetry-schema.js';
import { isSent } from './is-sent.js';

/** Whether telemetry is sent anywhere, and whether what is there takes it: an empty list of spans is sent. */
export async function askCollector(
  config: TelemetryConfig | undefined,
  env: NodeJS.ProcessEnv,
): Promise<'not sent' | 'taken' | 'not taken'> {
  if (!isSent(config, env)) {
    return 'not sent';
  }
  const { placeOf } = await import('./send.js');
  const { OTLPTraceExporter } = await import('./opentelemetry-sdk-library.js');
  const exporter = new OTLPTraceExporter(placeOf('traces', config));
  const { code } = await new Promise<{ code: number }>((resolve) => exporter.export([], resolve));
  await exporter.shutdown();
  return code === 0 ? 'taken' : 'not taken';
}
