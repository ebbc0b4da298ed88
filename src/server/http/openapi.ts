import * as z from 'zod';
import { SERVER_CAPABILITY } from './callers.js';
import type { AnswerKind, Route } from './route.js';
import { NAMED_SCHEMAS } from './schemas.js';

type Members = Record<string, unknown>;

/** What is served, as an OpenAPI 3.1 document made from the table of routes and their schemas. */
export function openApiDocument(routes: readonly Route[], version: string): Members {
  const paths: Record<string, Members> = {};
  for (const route of routes) {
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operation(route) };
  }
  const schemas = Object.entries(NAMED_SCHEMAS).map(([name, schema]) => [name, jsonSchema(schema, 'output')]);
  return {
    openapi: '3.1.0',
    info: {
      title: 'akernel',
      version,
      description: 'Runs capabilities for language models and lets nothing through unguarded.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    paths,
    components: {
      schemas: Object.fromEntries(schemas),
      securitySchemes: {
        capability_token: {
          type: 'http',
          scheme: 'bearer',
          description: `A capability token for ${SERVER_CAPABILITY}, or for one capability, which opens that one alone.`,
        },
      },
      responses: {
        Problem: {
          description: 'It was refused, or it failed; nothing else is answered then.',
          content: { 'application/problem+json': { schema: { $ref: '#/components/schemas/Problem' } } },
        },
      },
    },
  };
}

function operation(route: Route): Members {
  const { method, path, summary, access, body, isOnce, resumes, answers } = route;
  const responses = Object.entries(answers).map(([status, kinds]) => [status, response([kinds].flat())]);
  const parameters = [
    ...parametersOf(route.params, 'path'),
    ...parametersOf(route.query, 'query'),
    ...(isOnce === true ? [ONCE] : []),
    ...(resumes === true ? [LAST_EVENT_ID] : []),
  ];
  return {
    operationId: `${method.toLowerCase()}${path.replace(/[^A-Za-z]+/g, '_').replace(/_$/, '')}`,
    summary,
    security: access === 'everybody' ? [] : [{ capability_token: [] }],
    ...(parameters.length === 0 ? {} : { parameters }),
    ...(body === undefined
      ? {}
      : { requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(body, 'input') } } } }),
    responses: { ...Object.fromEntries(responses), default: { $ref: '#/components/responses/Problem' } },
  };
}

const ONCE: Members = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'The same key and request begin nothing again for ten minutes; with another request it is refused.',
  schema: { type: 'string', minLength: 1, maxLength: 255 },
};

const LAST_EVENT_ID: Members = {
  name: 'Last-Event-ID',
  in: 'header',
  description: 'The last event that came; those behind it follow.',
  schema: { type: 'string', maxLength: 400 },
};

function response(kinds: readonly AnswerKind[]): Members {
  const content = kinds.flatMap(({ schema, type }) => {
    const media = type ?? (schema === undefined ? undefined : 'application/json');
    const shape = schema === undefined ? { type: 'string' } : reference(schema);
    return media === undefined ? [] : [[media, { schema: shape }]];
  });
  return {
    description: kinds.map(({ description }) => description).join(' '),
    ...(content.length === 0 ? {} : { content: Object.fromEntries(content) }),
  };
}

function parametersOf(schema: z.ZodType | undefined, place: 'path' | 'query'): readonly Members[] {
  const { properties = {}, required = [] } = schema === undefined ? {} : jsonSchema(schema, 'input');
  const names = Array.isArray(required) ? required : [];
  return Object.entries(properties as Members).map(([name, shape]) => ({
    name,
    in: place,
    required: place === 'path' || names.includes(name),
    schema: shape,
  }));
}

function reference(schema: z.ZodType): Members {
  const name = Object.keys(NAMED_SCHEMAS).find((each) => NAMED_SCHEMAS[each] === schema);
  return name === undefined ? jsonSchema(schema, 'output') : { $ref: `#/components/schemas/${name}` };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): Members {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
  return shape;
}
