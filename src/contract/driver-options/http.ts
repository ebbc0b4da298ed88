import * as z from 'zod';
import { headerMistake, urlMistake } from './http-mistakes.js';
import type { DriverOperations } from './operation.js';
import { placeholdersIn } from './placeholders.js';

export const HTTP_METHODS = ['GET', 'HEAD', 'OPTIONS', 'POST', 'PUT', 'PATCH', 'DELETE'] as const;
export const HTTP_FORMATS = ['auto', 'json', 'ndjson', 'sse', 'csv', 'text'] as const;

/** POST is not among them: many servers take questions by it. */
const CHANGING: readonly string[] = ['PUT', 'PATCH', 'DELETE'];

const MAX_MS = 24 * 60 * 60 * 1000;

const memberPath = () =>
  z
    .string()
    .min(1)
    .max(500)
    .refine((path) => path.split('.').every((part) => part !== ''), 'is not a path such as data.items');

const urlTemplate = () =>
  z
    .string()
    .min(1)
    .max(8000)
    .superRefine((text, context) => {
      const mistake = urlMistake(text);
      if (mistake !== undefined) {
        context.addIssue({ code: 'custom', ...mistake });
      }
    })
    .describe('http(s) address; {name} in its path or query is filled with the percent-encoded argument.');

export const requestHeaders = () =>
  z
    .record(z.string(), z.string())
    .superRefine((members, context) => {
      for (const [name, value] of Object.entries(members)) {
        const message = headerMistake(name, value);
        if (message !== undefined) {
          context.addIssue({ code: 'custom', message, path: [name] });
        }
      }
    })
    .describe('Request headers; secrets by a reference to the environment or a file.');

const body = () => {
  const argumentName = z.string().regex(/^[A-Za-z_][A-Za-z0-9_]*$/, 'is not the name of an argument');
  return z
    .strictObject({
      json: z.unknown().describe('Any JSON; a text that is just {name} becomes the argument with its type.').optional(),
      argument: argumentName.describe('The argument that is the whole JSON body, or is streamed as it.').optional(),
      form: z.record(z.string(), z.string()).describe('Fields of a form; {name} is filled.').optional(),
      text: z.string().describe('A text; {name} is filled as it is.').optional(),
      content_type: z.string().min(1).max(200).describe('In place of the usual one for its kind.').optional(),
    })
    .refine(
      ({ content_type: _, ...kinds }) => Object.values(kinds).filter((kind) => kind !== undefined).length === 1,
      'must have exactly one of json, argument, form and text',
    );
};

const pagination = () =>
  z
    .strictObject({
      link_header: z.literal(true).describe('The next page is in the Link header (rel="next").').optional(),
      next_url: z.strictObject({ at: memberPath() }).describe('Its address is in this member of the JSON.').optional(),
      cursor: z
        .strictObject({ at: memberPath(), parameter: z.string().min(1) })
        .describe('This member of the JSON is the query parameter of the next request.')
        .optional(),
      page: z
        .strictObject({ parameter: z.string().min(1), first: z.int().min(0).optional() })
        .describe('A query parameter counts pages until one has no records.')
        .optional(),
      max_pages: z.int().min(1).max(1_000_000).describe('100 when absent.').optional(),
    })
    .refine(
      ({ max_pages: _, ...kinds }) => Object.values(kinds).filter((kind) => kind !== undefined).length === 1,
      'must have exactly one of link_header, next_url, cursor and page',
    );

const milliseconds = () => z.int().min(1).max(MAX_MS);

const timeouts = () =>
  z.strictObject({
    connect_ms: milliseconds().describe('10000 when absent.').optional(),
    idle_ms: milliseconds().describe('Silence of the server; 30000 when absent.').optional(),
    total_ms: milliseconds().describe('The whole request with all its pages; no limit when absent.').optional(),
  });

const retries = () =>
  z
    .strictObject({
      attempts: z.int().min(0).max(10).describe('How often a request is repeated; 2 when absent.').optional(),
      max_delay_ms: milliseconds().describe('The longest wait before one; 10000 when absent.').optional(),
    })
    .describe('Only for idempotent requests, before anything of the answer was read.');

const host = z
  .string()
  .min(1)
  .max(300)
  .refine(
    (text) => /^(?:[^\s/?#@:[\]]+|\[?[\da-fA-F:.]+\]?)$/.test(text),
    'is not the name of a host: no scheme, port or path',
  );

const query = () => {
  const scalar = z.union([z.string(), z.number(), z.boolean()]);
  return z
    .record(z.string().min(1), z.union([scalar, z.array(scalar)], 'must be a text, a number, true or false, or a list'))
    .describe('Query parameters; one whose {name} argument is absent is left out, a list is repeated.');
};

function buildOptions() {
  return z
    .strictObject({
      url: urlTemplate(),
      method: z.enum(HTTP_METHODS).describe('GET when absent.').optional(),
      query: query().optional(),
      headers: requestHeaders().optional(),
      body: body().describe('What is sent.').optional(),
      format: z.enum(HTTP_FORMATS).describe('How the answer is read; auto goes by its content type.').optional(),
      records_at: memberPath().describe('The array of records inside a JSON object, such as data.items.').optional(),
      pagination: pagination().describe('Further pages are read as one result.').optional(),
      timeouts: timeouts().optional(),
      retries: retries().optional(),
      redirects: z.enum(['refuse', 'same_origin']).describe('refuse when absent.').optional(),
      max_response_bytes: z
        .int()
        .min(1)
        .max(Number.MAX_SAFE_INTEGER)
        .describe('Of all pages, as sent and when decompressed; 1 GiB when absent.')
        .optional(),
      on_error: z.enum(['hide', 'show']).describe('show: the body of an error is text of the result.').optional(),
      allow_private: z.boolean().describe('true: the host may have a private or local address.').optional(),
      allow_hosts: z.array(host).describe('Host names that may have one.').optional(),
      ca_file: z.string().min(1).describe('More certificate authorities, as PEM; relative to the config.').optional(),
    })
    .superRefine(({ method = 'GET', body: sent, format = 'auto', records_at: at, pagination: pages }, context) => {
      if (sent !== undefined && (method === 'GET' || method === 'HEAD' || method === 'OPTIONS')) {
        context.addIssue({ code: 'custom', path: ['body'], message: `cannot be sent with ${method}` });
      }
      const wantsJson = at !== undefined || pages?.cursor !== undefined || pages?.next_url !== undefined;
      if (wantsJson && format !== 'auto' && format !== 'json') {
        context.addIssue({ code: 'custom', path: ['format'], message: 'must be json where members are looked for' });
      }
    });
}

let built: ReturnType<typeof buildOptions> | undefined;

/** The schema of the options. Made when it is first asked for: most configs have no use for it. */
export function httpRequestOptions(): ReturnType<typeof buildOptions> {
  built ??= buildOptions();
  return built;
}

export type HttpRequestOptions = z.output<ReturnType<typeof buildOptions>>;

export const HTTP_OPERATIONS: DriverOperations = {
  request: {
    get options() {
      return httpRequestOptions();
    },
    argumentNames: (options) => {
      const { url: address, query, headers: sent, body: content } = httpRequestOptions().parse(options);
      const texts = textsIn([address, query, sent, content?.json, content?.form, content?.text]);
      return [...texts.flatMap(placeholdersIn), ...(content?.argument === undefined ? [] : [content.argument])];
    },
    misfit: (options, { safety_class: safetyClass }) => {
      const { method = 'GET' } = httpRequestOptions().parse(options);
      return safetyClass === 'READ' && CHANGING.includes(method)
        ? { member: 'method', message: `${method} is no READ`, hint: 'set safety_class: WRITE or DESTRUCTIVE' }
        : undefined;
    },
  },
};

const DEEPEST = 64;

function textsIn(value: unknown, depth = 0): readonly string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return typeof value === 'object' && value !== null && depth < DEEPEST
    ? Object.values(value).flatMap((member) => textsIn(member, depth + 1))
    : [];
}
