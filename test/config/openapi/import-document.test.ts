import { expect, test } from 'vitest';
import { checkTree } from '../../../src/config/check-tree.js';
import { importOpenApi } from '../../../src/config/openapi/import-document.js';
import { resolveReferences } from '../../../src/config/references.js';
import { reference } from '../../support/config-home.js';

type Tree = Record<string, unknown>;

const KEY = reference('env:PET_STORE_API_KEY');
const DEFAULTS = { tags: [], sensitivity: 'PII' };

function document(paths: Tree, more: Tree = {}): Tree {
  return {
    openapi: '3.1.0',
    info: { title: 'Pet Store' },
    servers: [{ url: 'https://api.example.com/v1/' }],
    paths,
    ...more,
  };
}

function imported(paths: Tree, more: Tree = {}) {
  return importOpenApi(document(paths, more), DEFAULTS);
}

function single(operation: Tree, more: Tree = {}, method = 'get', path = '/pets') {
  const { capabilities, skipped } = imported({ [path]: { [method]: operation } }, more);
  expect(skipped).toEqual([]);
  const [capability] = capabilities;
  if (capability === undefined) {
    throw new Error('nothing was imported');
  }
  return capability;
}

test('an operation becomes a capability', () => {
  const operation = {
    operationId: 'listPets',
    summary: 'All pets',
    description: 'In order\nof their ids.',
    tags: ['pets'],
    parameters: [
      { name: 'petId', in: 'path', required: true, schema: { type: 'integer', minimum: 1 } },
      { name: 'page-size', in: 'query', schema: { type: 'integer' }, description: 'How many' },
      { name: 'tags[]', in: 'query', schema: { type: 'array', items: { type: 'string' } } },
      { name: 'X-Trace-Id', in: 'header', schema: { type: 'string' } },
      { name: 'Authorization', in: 'header', required: true, schema: { type: 'string' } },
    ],
  };
  expect(single(operation, {}, 'get', '/pets/{petId}')).toEqual({
    capability_id: 'pet_store.list_pets',
    description: 'All pets. In order of their ids.',
    safety_class: 'READ',
    sensitivity: 'PII',
    tags: ['pets'],
    params: {
      type: 'object',
      properties: {
        pet_id: { type: 'integer', minimum: 1 },
        page_size: { type: 'integer', description: 'How many' },
        tags: { type: 'array', items: { type: 'string' } },
        x_trace_id: { type: 'string' },
      },
      required: ['pet_id'],
      additionalProperties: false,
    },
    driver: {
      driver_id: 'http',
      operation: 'request',
      options: {
        method: 'GET',
        url: 'https://api.example.com/v1/pets/{pet_id}',
        query: { 'page-size': '{page_size}', 'tags[]': '{tags}' },
        headers: { 'X-Trace-Id': '{x_trace_id}' },
      },
    },
  });
});

test.each([
  ['get', 'READ'],
  ['head', 'READ'],
  ['options', 'READ'],
  ['post', 'WRITE'],
  ['put', 'WRITE'],
  ['patch', 'WRITE'],
  ['delete', 'DESTRUCTIVE'],
])('%s is %s', (method, safety) => {
  expect(single({}, {}, method).safety_class).toBe(safety);
});

test('ids: from the method and path without an operationId, each only once', () => {
  const { capabilities } = imported({
    '/users/{id}/repos': {
      get: {},
      post: { operationId: 'repos/create-for-user' },
      put: { operationId: 'reposCreateForUser' },
    },
  });
  expect(capabilities.map(({ capability_id: id }) => id)).toEqual([
    'pet_store.get_users_id_repos',
    'pet_store.repos_create_for_user',
    'pet_store.repos_create_for_user_2',
  ]);
});

const schemas = {
  Pet: {
    type: 'object',
    required: ['name', 'id', 'gone'],
    properties: {
      id: { type: 'integer', readOnly: true },
      name: { type: 'string', minLength: 1, pattern: '^(a|b)+$', example: 'x', format: 'date' },
      odd: { type: 'string', pattern: '^(?!x)' },
      owner: { $ref: '#/components/schemas/Owner' },
      far: { $ref: 'https://evil.example/schema.json' },
      old: { type: 'string', nullable: true, enum: ['a'] },
      price: { type: 'number', minimum: 0, exclusiveMinimum: true },
      child: { $ref: '#/components/schemas/Pet' },
      any: { oneOf: [{ type: 'string' }, { $ref: '#/components/schemas/Pet' }] },
    },
  },
  Owner: {
    type: ['object', 'null'],
    properties: { pets: { type: 'array', items: { $ref: '#/components/schemas/Pet' } } },
  },
};

test('a JSON body is one argument; references are put in place and cut where they lead round', () => {
  const operation = {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: { $ref: '#/components/schemas/Pet' } } },
    },
  };
  const { params, driver } = single(operation, { components: { schemas } }, 'post');
  expect(driver.options['body']).toEqual({ argument: 'body' });
  expect(params['required']).toEqual(['body']);
  expect(params['properties']).toEqual({
    body: {
      type: 'object',
      properties: {
        name: { type: 'string', format: 'date', minLength: 1, pattern: '^(a|b)+$' },
        odd: { type: 'string' },
        owner: { type: ['object', 'null'], properties: { pets: { type: 'array', items: {} } } },
        far: {},
        old: { type: ['string', 'null'], enum: ['a', null] },
        price: { type: 'number', exclusiveMinimum: 0 },
        child: {},
        any: { anyOf: [{ type: 'string' }, {}] },
      },
      required: ['name'],
    },
  });
});

test('a form has an argument for each field, other text is one', () => {
  const form = {
    type: 'object',
    required: ['grant-type'],
    properties: { 'grant-type': { type: 'string' }, n: { type: 'integer' } },
  };
  const content = { 'application/x-www-form-urlencoded': { schema: form } };
  const { params, driver } = single({ requestBody: { content } }, {}, 'post');
  expect(driver.options['body']).toEqual({ form: { 'grant-type': '{grant_type}', n: '{n}' } });
  expect(params['required']).toEqual(['grant_type']);
  const xml = single({ requestBody: { content: { 'application/xml': {} } } }, {}, 'put');
  expect(xml.driver.options['body']).toEqual({ text: '{body}', content_type: 'application/xml' });
});

test.each([
  [{ type: 'apiKey', in: 'header', name: 'X-Key' }, { headers: { 'X-Key': KEY } }],
  [{ type: 'apiKey', in: 'query', name: 'key' }, { query: { key: KEY } }],
  [{ type: 'apiKey', in: 'cookie', name: 'sid' }, { headers: { Cookie: `sid=${KEY}` } }],
  [{ type: 'http', scheme: 'bearer' }, { headers: { Authorization: `Bearer ${KEY}` } }],
  [{ type: 'http', scheme: 'Basic' }, { headers: { Authorization: `Basic ${KEY}` } }],
  [{ type: 'oauth2', flows: {} }, { headers: { Authorization: `Bearer ${KEY}` } }],
])('credentials of %j come from the environment', (scheme, options) => {
  const more = {
    components: { securitySchemes: { DATABASE_PASSWORD: scheme } },
    security: [{ DATABASE_PASSWORD: [] }],
  };
  expect(single({}, more).driver.options).toMatchObject(options);
  expect(single({ security: [] }, more).driver.options).not.toHaveProperty('headers');
});

test.each(['Host', 'Content-Length', 'a b', 'a\r\nb'])('no key goes into a header %j', (name) => {
  const securitySchemes = { s: { type: 'apiKey', in: 'header', name } };
  const { skipped } = imported({ '/a': { get: { security: [{ s: [] }] } } }, { components: { securitySchemes } });
  expect(skipped).toEqual([{ operation: 'GET /a', why: 'needs credentials of a kind that cannot be given' }]);
});

test('an operation that cannot be called is left out, and it is said why', () => {
  const more = { components: { securitySchemes: { s: { type: 'mutualTLS' } } } };
  const { capabilities, skipped } = imported(
    {
      '/a': { get: { security: [{ s: [] }] } },
      '/b': { get: { parameters: [{ name: 'f', in: 'query', required: true, schema: { type: 'object' } }] } },
      '/c': { post: { requestBody: { required: true, content: { 'multipart/form-data': {} } } } },
      '/d\\x': { get: {} },
      '/e/{a=b}': { get: {} },
      '/f': { get: { parameters: [{ name: 'f', in: 'cookie', schema: {} }] } },
    },
    more,
  );
  expect(capabilities.map(({ capability_id: id }) => id)).toEqual(['pet_store.get_f']);
  expect(skipped.map(({ operation }) => operation)).toEqual([
    'GET /a',
    'GET /b',
    'POST /c',
    'GET /d\\x',
    'GET /e/{a=b}',
  ]);
});

test('nothing in a document names our secrets or our files', async () => {
  const evil = reference('env:SECRET');
  const operation = {
    operationId: evil,
    summary: `${evil} $${evil} \${file:/etc/passwd}\u0007\u202e`,
    tags: [evil],
    parameters: [{ name: 'q', in: 'query', description: evil, schema: { type: 'string', enum: [evil] } }],
    requestBody: {
      content: { 'text/plain': {}, [`application/json`]: { schema: { description: evil, const: evil } } },
    },
  };
  const servers = [{ url: `https://api.example.com/{v}`, variables: { v: { default: 'a$b' } } }];
  const { capabilities } = imported({ '/x/$': { post: operation } }, { servers, info: { title: evil } });
  const { value, mistakes } = await resolveReferences({ capabilities }, { env: { SECRET: 'leaked' }, directory: '/' });
  expect(mistakes).toEqual([]);
  expect(JSON.stringify(value)).not.toContain('leaked');
  expect(JSON.stringify(value)).not.toContain('root:');
  const [capability] = (value as { capabilities: Tree[] }).capabilities;
  expect(capability).toMatchObject({ tags: [evil], description: `${evil} $${evil} \${file:/etc/passwd}` });
});

test('server addresses: relative ones, variables, the operation’s own, and none', () => {
  const paths = { '/a': { get: {} }, '/b': { get: { servers: [{ url: 'https://b.example' }] } } };
  const from = (more: Tree, options: Tree = {}) =>
    importOpenApi({ ...document(paths), ...more }, { ...DEFAULTS, ...options }).origins;
  expect(from({ servers: [{ url: 'https://{host}/x', variables: { host: { default: 'v.example' } } }] })).toEqual([
    'https://v.example',
    'https://b.example',
  ]);
  expect(from({ servers: [{ url: '/v2' }] }, { documentUrl: 'http://d.example/o.json' })[0]).toBe('http://d.example');
  expect(from({}, { baseUrl: 'http://own.example' })).toEqual(['http://own.example']);
  expect(() => from({ servers: [{ url: '/v2' }] })).toThrow('the document does not say where its server is');
  expect(() => from({ servers: [{ url: 'ftp://x' }] })).toThrow('the document does not say where its server is');
});

test.each([{ swagger: '2.0' }, { openapi: '2.0.0' }, [], null, 'openapi: 3.0.0'])(
  '%j is no OpenAPI 3 document',
  (tree) => {
    expect(() => importOpenApi(tree, DEFAULTS)).toThrow('this is not an OpenAPI document of version 3.0 or 3.1');
  },
);

test('what is imported is a valid config, whatever the document holds', async () => {
  const strange = {
    '/a b/ü/{x-y}/{x_y}': {
      get: { operationId: '日本' },
      parameters: [
        { name: 'x-y', in: 'path' },
        { name: 'x_y', in: 'path' },
      ],
    },
    '/{undescribed}': { get: { description: 'x'.repeat(100_000), summary: 7, tags: [1, 'x'.repeat(1000)] } },
    '/deep': { post: { requestBody: { content: { 'application/json': { schema: nested(100) } } } } },
    '/odd': { get: { parameters: 7 }, put: null, post: [] },
    '/proto': {
      get: { parameters: [{ name: '__proto__', in: 'query', schema: { properties: { ['__proto__']: {} } } }] },
    },
  };
  const { capabilities } = imported(strange);
  expect(await checkTree({ capabilities })).toHaveProperty('file');
  expect(capabilities.map(({ driver }) => driver.options['url'])).toContain(
    'https://api.example.com/v1/a%20b/%C3%BC/{x_y}/{x_y_2}',
  );
});

function nested(depth: number): Tree {
  return depth === 0 ? {} : { type: 'object', properties: { a: nested(depth - 1), b: { allOf: [nested(0)] } } };
}

test('a path may hold a query and a fragment', () => {
  const { driver } = single({}, {}, 'get', '/a?kind=x&id={id}#second');
  expect(driver.options['url']).toBe('https://api.example.com/v1/a?kind=x&id={id}');
});

test('a small document that says much is refused before it fills the memory', () => {
  const links = (to: string) =>
    Object.fromEntries([0, 1, 2, 3].map((n) => [`p${n}`, { $ref: `#/components/schemas/${to}` }]));
  const levels = Array.from({ length: 12 }, (_, n) => [`L${n}`, { type: 'object', properties: links(`L${n + 1}`) }]);
  const schema = { $ref: '#/components/schemas/L0' };
  const post = { requestBody: { content: { 'application/json': { schema } } } };
  const paths = Object.fromEntries(Array.from({ length: 3000 }, (_, n) => [`/p${n}`, { post }]));
  expect(() => imported(paths, { components: { schemas: Object.fromEntries(levels) } })).toThrow(
    'the capabilities of the document are too long together',
  );
});

test('a small document whose schemas lead to a large one again and again is refused, whatever becomes of them', () => {
  const unusable = Object.fromEntries(Array.from({ length: 5000 }, (_, n) => [`\u0001${n}`, {}]));
  const schema = { $ref: '#/components/schemas/Large' };
  const get = { parameters: Array.from({ length: 100 }, (_, n) => ({ name: `p${n}`, in: 'query', schema })) };
  const paths = Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`/p${n}`, { get }]));
  const schemas = { Large: { type: 'object', properties: unusable } };
  expect(() => imported(paths, { components: { schemas } })).toThrow(
    'the schemas of the document are too long together',
  );
});

test('a pointer that goes on for ever leads nowhere', () => {
  const $ref = `#/${'a/'.repeat(100_000)}`;
  const paths = Object.fromEntries(
    Array.from({ length: 1000 }, (_, n) => [`/p${n}`, { get: { parameters: [{ $ref }] } }]),
  );
  expect(imported(paths).capabilities).toHaveLength(1000);
}, 5000);
