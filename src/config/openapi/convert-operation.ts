import { cleanText, escapeReferences, isPlainName } from './clean-text.js';
import type { ImportedCapability } from './imported-capability.js';
import { type Argument, readParameters, type Unsupported } from './parameters.js';
import { readRequestBody } from './request-body.js';
import type { Credentials } from './security.js';

type Members = Readonly<Record<string, unknown>>;

export interface OperationParts {
  readonly document: Members;
  /** The path's own object, which operations share. */
  readonly item: Members;
  readonly operation: Members;
  readonly path: string;
  readonly method: Method;
  readonly capabilityId: string;
  readonly baseUrl: string;
  readonly sensitivity: string;
  readonly credentials: Credentials;
  /** Hosts of this machine or network that a person has named, not the document. */
  readonly localHosts: readonly string[];
}

export const METHODS = ['get', 'head', 'options', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

const MAX_DESCRIPTION = 1000;
const MAX_TAGS = 10;

/** One operation as a capability of the http driver. */
export function convertOperation(parts: OperationParts): ImportedCapability | Unsupported {
  const { document, item, operation, method, credentials } = parts;
  const taken = new Set<string>();
  const parameters = readParameters(document, item, operation, taken);
  if ('why' in parameters) {
    return parameters;
  }
  const body = readRequestBody(document, operation, taken);
  if ('why' in body) {
    return body;
  }
  const url = fillPath(parts, parameters.path, taken);
  if (typeof url !== 'string') {
    return url;
  }
  const sent =
    method === 'post' || method === 'put' || method === 'patch' || method === 'delete' ? body.body : undefined;
  const args = [...parameters.arguments, ...(sent === undefined ? [] : body.arguments), ...undescribed(url, taken)];
  const query = { ...own(parameters.query), ...credentials.query };
  const headers = { ...own(parameters.headers), ...credentials.headers };
  return {
    capability_id: parts.capabilityId,
    description: String(escapeReferences(describe(parts))),
    safety_class: safetyClass(method),
    sensitivity: parts.sensitivity,
    ...tagsOf(operation),
    params: own(paramsOf(args)),
    driver: {
      driver_id: 'http',
      operation: 'request',
      options: {
        method: method.toUpperCase(),
        url: String(escapeReferences(url)),
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(Object.keys(headers).length === 0 ? {} : { headers }),
        ...(sent === undefined ? {} : { body: own(sent) }),
        ...allowedHost(parts),
      },
    },
  };
}

function own<Tree extends Members>(tree: Tree): Members {
  return Object.fromEntries(Object.entries(tree).map(([name, value]) => [name, escapeReferences(value)]));
}

function allowedHost({ baseUrl, localHosts }: OperationParts): Members {
  const { hostname } = new URL(baseUrl);
  return localHosts.includes(hostname) ? { allow_hosts: [hostname] } : {};
}

function safetyClass(method: Method): 'READ' | 'WRITE' | 'DESTRUCTIVE' {
  if (method === 'delete') {
    return 'DESTRUCTIVE';
  }
  return method === 'get' || method === 'head' || method === 'options' ? 'READ' : 'WRITE';
}

function describe({ operation, method, path }: OperationParts): string {
  const summary = cleanText(operation['summary'], MAX_DESCRIPTION);
  const description = cleanText(operation['description'], MAX_DESCRIPTION);
  const separator = /[.!?…:]$/.test(summary) ? ' ' : '. ';
  const isOne = summary === '' || description === '' || description.startsWith(summary);
  const both = isOne ? description || summary : `${summary}${separator}${description}`;
  return cleanText(both, MAX_DESCRIPTION) || `${method.toUpperCase()} ${cleanText(path, 200)}`;
}

function tagsOf({ tags }: Members): { readonly tags?: readonly string[] } {
  const kept = Array.isArray(tags)
    ? tags
        .slice(0, MAX_TAGS * 10)
        .filter((tag): tag is string => typeof tag === 'string' && isPlainName(tag, 60))
        .slice(0, MAX_TAGS)
    : [];
  return kept.length === 0 ? {} : { tags: kept.map((tag) => String(escapeReferences(tag))) };
}

function paramsOf(args: readonly Argument[]): Members {
  const required = args.filter(({ isRequired }) => isRequired).map(({ name }) => name);
  return {
    type: 'object',
    properties: Object.fromEntries(args.map(({ name, schema }) => [name, schema])),
    ...(required.length === 0 ? {} : { required }),
    additionalProperties: false,
  };
}

/** The address with a placeholder for each argument; everything else in the path stands for itself. */
function fillPath(
  { path, baseUrl }: OperationParts,
  names: ReadonlyMap<string, string>,
  taken: Set<string>,
): string | Unsupported {
  // Some documents tell operations on one path apart by a fragment, which is never sent.
  const [plain = ''] = path.split('#');
  if (!plain.startsWith('/') || plain.includes('\\') || !isPlainName(plain, 2000)) {
    return { why: 'has a path that is not one of a URL' };
  }
  const unknown: string[] = [];
  const filled = plain.replace(/\{([^{}/]+)\}|[^{}]+/g, (piece, name: string | undefined) => {
    if (name === undefined) {
      return encodeURI(piece).replaceAll('%25', '%');
    }
    const argument = names.get(name);
    unknown.push(...(argument === undefined ? [name] : []));
    return `{${argument ?? name}}`;
  });
  const rest = filled.replace(/\{[A-Za-z_][A-Za-z0-9_]*\}/g, '');
  if (/[{}]/.test(rest) || unknown.some((name) => taken.has(name))) {
    return { why: 'has a path with placeholders of another kind' };
  }
  return `${baseUrl}${filled}`;
}

/** Placeholders that the document forgot to describe. */
function undescribed(url: string, taken: Set<string>): readonly Argument[] {
  const names = [...url.matchAll(/\{([A-Za-z_][A-Za-z0-9_]*)\}/g)].map(([, name = '']) => name);
  return [...new Set(names)]
    .filter((name) => !taken.has(name))
    .map((name) => ({ name, schema: { type: 'string' }, isRequired: true }));
}
