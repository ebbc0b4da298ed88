import type { TextChunk } from '../../contract/chunk.js';
import { ALPHANUMERIC, accessKey, apiKey, letters, mix } from './synthetic.js';

const BATCH_CHARS = 64 * 1024;

/** Makes the log's lines from `first` up to `end` (exclusive, 0-based): about 64 KiB of text, at most `limit` lines. */
export function makeLog(
  first: number,
  end: number,
  limit: number,
): { readonly chunk: TextChunk; readonly lines: number } {
  let text = '';
  let lines = 0;
  while (first + lines < end && lines < limit && text.length < BATCH_CHARS) {
    text += `${makeLine(first + lines)}\n`;
    lines += 1;
  }
  return { chunk: { type: 'text', channel: 'text', text }, lines };
}

const KEY_BLOCK_EVERY = 40;
const KEY_BLOCK_START = 30;
const KEY_BLOCK_LINES = 8;

function makeLine(index: number): string {
  const place = index % KEY_BLOCK_EVERY;
  if (place >= KEY_BLOCK_START && place < KEY_BLOCK_START + KEY_BLOCK_LINES) {
    return keyBlockLine(place - KEY_BLOCK_START, index);
  }
  const message = MESSAGES[index % MESSAGES.length];
  return `${timestamp(index)} ${message === undefined ? 'INFO idle' : message(index, mix(index))}`;
}

/** One message in the log, told by line number and seed; half of them hold something to redact. */
const MESSAGES: readonly ((index: number, seed: number) => string)[] = [
  (index) => `INFO  http GET /orders/${index} 200 ${12 + (index % 70)}ms`,
  (index) => `DEBUG http request headers: Authorization: Bearer ${sessionCredential(index)} accept=*/*`,
  (index, seed) => `INFO  mail queued for user${index}@example.com template=welcome-${seed % 7}`,
  (_, seed) => `INFO  cache hit ratio 0.${10 + (seed % 90)} over ${1000 + (seed % 9000)} lookups`,
  (index, seed) =>
    `WARN  db reconnect postgres://app:${letters(ALPHANUMERIC, 14, seed)}@db${index % 4}.example.com:5432/shop`,
  (index) => `DEBUG storage using access key ${accessKey(index)} region=eu-west-1`,
  (index, seed) => `INFO  job ${seed.toString(16)} finished, ${index % 50} items`,
  (_, seed) => `DEBUG payments api_key=${apiKey(seed)} mode=live`,
  (_, seed) => `ERROR auth login failed password="${letters(ALPHANUMERIC, 12, seed)}" attempts=${1 + (seed % 5)}`,
  (index) => `INFO  scheduler tick ${index}`,
];

function keyBlockLine(line: number, index: number): string {
  const label = ['PRIVATE', 'KEY'].join(' ');
  if (line === 0) {
    return `-----BEGIN ${label}-----`;
  }
  return line === KEY_BLOCK_LINES - 1 ? `-----END ${label}-----` : letters(`${ALPHANUMERIC}+/`, 64, index);
}

/** Three parts in base64url, the first a real header, as a web session's credential has. */
function sessionCredential(index: number): string {
  const part = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
  return [part({ alg: 'HS256', typ: 'JWT' }), part({ sub: `user${index}` }), letters(ALPHANUMERIC, 43, index)].join(
    '.',
  );
}

const START = Date.UTC(2024, 0, 1);

function timestamp(index: number): string {
  return new Date(START + index * 137).toISOString();
}
