import type { HttpRequestOptions } from '../../contract/driver-options/http.js';
import { KernelError } from '../../contract/errors.js';
import { decodeUtf8 } from '../../streams/utf8.js';
import type { Answer, HttpRequest } from '../http-exchange.js';
import { encodeComponent } from './fill-text.js';
import { createMemberFinder } from './member-finder.js';
import { sameOrigin } from './redirect.js';

type Pagination = NonNullable<HttpRequestOptions['pagination']>;

/** What a page has shown, once it has been read to its end. */
export interface PageEnd {
  readonly request: HttpRequest;
  readonly answer: Answer;
  readonly rows: number;
}

/** Looks into one page for the way to the next one. */
export interface PageWatcher {
  /** Set when the way is inside the JSON: wants all its bytes. */
  readonly onJson?: (bytes: Uint8Array) => void;
  /** The request for the next page; undefined after the last one. */
  readonly next: (end: PageEnd) => HttpRequest | undefined;
}

/** The first page's request, which may already carry its number. */
export function firstPage(request: HttpRequest, { page }: Pagination): HttpRequest {
  return page === undefined ? request : withParameter(request, page.parameter, String(page.first ?? 1));
}

/** `index` counts pages from 0. */
export function watchPage(pagination: Pagination, index: number): PageWatcher {
  const { cursor, next_url: nextUrl, page } = pagination;
  if (page !== undefined) {
    const number = (page.first ?? 1) + index + 1;
    return {
      next: ({ request, rows }) => (rows === 0 ? undefined : withParameter(request, page.parameter, String(number))),
    };
  }
  if (cursor !== undefined) {
    const { onJson, text } = watchMember(cursor.at);
    return {
      onJson,
      next: ({ request }) => {
        const value = text();
        return value === undefined ? undefined : withParameter(request, cursor.parameter, value);
      },
    };
  }
  const { onJson, text } = nextUrl === undefined ? { onJson: undefined, text: undefined } : watchMember(nextUrl.at);
  return {
    ...(onJson === undefined ? {} : { onJson }),
    next: ({ request, answer }) => {
      const link = text === undefined ? nextLink(answer.headers.get('link') ?? '') : text();
      return link === undefined ? undefined : moved(request, sameOrigin(link, request.url, answer.status));
    },
  };
}

const MAX_MEMBER_BYTES = 8192;

function watchMember(path: string): { onJson: (bytes: Uint8Array) => void; text: () => string | undefined } {
  const finder = createMemberFinder(path.split('.'));
  let raw: Uint8Array = new Uint8Array(0);
  return {
    onJson(bytes) {
      const part = finder.cut(bytes);
      if (part !== undefined && raw.length <= MAX_MEMBER_BYTES) {
        raw = Buffer.concat([raw, part.subarray(0, MAX_MEMBER_BYTES)]);
      }
    },
    text: () => readMember(raw),
  };
}

/** Whatever means that there is nothing more is undefined: null, false, an empty text, no such member. */
function readMember(raw: Uint8Array): string | undefined {
  if (raw.length === 0) {
    return undefined;
  }
  const text = decodeUtf8(raw);
  try {
    const value: unknown = JSON.parse(text);
    // A number keeps the digits it was written with.
    return typeof value === 'string' ? value || undefined : typeof value === 'number' ? text.trim() : undefined;
  } catch {
    throw new KernelError('DRIVER_PROTOCOL', 'the way to the next page is too long or is not JSON');
  }
}

/** The target of `rel="next"` in a Link header: https://www.rfc-editor.org/rfc/rfc8288 */
function nextLink(header: string): string | undefined {
  for (const [, target, parameters = ''] of header.matchAll(/<([^<>]{1,8000})>([^<]{0,2000})/g)) {
    const relations = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s";,]+))/i.exec(parameters);
    if ((relations?.[1] ?? relations?.[2] ?? '').toLowerCase().split(/\s+/).includes('next')) {
      return target;
    }
  }
  return undefined;
}

function withParameter(request: HttpRequest, name: string, value: string): HttpRequest {
  const url = new URL(request.url);
  const encoded = encodeComponent(name, name);
  const others = url.search
    .slice(1)
    .split('&')
    .filter((pair) => pair !== '' && pair.split('=')[0] !== encoded);
  url.search = [...others, `${encoded}=${encodeComponent(name, value)}`].join('&');
  return moved(request, url);
}

function moved(request: HttpRequest, url: URL): HttpRequest {
  if (url.href === request.url.href) {
    throw new KernelError('DRIVER_PROTOCOL', 'the server gives a page as its own next one');
  }
  return { ...request, url };
}
