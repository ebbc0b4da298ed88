import { dirname } from 'node:path';
import { checkTree } from './check-tree.js';
import type { Origin, OriginSource } from './config.js';
import type { DetectorNames } from './detector-names.js';
import type { EnvironmentValue } from './environment.js';
import { configInvalid, type LocatedMistake, type Mistake } from './mistakes.js';
import { lineOfPath, parseConfigText } from './parse-text.js';
import type { ConfigText } from './read-file.js';
import { resolveReferences } from './references.js';
import type { ConfigFile } from './schema.js';
import { isRecord } from './trees.js';

/** One source of settings, checked. */
export interface Layer {
  readonly file: ConfigFile;
  /** As it was written, references unresolved. */
  readonly written: Readonly<Record<string, unknown>>;
  readonly originOf: (path: string) => Origin;
  /** Where relative paths in it start; undefined for the environment. */
  readonly directory?: string;
  /** Throws CONFIG_INVALID for what only shows when layers are merged, if there is anything, with its place in this one. */
  readonly refuse: (mistakes: readonly LocatedMistake[]) => Promise<void>;
}

interface FileOptions {
  readonly env: NodeJS.ProcessEnv;
  readonly detectorNames?: DetectorNames;
}

/** Parses, resolves and checks a config file. */
export async function fileLayer(text: ConfigText, source: OriginSource, options: FileOptions): Promise<Layer> {
  const { env, detectorNames } = options;
  const directory = dirname(text.path);
  const written = await parseConfigText(text);
  const resolved = await resolveReferences(written, { env, directory });
  const checked = await checkTree(resolved.value, detectorNames);
  const located = 'mistakes' in checked ? checked.mistakes : [];
  const mistakes = [...resolved.mistakes, ...(await withLines(text, located))];
  if (mistakes.length > 0 || !('file' in checked)) {
    throw configInvalid(mistakes.map((mistake) => ({ ...mistake, place: text.path })));
  }
  return {
    file: checked.file,
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

function withLines(text: ConfigText, mistakes: readonly LocatedMistake[]): Promise<readonly Mistake[]> {
  return Promise.all(
    mistakes.map(async ({ steps, ...mistake }) => ({ ...mistake, ...(await lineMember(text, steps)) })),
  );
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
    written,
    originOf,
    async refuse(found) {
      if (found.length > 0) {
        throw configInvalid(placed(found));
      }
    },
  };
}

async function lineMember(text: ConfigText, steps: readonly PropertyKey[]): Promise<{ readonly line?: number }> {
  const line = await lineOfPath(text, steps).catch(() => undefined);
  return line === undefined ? {} : { line };
}

function setAt(tree: Record<string, unknown>, path: readonly string[], value: unknown): Record<string, unknown> {
  const [head = '', ...rest] = path;
  const below = tree[head];
  return { ...tree, [head]: rest.length === 0 ? value : setAt(isRecord(below) ? { ...below } : {}, rest, value) };
}
