import { isRecord } from '../trees.js';
import type { EntryParts } from './entry-types.js';

type Members = Readonly<Record<string, unknown>>;

export function textsOf(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.map(String) : [];
}

/** Whether arguments, variables and headers are texts, numbers or truth values. */
export function hasPlainParts({ args, env, environment, headers, http_headers }: Members): boolean {
  const lists = [args, env, environment, headers, http_headers].filter(
    (part) => typeof part === 'object' && part !== null,
  );
  return lists
    .flatMap((part) => Object.values(Object(part)))
    .every((value) => typeof value !== 'object' || value === null);
}

export function envOf({ env, environment }: Members): Readonly<Record<string, string>> {
  return { ...plainTexts(environment), ...plainTexts(env) };
}

export function headersOf(entry: Members): Pick<EntryParts, 'headers' | 'headerVariables'> {
  const { bearer_token_env_var: bearer, env_http_headers: named } = entry;
  const variables = Object.entries(plainTexts(named)).map(([header, variable]) => [header, { scheme: '', variable }]);
  return {
    headers: plainTexts(entry['headers'] ?? entry['http_headers']),
    headerVariables: {
      ...Object.fromEntries(variables),
      ...(typeof bearer === 'string' ? { Authorization: { scheme: 'Bearer ', variable: bearer } } : {}),
    },
  };
}

function plainTexts(members: unknown): Readonly<Record<string, string>> {
  return isRecord(members)
    ? Object.fromEntries(Object.entries(members).map(([name, value]) => [name, String(value)]))
    : {};
}
