import type { Context, Hono } from 'hono';
import type { TraceContext } from '../../contract/telemetry.js';
import type { Caller, Identify } from './callers.js';
import { refuseForeign } from './foreign.js';
import { problemResponse, refusal } from './problem.js';
import { check, parseBody, readBody } from './read-request.js';
import type { Asked, Method, Route } from './route.js';
import type { Service } from './service.js';

export interface AppOptions {
  readonly service: Service;
  readonly identify: Identify;
  readonly routes: readonly Route[];
  /** Names of this server beside those of this machine. */
  readonly hostNames: readonly string[];
}

/** Puts the table of routes into the router; every answer that is not one of theirs is a problem. */
export function createApp(app: Hono, options: AppOptions): Hono {
  const { routes, service, hostNames } = options;
  app.use('*', async (context, next) => {
    refuseForeign(context.req.raw, hostNames);
    if (service.ending.aborted && context.req.path !== '/readyz') {
      throw refusal(503, 'DRIVER_UNAVAILABLE', 'the server is ending', { headers: { connection: 'close' } });
    }
    await next();
  });
  const paths = new Map<string, Method[]>();
  for (const route of routes) {
    const path = route.path.replace(/\{(\w+)\}/g, ':$1');
    paths.set(path, [...(paths.get(path) ?? []), route.method]);
    app.on(route.method, path, (context) => answer(route, context, options));
  }
  for (const [path, methods] of paths) {
    app.all(path, () => {
      throw refusal(405, 'USAGE', 'this is not done here', { headers: { allow: methods.join(', ') } });
    });
  }
  app.notFound(() => problemResponse(refusal(404, 'USAGE', 'there is nothing here', { hint: 'GET /openapi.json' })));
  app.onError((error, context) => {
    const response = problemResponse(error);
    service.metrics.answered(context.req.method, 'refused', response.status);
    return response;
  });
  return app;
}

async function answer(route: Route, context: Context, { service, identify }: AppOptions): Promise<Response> {
  // A HEAD is handed to GET by the router, and would begin work that nobody reads.
  if (context.req.method !== route.method) {
    throw refusal(405, 'USAGE', 'this is not done here', { headers: { allow: route.method } });
  }
  const { raw: request } = context.req;
  if (route.access !== 'everybody') {
    await service.turn();
  }
  const caller = route.access === 'everybody' ? undefined : await identify(request.headers.get('authorization'));
  if (route.access === 'whole' && caller?.only !== undefined) {
    throw refusal(403, 'TOKEN_REJECTED', 'a capability token for one capability does not open this');
  }
  try {
    const asked = await checked(route, context, { service, caller: () => known(caller) });
    const response = await service.kernel.withTraceContext(traceContextOf(request.headers), () => route.handle(asked));
    service.metrics.answered(route.method, route.path, response.status);
    return response;
  } catch (error) {
    throw isTokenTooNarrow(error) ? refusal(403, 'TOKEN_REJECTED', error.message) : error;
  }
}

async function checked(route: Route, context: Context, given: Pick<Asked, 'service' | 'caller'>): Promise<Asked> {
  const { raw: request } = context.req;
  const { params, query, body } = route;
  const bodyText = body === undefined ? '' : await readBody(request);
  return {
    ...given,
    params: params && check(params, context.req.param(), 'path'),
    query: query && check(query, context.req.query(), 'query'),
    body: body && check(body, parseBody(bodyText, request.headers), 'body'),
    bodyText,
    headers: request.headers,
    signal: request.signal,
  };
}

/** Which trace the caller says that this is a part of. */
function traceContextOf(headers: Headers): TraceContext {
  return Object.fromEntries([...headers].filter(([name]) => name === 'traceparent' || name === 'tracestate'));
}

function known(caller: Caller | undefined): Caller {
  if (caller === undefined) {
    throw new Error('a route that is open to everybody has no caller');
  }
  return caller;
}

/** The token was valid when it came: what it is refused for now is one of its restrictions. */
function isTokenTooNarrow(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && error.code === 'TOKEN_REJECTED';
}
