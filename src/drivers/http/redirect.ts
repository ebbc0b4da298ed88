import { KernelError } from '../../contract/errors.js';
import type { Answer, HttpRequest, Method } from '../http-exchange.js';

const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status, headers }: Answer): boolean {
  return REDIRECTS.has(status) && headers.has('location');
}

/** The request to the new place, which must be of the same origin: headers can hold secrets. Methods change as in fetch. */
export function followRedirect(request: HttpRequest, { status, headers }: Answer): HttpRequest {
  const url = sameOrigin(headers.get('location') ?? '', request.url, status);
  const method = methodAfter(status, request.method);
  if (method === request.method) {
    return { ...request, url };
  }
  const { 'content-type': _, ...rest } = request.headers;
  return { method, url, headers: rest };
}

/** A link that a server gave, resolved; one that leads away from its origin is refused. */
export function sameOrigin(link: string, from: URL, status: number): URL {
  const url = URL.canParse(link, from.href) ? new URL(link, from) : undefined;
  if (url === undefined || url.origin !== from.origin || url.username !== '' || url.password !== '') {
    throw new KernelError('POLICY_DENIED', 'the server leads to another origin', {
      hint: 'a capability stays at the origin of its URL; make another capability for the other one',
      details: { status, reason: 'other_origin' },
    });
  }
  url.hash = '';
  return url;
}

function methodAfter(status: number, method: Method): Method {
  const isGetAfter = status === 303 ? method !== 'GET' && method !== 'HEAD' : method === 'POST' && status < 303;
  return isGetAfter ? 'GET' : method;
}
