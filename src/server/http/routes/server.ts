import * as z from 'zod';
import { refusal } from '../problem.js';
import { json, type Route, route } from '../route.js';
import { serverSchema } from '../schemas.js';

const status = z.strictObject({ status: z.string() });

const GAUGE_NAMES = {
  active: 'akernel_runs_active',
  kept: 'akernel_runs_kept',
  bytes: 'akernel_run_bytes',
  readers: 'akernel_run_readers',
} as const;

export const SERVER_ROUTES: readonly Route[] = [
  route({
    method: 'GET',
    path: '/healthz',
    summary: 'Whether the process answers.',
    access: 'everybody',
    answers: { 200: { description: 'It does.', schema: status } },
    handle: () => json({ status: 'ok' }),
  }),
  route({
    method: 'GET',
    path: '/readyz',
    summary: 'Whether requests can be taken: the store keeps what it is given, and the server is not ending.',
    access: 'everybody',
    answers: { 200: { description: 'They can.', schema: status } },
    async handle({ service: { isStoreReady, ending } }) {
      if (ending.aborted) {
        throw refusal(503, 'DRIVER_UNAVAILABLE', 'the server is ending');
      }
      if (!(await isStoreReady())) {
        throw refusal(503, 'STORE_FAILED', 'the store does not answer, or has no room', {
          hint: 'akernel doctor tells more on the machine of the server',
        });
      }
      return json({ status: 'ready' });
    },
  }),
  route({
    method: 'GET',
    path: '/openapi.json',
    summary: 'This description.',
    access: 'everybody',
    answers: { 200: { description: 'An OpenAPI 3.1 document.', schema: z.looseObject({ openapi: z.string() }) } },
    handle: ({ service }) => json(service.description()),
  }),
  route({
    method: 'GET',
    path: '/v1/server',
    summary: 'Its version, who the capability token acts as, and what holds where a request does not say.',
    access: 'caller',
    answers: { 200: { description: 'They.', schema: serverSchema } },
    handle({ service: { version, defaults }, caller }) {
      const { maxTokens: max_tokens, encoding } = defaults;
      const { principal_id, roles } = caller().principal;
      return json({ version, principal_id, roles, defaults: { max_tokens, encoding } });
    },
  }),
  route({
    method: 'GET',
    path: '/metrics',
    summary: 'Counts of requests, runs and events, as Prometheus reads them.',
    access: 'whole',
    answers: { 200: { description: 'They.', type: 'text/plain' } },
    handle({ service: { metrics, runs } }) {
      const counts = Object.entries(runs.counts()).map(([name, value]) => [
        GAUGE_NAMES[name as keyof typeof GAUGE_NAMES],
        value,
      ]);
      return new Response(metrics.text(Object.fromEntries(counts)), {
        headers: { 'content-type': 'text/plain; version=0.0.4; charset=utf-8', 'cache-control': 'no-store' },
      });
    },
  }),
];
