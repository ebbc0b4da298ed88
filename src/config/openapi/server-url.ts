import { isRecord } from '../trees.js';

type Members = Readonly<Record<string, unknown>>;

/**
 * The address before the paths: of the operation, else of its path, else of the document, each its first server with the
 * defaults of its variables. Undefined when that is no whole http(s) address and `documentUrl` does not make it one.
 */
export function serverUrl(levels: readonly Members[], documentUrl: string | undefined): string | undefined {
  for (const { servers } of levels) {
    const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
    if (isRecord(first) && typeof first['url'] === 'string') {
      return wholeUrl(filled(first['url'], first['variables']), documentUrl);
    }
  }
  return documentUrl === undefined ? undefined : wholeUrl('/', documentUrl);
}

/** Without a slash at its end; undefined for what cannot be put before a path. */
export function wholeUrl(url: string, base?: string): string | undefined {
  if (!URL.canParse(url, base)) {
    return undefined;
  }
  const parsed = new URL(url, base);
  const isUsable = /^https?:$/.test(parsed.protocol) && parsed.username === '' && parsed.password === '';
  const href = `${parsed.origin}${parsed.pathname}`.replace(/\/+$/, '');
  return isUsable && !/[{}]/.test(decodeURI(href)) ? href : undefined;
}

/** A host that is meant to be near: a name of this machine, or an address. The http driver refuses these unasked. */
export function isLocalHost(hostname: string): boolean {
  return /^(?:(?:.+\.)?localhost|\d+(?:\.\d+){3}|\[.*\])$/.test(hostname);
}

function filled(url: string, variables: unknown): string {
  return url.slice(0, 2000).replace(/\{([^{}]*)\}/g, (whole, name: string) => {
    const variable = isRecord(variables) && Object.hasOwn(variables, name) ? variables[name] : undefined;
    const value = isRecord(variable) ? variable['default'] : undefined;
    return typeof value === 'string' ? value : whole;
  });
}
