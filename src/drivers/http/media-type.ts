import type { HttpRequestOptions } from '../../contract/driver-options/http.js';

type Format = NonNullable<HttpRequestOptions['format']>;

export interface MediaType {
  readonly format: Format;
  /** In lower case. */
  readonly charset: string | undefined;
  readonly isTabbed: boolean;
}

const FORMATS: Readonly<Record<string, Format>> = {
  'application/json': 'json',
  'text/json': 'json',
  'application/x-ndjson': 'ndjson',
  'application/ndjson': 'ndjson',
  'application/jsonl': 'ndjson',
  'application/x-jsonl': 'ndjson',
  'application/jsonlines': 'ndjson',
  'application/json-lines': 'ndjson',
  'application/x-jsonlines': 'ndjson',
  'application/x-json-stream': 'ndjson',
  'application/stream+json': 'ndjson',
  'text/event-stream': 'sse',
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/tab-separated-values': 'csv',
  'text/html': 'text',
  'text/xml': 'text',
  'text/markdown': 'text',
  'text/css': 'text',
  'application/xml': 'text',
  'application/javascript': 'text',
  'application/yaml': 'text',
};

/** What a Content-Type says; what it does not settle is found out from the content. */
export function readMediaType(contentType: string): MediaType {
  const [type = '', ...parameters] = contentType.toLowerCase().split(';');
  const name = type.trim();
  const charset = parameters
    .map((parameter) => /^\s*charset\s*=\s*"?([^"\s]+)"?\s*$/.exec(parameter)?.[1])
    .find((found) => found !== undefined);
  const bySuffix = name.endsWith('+json') ? 'json' : name.endsWith('+xml') ? 'text' : 'auto';
  return {
    format: Object.hasOwn(FORMATS, name) ? (FORMATS[name] ?? 'auto') : bySuffix,
    charset,
    isTabbed: name === 'text/tab-separated-values',
  };
}
