import { Validator } from '@seriousme/openapi-schema-validator';
import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { createApp } from '../../../src/server/http/app.js';
import { openApiDocument } from '../../../src/server/http/openapi.js';
import { ROUTES } from '../../../src/server/http/routes/index.js';
import type { Service } from '../../../src/server/http/service.js';

const document = openApiDocument(ROUTES, '1.2.3');
const paths = document['paths'] as Record<string, Record<string, Record<string, unknown>>>;

describe('the description of what is served', () => {
  it('is valid for a validator of others', async () => {
    const { valid, errors } = await new Validator().validate(JSON.parse(JSON.stringify(document)));
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
  });

  it('has every route that the router has, and no other', () => {
    const app = createApp(new Hono(), {
      service: {} as Service,
      identify: () => Promise.reject(new Error('not asked')),
      routes: ROUTES,
      hostNames: [],
    });
    const routed = app.routes
      .filter(({ method }) => method !== 'ALL')
      .map(({ method, path }) => `${method} ${path.replace(/:(\w+)/g, '{$1}')}`);
    const described = Object.entries(paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    expect([...described].sort()).toEqual([...routed].sort());
    expect(described.length).toBeGreaterThan(20);
  });

  it('asks for a token wherever the server does', () => {
    const open = Object.entries(paths).flatMap(([path, methods]) =>
      Object.values(methods).some(({ security }) => Array.isArray(security) && security.length === 0) ? [path] : [],
    );
    expect(open.sort()).toEqual(['/', '/healthz', '/openapi.json', '/page.css', '/page.js', '/readyz']);
  });

  it('names the headers that are read', () => {
    const headers = (path: string, method: string) =>
      ((paths[path]?.[method]?.['parameters'] ?? []) as { readonly in: string; readonly name: string }[])
        .filter((parameter) => parameter.in === 'header')
        .map(({ name }) => name);
    expect(headers('/v1/runs/{run_id}/events', 'get')).toEqual(['Last-Event-ID']);
    expect(headers('/v1/invocations/stream', 'post')).toEqual(['Idempotency-Key']);
  });

  it('names each operation once, and describes what is sent', () => {
    const operations = Object.values(paths).flatMap((methods) => Object.values(methods));
    const ids = operations.map(({ operationId }) => operationId);
    expect(new Set(ids).size).toBe(ids.length);
    const body = JSON.stringify(paths['/v1/invocations']?.['post']?.['requestBody']);
    expect(body).toContain('"additionalProperties":false');
    expect(body).toContain('"args":{"type":"object"}');
  });
});
