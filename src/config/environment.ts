import { nearestName } from '../contract/did-you-mean.js';

type Kind = 'text' | 'integer' | 'boolean' | 'list';

/** Every AKERNEL_ variable that sets a member of the config. */
const VARIABLES: Readonly<Record<string, { readonly path: readonly [string, ...string[]]; readonly kind: Kind }>> = {
  AKERNEL_PRINCIPAL_ID: { path: ['principal', 'principal_id'], kind: 'text' },
  AKERNEL_PRINCIPAL_ROLES: { path: ['principal', 'roles'], kind: 'list' },
  AKERNEL_BUDGET_MAX_TOKENS: { path: ['budget', 'max_tokens'], kind: 'integer' },
  AKERNEL_BUDGET_ENCODING: { path: ['budget', 'encoding'], kind: 'text' },
  AKERNEL_LIMITS_MAX_ROWS: { path: ['limits', 'max_rows'], kind: 'integer' },
  AKERNEL_LIMITS_MAX_FIELDS: { path: ['limits', 'max_fields'], kind: 'integer' },
  AKERNEL_LIMITS_MAX_CHARS: { path: ['limits', 'max_chars'], kind: 'integer' },
  AKERNEL_LIMITS_MAX_DEPTH: { path: ['limits', 'max_depth'], kind: 'integer' },
  AKERNEL_STORE_URL: { path: ['store', 'url'], kind: 'text' },
  AKERNEL_STORE_SEGMENTS: { path: ['store', 'segments', 'url'], kind: 'text' },
  AKERNEL_STORE_MAX_ENTRY_BYTES: { path: ['store', 'max_entry_bytes'], kind: 'integer' },
  AKERNEL_STORE_MAX_TOTAL_BYTES: { path: ['store', 'max_total_bytes'], kind: 'integer' },
  AKERNEL_STORE_TTL: { path: ['store', 'ttl'], kind: 'text' },
  AKERNEL_AUDIT_MAX_TRACES: { path: ['audit', 'max_traces'], kind: 'integer' },
  AKERNEL_AUDIT_MAX_AGE: { path: ['audit', 'max_age'], kind: 'text' },
  AKERNEL_POLICY_DEFAULT: { path: ['policy', 'default'], kind: 'text' },
  AKERNEL_REDACTION_PSEUDONYMS: { path: ['redaction', 'pseudonyms'], kind: 'boolean' },
  AKERNEL_EXEC: { path: ['exec'], kind: 'boolean' },
  AKERNEL_TIMEOUT: { path: ['timeout'], kind: 'text' },
};

/** Read elsewhere, so that the schema is not loaded for them, or no members of the config. */
const OTHER_VARIABLES = [
  'AKERNEL_HOME',
  'AKERNEL_CONFIG',
  'AKERNEL_OUTPUT',
  'AKERNEL_SCREEN_READER',
  'AKERNEL_REMOTE',
  'AKERNEL_REMOTE_TOKEN',
  'AKERNEL_SECRET',
  'AKERNEL_SECRET_PREVIOUS',
  'AKERNEL_STORE_KEY',
  'AKERNEL_GATEWAY_DEPTH',
  'AKERNEL_WITHIN',
];

export interface EnvironmentValue {
  readonly variable: string;
  readonly path: readonly [string, ...string[]];
  /** Turned into its kind where it can be; what cannot is left for the schema to refuse. */
  readonly value: unknown;
}

export interface EnvironmentLayer {
  readonly values: readonly EnvironmentValue[];
  readonly warnings: readonly string[];
}

/** What the environment sets; an unknown AKERNEL_ variable is a warning, because another version may know it. */
export function readEnvironment(env: NodeJS.ProcessEnv): EnvironmentLayer {
  const values: EnvironmentValue[] = [];
  const warnings: string[] = [];
  for (const [variable, text] of Object.entries(env)) {
    if (!variable.startsWith('AKERNEL_') || text === undefined || text === '') {
      continue;
    }
    const known = Object.hasOwn(VARIABLES, variable) ? VARIABLES[variable] : undefined;
    if (known !== undefined) {
      values.push({ variable, path: known.path, value: convert(text, known.kind) });
    } else if (!OTHER_VARIABLES.includes(variable)) {
      warnings.push(unknownVariable(variable));
    }
  }
  return { values, warnings };
}

function convert(text: string, kind: Kind): unknown {
  switch (kind) {
    case 'integer':
      return /^\d{1,16}$/.test(text) ? Number(text) : text;
    case 'boolean':
      return text === 'true' || text === '1' ? true : text === 'false' || text === '0' ? false : text;
    case 'list':
      return text.split(',').map((item) => item.trim());
    case 'text':
      return text;
  }
}

function unknownVariable(variable: string): string {
  const known = [...Object.keys(VARIABLES), ...OTHER_VARIABLES];
  const near = known.find((name) => name.startsWith(`${variable}_`)) ?? nearestName(variable, known);
  return `${variable} is not a variable of akernel${near === undefined ? '' : `, did you mean ${near}?`}`;
}
