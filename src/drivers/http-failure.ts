import { isKernelError, KernelError } from '../contract/errors.js';

/** What went wrong below HTTP, as one sentence that tells nothing of the data or of the network. */
export function describeHttpFailure(error: unknown): KernelError {
  if (isKernelError(error)) {
    return error;
  }
  const code = isProxyRefusal(error) ? 'UND_ERR_ABORTED' : codeOf(error);
  if (code === 'UND_ERR_HEADERS_TIMEOUT' || code === 'UND_ERR_BODY_TIMEOUT') {
    return new KernelError('TIMEOUT', 'the server was silent for too long', {
      hint: 'timeouts.idle_ms in the capability says how long is waited',
      cause: error,
    });
  }
  if (NO_CONNECTION.has(code)) {
    return new KernelError('DRIVER_UNAVAILABLE', NO_CONNECTION.get(code) ?? '', { cause: error });
  }
  if (code === 'UND_ERR_HEADERS_OVERFLOW' || code === 'HPE_HEADER_OVERFLOW') {
    return new KernelError('LIMIT_REACHED', 'the head of the answer is too long', { cause: error });
  }
  if (LOST.has(code)) {
    return new KernelError('DRIVER_FAILED', 'the connection ended before the answer was complete', { cause: error });
  }
  if (code.startsWith('HPE_')) {
    return new KernelError('DRIVER_PROTOCOL', 'the server answered with something that is not HTTP', { cause: error });
  }
  if (isCertificateCode(code)) {
    return new KernelError('DRIVER_FAILED', 'the certificate of the server is not to be trusted', {
      hint: 'if it is signed by an authority of your own, name that in ca_file',
      cause: error,
    });
  }
  return new KernelError('DRIVER_FAILED', 'the HTTP request failed', { cause: error });
}

/** Whether the request may never have reached the server, so that another attempt can help. */
export function isTransient(error: unknown): boolean {
  const code = codeOf(error);
  return NO_CONNECTION.has(code) || LOST.has(code);
}

const NO_CONNECTION: ReadonlyMap<string, string> = new Map([
  ['UND_ERR_CONNECT_TIMEOUT', 'no connection to the server came about in time'],
  ['UND_ERR_ABORTED', 'the proxy does not connect to the server'],
  ['ENOTFOUND', 'the host of the URL is not known'],
  ['EAI_AGAIN', 'the host of the URL cannot be looked up at the moment'],
  ['ECONNREFUSED', 'the server accepts no connections'],
  ['EHOSTUNREACH', 'the server cannot be reached'],
  ['ENETUNREACH', 'the server cannot be reached'],
  ['EADDRNOTAVAIL', 'the server cannot be reached'],
  ['ETIMEDOUT', 'no connection to the server came about in time'],
]);

const LOST: ReadonlySet<string> = new Set([
  'UND_ERR_SOCKET',
  'UND_ERR_RES_CONTENT_LENGTH_MISMATCH',
  'ECONNRESET',
  'EPIPE',
  'HPE_INVALID_EOF_STATE',
]);

function isCertificateCode(code: string): boolean {
  return /CERT|SELF_SIGNED|UNABLE_TO_(?:GET_ISSUER|VERIFY)|^ERR_TLS_|^ERR_SSL_/.test(code);
}

/** The client has no code of its own for a proxy that wants other credentials. */
function isProxyRefusal(error: unknown): boolean {
  return error instanceof Error && /\(407\)/.test(error.message);
}

/** Of the error or of what caused it; several addresses that all fail share one code. */
function codeOf(error: unknown, depth = 0): string {
  if (typeof error !== 'object' || error === null || depth > 3) {
    return '';
  }
  const code = 'code' in error ? error.code : undefined;
  return typeof code === 'string' ? code : codeOf('cause' in error ? error.cause : undefined, depth + 1);
}
