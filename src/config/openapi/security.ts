import { isHeaderName, mayBeSet } from '../../contract/driver-options/http-headers.js';
import { isRecord } from '../trees.js';
import { isPlainName } from './clean-text.js';
import { resolveObject } from './resolve-pointer.js';

type Members = Readonly<Record<string, unknown>>;

/** What a request needs to be let in. Values refer to the environment, as they would stand in a config. */
export interface Credentials {
  readonly headers: Readonly<Record<string, string>>;
  readonly query: Readonly<Record<string, string>>;
}

export interface Security {
  /** For one operation; undefined when none of the ways it offers is known here. */
  readonly credentialsOf: (operation: Members) => Credentials | undefined;
  /** The environment variables that were referred to, in order. */
  readonly variables: () => readonly string[];
}

const MAX_WAYS = 100;
const NONE: Credentials = { headers: {}, query: {} };

/**
 * Reads the security schemes of a document. The names of the variables come from the namespace alone: the document
 * could otherwise choose which of our secrets are sent to its server.
 */
export function readSecurity(document: Members, namespace: string): Security {
  const components = resolveObject(document, document['components']);
  const schemes = resolveObject(document, components?.['securitySchemes']) ?? {};
  const variables = new Map<string, string>();

  const variableOf = (scheme: string): string => {
    const base = `${namespace.toUpperCase()}_API_KEY`;
    const known = variables.get(scheme) ?? (variables.size === 0 ? base : `${base}_${variables.size + 1}`);
    variables.set(scheme, known);
    return known;
  };

  const credentialsOf = (operation: Members): Credentials | undefined => {
    const wanted = operation['security'] ?? document['security'];
    const ways = Array.isArray(wanted) ? wanted.slice(0, MAX_WAYS).filter(isRecord) : [];
    if (ways.length === 0) {
      return NONE;
    }
    const isKnown = (way: Members): boolean =>
      Object.keys(way).every((name) => placeOf(schemes, document, name) !== undefined);
    const way =
      ways.find((each) => Object.keys(each).length > 0 && isKnown(each)) ??
      ways.find((each) => Object.keys(each).length === 0);
    return way === undefined ? undefined : Object.keys(way).reduce((all, name) => join(all, name), NONE);
  };

  const join = (all: Credentials, name: string): Credentials => {
    const place = placeOf(schemes, document, name);
    if (place === undefined) {
      return all;
    }
    const value = `${place.before}\${env:${variableOf(name)}}`;
    return { ...all, [place.in]: { ...all[place.in], [place.name]: value } };
  };

  return { credentialsOf, variables: () => [...variables.values()] };
}

interface Place {
  readonly in: 'headers' | 'query';
  readonly name: string;
  /** What stands before the secret. */
  readonly before: string;
}

function placeOf(schemes: Members, document: Members, schemeName: string): Place | undefined {
  const scheme = Object.hasOwn(schemes, schemeName) ? resolveObject(document, schemes[schemeName]) : undefined;
  const { type, scheme: kind, in: where, name } = scheme ?? {};
  switch (type) {
    case 'apiKey':
      return typeof name === 'string' ? keyPlace(where, name) : undefined;
    case 'http':
      return authorization(String(kind).toLowerCase());
    case 'oauth2':
    case 'openIdConnect':
      return authorization('bearer');
    default:
      return undefined;
  }
}

function keyPlace(where: unknown, name: string): Place | undefined {
  if (where === 'header' && isHeaderName(name) && mayBeSet(name)) {
    return { in: 'headers', name, before: '' };
  }
  if (where === 'cookie' && isHeaderName(name)) {
    return { in: 'headers', name: 'Cookie', before: `${name}=` };
  }
  return where === 'query' && isPlainName(name) ? { in: 'query', name, before: '' } : undefined;
}

function authorization(kind: string): Place | undefined {
  const before = kind === 'bearer' ? 'Bearer ' : kind === 'basic' ? 'Basic ' : undefined;
  return before === undefined ? undefined : { in: 'headers', name: 'Authorization', before };
}
