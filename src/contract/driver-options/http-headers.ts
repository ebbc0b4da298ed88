/** Written by the HTTP client; a config that could set them could confuse where one request ends. */
const OWN = new Set([
  'host',
  'connection',
  'content-length',
  'expect',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
]);

/** They say who asks, so no argument of a model may be in them. */
const SECRET = new Set([
  'authorization',
  'cookie',
  'forwarded',
  'origin',
  'referer',
  'x-api-key',
  'x-forwarded-for',
  'x-forwarded-host',
  'x-forwarded-proto',
  'x-real-ip',
]);

export function isHeaderName(name: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/.test(name);
}

/** Whether a config may set this header. */
export function mayBeSet(name: string): boolean {
  return !OWN.has(name.toLowerCase());
}

/** Whether a header is never filled from arguments. */
export function isSecretHeader(name: string): boolean {
  return SECRET.has(name.toLowerCase());
}
