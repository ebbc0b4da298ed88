import type * as z from 'zod';
import type { Caller } from './callers.js';
import type { PageType } from './page-files.js';
import type { Service } from './service.js';

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE';

/** Who may ask: everybody, whoever holds a token that opens anything here, or one for the whole server. */
export type Access = 'everybody' | 'caller' | 'whole';

export interface AnswerKind {
  readonly description: string;
  readonly schema?: z.ZodType;
  /** `application/json` when absent and there is a schema. */
  readonly type?: 'text/event-stream' | 'text/plain' | PageType;
}

/** A request whose parts have been checked. */
export interface Asked<Params = unknown, Query = unknown, Body = unknown> {
  readonly service: Service;
  /** Throws where the route is open to everybody. */
  readonly caller: () => Caller;
  readonly params: Params;
  readonly query: Query;
  readonly body: Body;
  /** The body as it came, for those who compare requests. */
  readonly bodyText: string;
  readonly headers: Headers;
  /** Aborted when the client has gone. */
  readonly signal: AbortSignal;
}

interface RouteOf<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType> {
  readonly method: Method;
  /** `/v1/handles/{handle_id}` */
  readonly path: string;
  readonly summary: string;
  readonly access: Access;
  readonly params?: Params;
  readonly query?: Query;
  readonly body?: Body;
  /** By status. */
  readonly answers: Readonly<Record<number, AnswerKind | readonly AnswerKind[]>>;
  /** It begins work, which a client may ask for again by the same Idempotency-Key. */
  readonly isOnce?: true;
  /** It goes on behind the event that the header Last-Event-ID names. */
  readonly resumes?: true;
  handle(asked: Asked<z.output<Params>, z.output<Query>, z.output<Body>>): Response | Promise<Response>;
}

/** One row of the table that is served and described. */
export type Route = RouteOf<z.ZodType, z.ZodType, z.ZodType>;

export function route<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
>(given: RouteOf<Params, Query, Body>): Route {
  return given;
}

export function json(value: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return jsonText(JSON.stringify(value), status, headers);
}

export function jsonText(text: string, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(text, {
    status,
    headers: { 'content-type': 'application/json', 'cache-control': 'no-store', ...headers },
  });
}

export function nothing(): Response {
  return new Response(null, { status: 204 });
}
