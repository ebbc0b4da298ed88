import * as z from 'zod';
import { fixedUrl } from './driver-options/fixed-url.js';
import { requestHeaders } from './driver-options/http.js';

export const telemetrySchema = z
  .strictObject({
    endpoint: fixedUrl('the collector').describe(
      'Where an OpenTelemetry collector takes OTLP over HTTP, such as http://localhost:4318.',
    ),
    headers: requestHeaders().optional(),
    service_name: z.string().min(1).max(200).describe('akernel when absent.').optional(),
  })
  .describe('Spans and metrics of what runs, without arguments and results. None are sent when absent.');

/** Told apart from its schema: the types of the package need no zod. */
export interface TelemetryConfig {
  readonly endpoint: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly service_name?: string | undefined;
}
