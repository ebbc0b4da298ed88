import { parseHostFile } from '../config/mcp-import/parse-host-file.js';
import { secretsIn } from '../config/secret-values.js';
import { isRecord } from '../config/trees.js';

const PLACES = ['env', 'environment', 'headers', 'http_headers'];
/** What refers to a variable says no value. */
const REFERENCE = /\$\{|\{env:|^\$\w+$/;
const SHOWN = '[REDACTED:secret]';

/** What stands in the variables and headers of the MCP servers of a host's file, and must not be seen, whatever it looks like. */
export async function serverValues(text: string | undefined): Promise<readonly string[]> {
  try {
    const servers = await parseHostFile(text ?? '', { mayBeEmpty: true });
    return servers.flatMap(({ entry }) => (isRecord(entry) ? PLACES.flatMap((name) => valuesOf(entry[name])) : []));
  } catch {
    // A file of hooks, or of rules.
    return [];
  }
}

function valuesOf(variables: unknown): readonly string[] {
  return isRecord(variables)
    ? Object.entries(variables).flatMap(([name, value]) =>
        typeof value === 'string' && !REFERENCE.test(value)
          ? secretsIn(name, value.replace(/^(?:Basic|Bearer|Token) /i, ''))
          : [],
      )
    : [];
}

/** The text without these values, also as JSON and TOML write them. */
export function withoutValues(text: string, values: readonly string[]): string {
  const forms = values.flatMap((value) => [value, JSON.stringify(value).slice(1, -1)]);
  const longestFirst = [...new Set(forms)].sort((one, other) => other.length - one.length);
  return longestFirst.reduce((left, form) => left.split(form).join(SHOWN), text);
}
