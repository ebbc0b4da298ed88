import * as z from 'zod';

const MAX_TIMEOUT_MS = 3_600_000;

/** As services agree on it: a bucket is a part of a host name, a prefix one of paths, and neither needs escapes. */
const ADDRESS = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])((?:\/[\w-][\w.-]{0,100}){0,8})\/?$/;

/** Where the segments of a shared store are kept, besides its database. */
export const segmentsSchema = z
  .strictObject({
    url: z.string().min(1).max(1000).describe('A bucket and a prefix in it, s3://bucket/prefix.').optional(),
    endpoint: z
      .string()
      .min(1)
      .max(1000)
      .describe('The service, https://host[:port]; that of Amazon in the region when absent.')
      .optional(),
    region: z
      .string()
      .regex(/^[a-z0-9-]{1,63}$/, 'is not the name of a region')
      .describe('AWS_REGION or AWS_DEFAULT_REGION, else us-east-1, when absent.')
      .optional(),
    path_style: z
      .boolean()
      .describe('true: the bucket stands in the path and not in the host; so it is with an endpoint when absent.')
      .optional(),
    allow_http: z.boolean().describe('true: the endpoint may be http:// on another machine.').optional(),
    timeout_ms: z
      .int()
      .min(1)
      .max(MAX_TIMEOUT_MS)
      .describe('How long one try of a request may take; 30000 when absent.')
      .optional(),
  })
  .superRefine((config, context) => {
    for (const { path, message, hint } of mistakesOf(config)) {
      context.addIssue({ code: 'custom', path: [path], message, params: { hint } });
    }
  });

export interface SegmentsConfig {
  readonly url?: string | undefined;
  readonly endpoint?: string | undefined;
  readonly region?: string | undefined;
  readonly path_style?: boolean | undefined;
  readonly allow_http?: boolean | undefined;
  readonly timeout_ms?: number | undefined;
}

export interface BucketAddress {
  readonly bucket: string;
  /** Empty, or ended by a slash. */
  readonly prefix: string;
}

export function parseBucketAddress(text: string): BucketAddress | undefined {
  const [, bucket, path = ''] = ADDRESS.exec(text) ?? [];
  return bucket === undefined || bucket.includes('..')
    ? undefined
    : { bucket, prefix: path === '' ? '' : `${path.slice(1)}/` };
}

/** The origin of a service; undefined for an address that holds more. */
export function parseEndpoint(text: string): URL | undefined {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url !== undefined && url.href === `${url.origin}/`;
  return isBare && (url.protocol === 'https:' || url.protocol === 'http:') ? url : undefined;
}

interface Issue {
  readonly path: keyof SegmentsConfig;
  readonly message: string;
  readonly hint: string;
}

/** The messages never repeat an address: somebody may have written a key into it. */
function mistakesOf({ url, endpoint, allow_http: allowHttp }: SegmentsConfig): readonly Issue[] {
  const mistakes: Issue[] = [];
  if (url !== undefined && parseBucketAddress(url) === undefined) {
    const message = 'is not the address of a bucket';
    mistakes.push({
      path: 'url',
      message,
      hint: 'write s3://bucket or s3://bucket/prefix; keys are in the environment',
    });
  }
  const service = endpoint === undefined ? undefined : parseEndpoint(endpoint);
  if (endpoint !== undefined && service === undefined) {
    const message = 'is not the address of a service';
    mistakes.push({ path: 'endpoint', message, hint: 'write https://host or https://host:port, and no more' });
  }
  if (service?.protocol === 'http:' && allowHttp !== true && !isLoopback(service.hostname)) {
    const message = 'would be spoken to without TLS';
    mistakes.push({ path: 'endpoint', message, hint: 'write https://, or allow_http: true where nobody listens' });
  }
  return mistakes;
}

function isLoopback(hostname: string): boolean {
  return hostname === 'localhost' || hostname === '[::1]' || /^127(?:\.\d{1,3}){3}$/.test(hostname);
}
