import { Readable } from 'node:stream';
import type { DriverCall } from '../../contract/driver.js';
import type { HttpRequestOptions } from '../../contract/driver-options/http.js';
import type { HttpRequest } from '../http-exchange.js';
import { fillBody } from './fill-body.js';
import { fillHeaders } from './fill-headers.js';
import { fillUrl } from './fill-url.js';

/** The request that a call asks for. Arguments that do not fit in are USAGE. */
export function buildRequest(
  options: HttpRequestOptions,
  { args, stored, trace_context: context }: DriverCall,
): HttpRequest {
  const { method = 'GET' } = options;
  const url = fillUrl(options.url, options.query ?? {}, args);
  const body = options.body === undefined ? undefined : fillBody(options.body, args, stored ?? {});
  const headers = {
    accept: ACCEPTED[options.format ?? 'auto'],
    'accept-encoding': options.format === 'sse' ? 'identity' : 'gzip, deflate, br',
    'user-agent': 'akernel',
    ...context,
    ...(body === undefined ? {} : { 'content-type': body.contentType }),
    ...fillHeaders(options.headers ?? {}, args),
  };
  if (body === undefined) {
    return { method, url, headers };
  }
  const { content } = body;
  return {
    method,
    url,
    headers,
    body: () => (typeof content === 'string' ? content : Readable.from(content.bytes(), { objectMode: false })),
  };
}

const ACCEPTED = {
  auto: '*/*',
  json: 'application/json, */*;q=0.5',
  ndjson: 'application/x-ndjson, */*;q=0.5',
  sse: 'text/event-stream',
  csv: 'text/csv, */*;q=0.5',
  text: 'text/plain, */*;q=0.5',
} as const;
