import { KernelError } from '../../../contract/errors.js';
import { parseBucketAddress, parseEndpoint, type SegmentsConfig } from '../../../contract/segments-schema.js';

/** A bucket, how it is reached, and the keys to it. */
export interface ObjectPlace {
  /** For people. */
  readonly name: string;
  readonly bucket: string;
  /** Empty, or ended by a slash. */
  readonly prefix: string;
  /** The address that a key is written behind, ended by a slash. */
  readonly root: string;
  readonly region: string;
  readonly timeoutMs: number;
  readonly keys: ObjectKeys;
}

interface ObjectKeys {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

type Environment = Readonly<Record<string, string | undefined>>;

const TIMEOUT_MS = 30_000;
const REGION = 'us-east-1';

/** Reads keys from the environment and nowhere else. Throws CONFIG_INVALID. */
export function openObjectPlace(config: SegmentsConfig, env: Environment): ObjectPlace {
  const address = parseBucketAddress(config.url ?? '');
  if (address === undefined) {
    throw new KernelError('CONFIG_INVALID', 'store.segments.url is missing', { hint: 'write s3://bucket/prefix' });
  }
  const { bucket, prefix } = address;
  const region = config.region ?? (env['AWS_REGION'] || env['AWS_DEFAULT_REGION'] || REGION);
  const service = serviceOf(config, region);
  const isInPath = config.path_style ?? (config.endpoint !== undefined || bucket.includes('.'));
  const host = isInPath ? service.host : `${bucket}.${service.host}`;
  const root = `${service.protocol}//${host}/${isInPath ? `${bucket}/` : ''}`;
  return {
    name: `s3://${bucket}/${prefix} at ${service.host}`,
    bucket,
    prefix,
    root,
    region,
    timeoutMs: config.timeout_ms ?? TIMEOUT_MS,
    keys: readKeys(env),
  };
}

function serviceOf({ endpoint }: SegmentsConfig, region: string): URL {
  const service = parseEndpoint(endpoint ?? `https://s3.${region}.amazonaws.com`);
  if (service === undefined) {
    throw new KernelError('CONFIG_INVALID', 'the region of store.segments is not the name of one', {
      hint: 'set store.segments.region or AWS_REGION',
    });
  }
  return service;
}

function readKeys(env: Environment): ObjectKeys {
  const accessKeyId = env['AWS_ACCESS_KEY_ID'] ?? '';
  const secretAccessKey = env['AWS_SECRET_ACCESS_KEY'] ?? '';
  const sessionToken = env['AWS_SESSION_TOKEN'] ?? '';
  if (accessKeyId === '' || secretAccessKey === '') {
    throw new KernelError('CONFIG_INVALID', 'store.segments has no key to its bucket', {
      hint: 'set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY',
    });
  }
  return { accessKeyId, secretAccessKey, ...(sessionToken === '' ? {} : { sessionToken }) };
}
