import { KernelError } from '../../contract/errors.js';
import { isRecord } from '../trees.js';
import { cleanText, isPlainName, snakeCase, uniqueName } from './clean-text.js';
import { convertOperation, METHODS, type Method } from './convert-operation.js';
import type { ImportedCapability } from './imported-capability.js';
import { resolveObject } from './resolve-pointer.js';
import { readSecurity } from './security.js';
import { isLocalHost, serverUrl, wholeUrl } from './server-url.js';

type Members = Readonly<Record<string, unknown>>;

export interface ImportOptions {
  /** The first part of every id; made from the title when absent. */
  readonly namespace?: string;
  /** In place of the servers that the document names. */
  readonly baseUrl?: string;
  /** Where the document is from, if it is from the network. */
  readonly documentUrl?: string;
  /** Only operations with one of these tags. */
  readonly tags: readonly string[];
  readonly sensitivity: string;
}

export interface ImportResult {
  readonly capabilities: readonly ImportedCapability[];
  /** Operations that were left out, and why. */
  readonly skipped: readonly { readonly operation: string; readonly why: string }[];
  /** Environment variables that hold the credentials. */
  readonly variables: readonly string[];
  /** Where requests go. */
  readonly origins: readonly string[];
}

const MAX_OPERATIONS = 5000;
/** A small document can refer to its parts again and again. */
const MAX_RESULT_CHARS = 3 * 1024 * 1024;

/** Every operation of an OpenAPI 3 document as a capability. Nothing in the document is trusted. */
export function importOpenApi(document: unknown, options: ImportOptions): ImportResult {
  if (!isRecord(document) || !/^3\.[01]\.\d/.test(String(document['openapi']))) {
    throw new KernelError('USAGE', 'this is not an OpenAPI document of version 3.0 or 3.1', {
      hint: 'it begins with openapi: 3.0.3 or the like; convert older ones first',
    });
  }
  const info = isRecord(document['info']) ? document['info'] : {};
  const namespace = options.namespace ?? (snakeCase(String(info['title'] ?? ''), 40) || 'api');
  const security = readSecurity(document, namespace);
  const named = [options.baseUrl, options.documentUrl].filter((url) => url !== undefined);
  const localHosts = named.map((url) => new URL(url).hostname).filter(isLocalHost);
  const taken = new Set<string>();
  const skipped: { operation: string; why: string }[] = [];
  const capabilities: ImportedCapability[] = [];
  let size = 0;

  for (const found of findOperations(document).filter(({ operation }) => hasTag(operation, options.tags))) {
    const { item, operation, path, method } = found;
    const name = cleanText(`${method.toUpperCase()} ${path}`, 120);
    const credentials = security.credentialsOf(operation);
    const baseUrl = options.baseUrl ?? serverUrl([operation, item, document], options.documentUrl);
    if (baseUrl === undefined) {
      throw new KernelError('USAGE', 'the document does not say where its server is', { hint: 'give --base-url' });
    }
    if (credentials === undefined) {
      skipped.push({ operation: name, why: 'needs credentials of a kind that cannot be given' });
      continue;
    }
    const { sensitivity } = options;
    const capabilityId = uniqueName(`${namespace}.${operationName(found)}`, taken);
    const converted = convertOperation({
      ...found,
      document,
      capabilityId,
      baseUrl,
      sensitivity,
      credentials,
      localHosts,
    });
    if ('why' in converted) {
      skipped.push({ operation: name, why: converted.why });
    } else {
      capabilities.push(converted);
      size += JSON.stringify(converted).length;
      refuseSize(size);
    }
  }
  const urls = capabilities.map(({ driver }) => new URL(String(driver.options['url'])).origin);
  return { capabilities, skipped, variables: security.variables(), origins: [...new Set(urls)] };
}

export function checkedBaseUrl(url: string): string {
  const whole = wholeUrl(url);
  if (whole === undefined) {
    throw new KernelError('USAGE', '--base-url is not an address', {
      hint: 'write it like https://api.example.com/v1',
    });
  }
  return whole;
}

function refuseSize(chars: number): void {
  if (chars > MAX_RESULT_CHARS) {
    throw new KernelError('LIMIT_REACHED', 'the capabilities of the document are too long together', {
      hint: '--tag chooses some of them',
    });
  }
}

interface FoundOperation {
  readonly item: Members;
  readonly operation: Members;
  readonly path: string;
  readonly method: Method;
}

function findOperations(document: Members): readonly FoundOperation[] {
  const paths = isRecord(document['paths']) ? document['paths'] : {};
  const found = Object.entries(paths).flatMap(([path, value]) => {
    const item = resolveObject(document, value) ?? {};
    return METHODS.flatMap((method) => {
      const operation = Object.hasOwn(item, method) ? resolveObject(document, item[method]) : undefined;
      return operation === undefined ? [] : [{ item, operation, path, method }];
    });
  });
  if (found.length > MAX_OPERATIONS) {
    throw new KernelError('LIMIT_REACHED', `the document has more than ${MAX_OPERATIONS} operations`);
  }
  return found;
}

function hasTag({ tags }: Members, wanted: readonly string[]): boolean {
  return wanted.length === 0 || (Array.isArray(tags) && tags.some((tag) => wanted.includes(String(tag))));
}

function operationName({ operation, method, path }: FoundOperation): string {
  const { operationId } = operation;
  const named = typeof operationId === 'string' && isPlainName(operationId, 500) ? snakeCase(operationId) : '';
  return named || snakeCase(`${method} ${path}`) || method;
}
