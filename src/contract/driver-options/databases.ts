import * as z from 'zod';
import { segmentsSchema } from '../segments-schema.js';

const MAX_TIMEOUT_MS = 86_400_000;

/** `prefer` is not among them: whoever stands in between could always answer that there is no TLS. */
export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

const URL_PARAMETERS = ['application_name', 'channel_binding', 'connect_timeout', 'host', 'options', 'sslmode'];

/** Where a PostgreSQL server is and how it is spoken to. */
export const serverMembers = {
  url: z.string().min(1).describe('A PostgreSQL address, postgres://user:password@host/name.').optional(),
  sslmode: z
    .enum(SSL_MODES)
    .describe('disable where the host is this machine, verify-full elsewhere, when neither it nor the url says it.')
    .optional(),
  ca_file: z
    .string()
    .min(1)
    .describe('Certificates (PEM) that the server must come from; relative to the config file.')
    .optional(),
  application_name: z.string().min(1).max(63).describe('What the server lists the connections under.').optional(),
  connect_timeout_ms: timeout('How long a connection may take; 10000 when absent.'),
  max_connections: z.int().min(1).max(1000).describe('Open at the same time; 8 when absent.').optional(),
};

const database = z
  .strictObject({
    file: z.string().min(1).describe('An SQLite file; relative to the config file.').optional(),
    ...serverMembers,
    statement_timeout_ms: timeout(
      'The longest a statement may run, all its rows together, without the time of a slow reader; only the limit of the call when absent.',
    ),
  })
  .superRefine(refuseContradictions);

/** Where several machines keep what they share, in the section `store` of a config. */
export function refuseWrongServer(config: ServerConfig, context: z.core.$RefinementCtx<ServerConfig>): void {
  const { url } = config;
  if (url !== undefined) {
    addIssues(
      context,
      urlMistakes(url).map((mistake) => ({ path: ['url'], ...mistake })),
    );
  }
}

export const sharedStoreSchema = z
  .strictObject({ ...serverMembers, url: z.string().min(1), segments: segmentsSchema.optional() })
  .superRefine(refuseWrongServer);

/** The section `databases` of a config: what capabilities of the driver `sql` run on, by name. */
export const databasesSchema = z.record(z.string().min(1).max(200), database);

export interface ServerConfig {
  readonly url?: string | undefined;
  readonly sslmode?: (typeof SSL_MODES)[number] | undefined;
  readonly ca_file?: string | undefined;
  readonly application_name?: string | undefined;
  readonly connect_timeout_ms?: number | undefined;
  readonly max_connections?: number | undefined;
}

export interface DatabaseConfig extends ServerConfig {
  readonly file?: string | undefined;
  readonly statement_timeout_ms?: number | undefined;
}

function timeout(description: string) {
  return z.int().min(1).max(MAX_TIMEOUT_MS).describe(description).optional();
}

const ONLY_POSTGRES = ['sslmode', 'ca_file', 'application_name', 'connect_timeout_ms', 'max_connections'] as const;

type Issue = { readonly path: readonly PropertyKey[]; readonly message: string; readonly hint: string };

function refuseContradictions(config: DatabaseConfig, context: z.core.$RefinementCtx<DatabaseConfig>): void {
  addIssues(context, contradictions(config));
}

function addIssues<Value>(context: z.core.$RefinementCtx<Value>, issues: readonly Issue[]): void {
  for (const { path, message, hint } of issues) {
    context.addIssue({ code: 'custom', path: [...path], message, params: { hint } });
  }
}

function contradictions(config: DatabaseConfig): readonly Issue[] {
  const { file, url } = config;
  if ((file === undefined) === (url === undefined)) {
    const message = file === undefined ? 'has neither file nor url' : 'has both file and url';
    return [{ path: [], message, hint: 'write file for SQLite, url for PostgreSQL' }];
  }
  if (url !== undefined) {
    return urlMistakes(url).map((mistake) => ({ path: ['url'], ...mistake }));
  }
  return ONLY_POSTGRES.filter((name) => config[name] !== undefined).map((name) => ({
    path: [name],
    message: 'has no meaning for an SQLite file',
    hint: 'take it out',
  }));
}

/** The messages never repeat the address: it holds a password. */
function urlMistakes(text: string): readonly Omit<Issue, 'path'>[] {
  const url = parseUrl(text);
  if (url === undefined || !/^postgres(?:ql)?:$/.test(url.protocol)) {
    return [
      {
        message: 'is not a PostgreSQL address',
        hint: 'it begins with postgres://, and has a host and the name of a database',
      },
    ];
  }
  const unknown = [...url.searchParams.keys()].filter((name) => !URL_PARAMETERS.includes(name));
  const mistakes = unknown.map((name) => ({
    message: `has a parameter ${/^\w{1,40}$/.test(name) ? name : ''} that is not known`.replace('  ', ' '),
    hint: `known are ${URL_PARAMETERS.join(', ')}; certificates are named by ca_file`,
  }));
  const mode = url.searchParams.get('sslmode');
  return mode === null || SSL_MODES.some((known) => known === mode)
    ? mistakes
    : [...mistakes, { message: 'has an sslmode that is not known', hint: `known are ${SSL_MODES.join(', ')}` }];
}

function parseUrl(text: string): URL | undefined {
  try {
    return new URL(text);
  } catch {
    return undefined;
  }
}
