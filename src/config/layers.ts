import { dirname } from 'node:path';
import { checkTree } from './check-tree.js';
import type { Origin, OriginSource } from './config.js';
import type { DetectorNames } from './detector-names.js';
import type { EnvironmentValue } from './environment.js';
import { configInvalid, type LocatedMistake, type Mistake } from './mistakes.js';
import type { SchemaMistake } from './params-mistakes.js';
import { lineOfPath, parseConfigText } from './parse-text.js';
import type { ConfigText } from './read-file.js';
import { type ReferencedFile, type ReferenceMistake, resolveReferences } from './references.js';
import type { ConfigFile } from './schema.js';
import { withStoreSection } from './store-address.js';
import { isRecord } from './trees.js';
import { isPartial, NOTHING_OFF, type OffParts, offParts } from './unresolved.js';

/** One source of settings, checked. */
export interface Layer {
  readonly file: ConfigFile;
  /** What of it cannot be used; agents, databases and servers among them are not in `file`. */
  readonly off: OffParts;
  /** Why. */
  readonly unresolved: readonly Mistake[];
  /** What its references lead to, as far as it is secret. */
  readonly secrets: readonly string[];
  /** Files that its references lead to. */
  readonly referenced: readonly ReferencedFile[];
  /** As it was written, references unresolved. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly originOf: (path: string) => Origin;
  /** Where relative paths in it start; undefined for the environment. */
  readonly directory?: string;
  /** Of a project in which an agent host works: see `for-hosts.ts`. */
  readonly isForHost?: boolean;
  /** Throws CONFIG_INVALID for what only shows when layers are merged, if there is anything, with its place in this one. */
  readonly refuse: (mistakes: readonly LocatedMistake[]) => Promise<void>;
}

interface FileOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly detectorNames?: DetectorNames;
  readonly schemaMistake?: () => Promise<SchemaMistake>;
  /** Every reference has to lead somewhere. */
  readonly isStrict?: boolean;
}

/**
 * Parses, resolves and checks a config file. A reference that leads to nothing switches off the agent, capability,
 * database or server it belongs to; anywhere else it is a mistake.
 */
export async function fileLayer(text: ConfigText, source: OriginSource, options: FileOptions): Promise<Layer> {
  const { env, isStrict = false } = options;
  const directory = dirname(text.path);
  const written = withStoreSection(await parseConfigText(text));
  const resolved = await resolveReferences(written, { env, directory });
  const checked = await checkTree(resolved.value, { ...options, references: resolved.mistakes });
  const refused = resolved.mistakes.filter((mistake) => isStrict || !isPartial(mistake)).map(toldOf);
  const mistakes = await withLines(text, [...refused, ...('mistakes' in checked ? checked.mistakes : [])]);
  if (mistakes.length > 0 || !('file' in checked)) {
    throw configInvalid(mistakes.map((mistake) => ({ ...mistake, place: text.path })));
  }
  return {
    file: checked.file,
    off: offParts(resolved.mistakes),
    secrets: resolved.secrets,
    referenced: resolved.files,
    unresolved: resolved.mistakes.map(toldOf).map(({ steps: _, ...mistake }) => ({ ...mistake, place: text.path })),
    written,
    directory,
    originOf: () => ({ source, name: text.path }),
    async refuse(found) {
      if (found.length > 0) {
        throw configInvalid((await withLines(text, found)).map((mistake) => ({ ...mistake, place: text.path })));
      }
    },
  };
}

function toldOf({ missing: _, ...mistake }: ReferenceMistake): LocatedMistake {
  return mistake;
}

/** In the order of the lines. */
async function withLines(text: ConfigText, mistakes: readonly LocatedMistake[]): Promise<readonly Mistake[]> {
  const placed = await Promise.all(
    mistakes.map(async ({ steps, ...mistake }) => ({ ...mistake, line: await lineOf(text, steps) })),
  );
  return placed
    .sort((one, other) => (one.line ?? 0) - (other.line ?? 0))
    .map(({ line, ...mistake }) => (line === undefined ? mistake : { ...mistake, line }));
}

/** The settings in the environment; a mistake names its variable. */
export async function environmentLayer(values: readonly EnvironmentValue[]): Promise<Layer> {
  const written = values.reduce<Record<string, unknown>>((tree, { path, value }) => setAt(tree, path, value), {});
  const variables = new Map(values.map(({ path, variable }) => [path.join('.'), variable]));
  const variableOf = (path: string) => variables.get(path.replace(/\[\d+\].*$/, ''));
  const placed = (mistakes: readonly LocatedMistake[]): readonly Mistake[] =>
    mistakes.map(({ steps: _, ...mistake }) => {
      const place = variableOf(mistake.path);
      return place === undefined ? mistake : { ...mistake, place };
    });
  const checked = await checkTree(written);
  if ('mistakes' in checked) {
    throw configInvalid(placed(checked.mistakes));
  }
  const originOf = (path: string): Origin => {
    const name = variableOf(path);
    return { source: 'environment', ...(name === undefined ? {} : { name }) };
  };
  return {
    file: checked.file,
    off: NOTHING_OFF,
    secrets: [],
    referenced: [],
    unresolved: [],
    written,
    originOf,
    async refuse(found) {
      if (found.length > 0) {
        throw configInvalid(placed(found));
      }
    },
  };
}

function lineOf(text: ConfigText, steps: readonly PropertyKey[]): Promise<number | undefined> {
  return lineOfPath(text, steps).catch(() => undefined);
}

function setAt(tree: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path;
  const below = tree[head];
  return { ...tree, [head]: rest.length === 0 ? value : setAt(isRecord(below) ? { ...below } : {}, rest, value) };
}
