import type { Document } from 'yaml';
import { jsonErrorLine } from './json-error-line.js';
import { configInvalid } from './mistakes.js';
import type { ConfigText } from './read-file.js';

const MAX_ALIASES = 100;
const HINTS: Readonly<Record<string, string>> = {
  DUPLICATE_KEY: 'the name stands twice: keep one of them',
  TAB_AS_INDENT: 'indent with spaces, not with tabs',
};
const MAX_VALUES = 100_000;

/** A config file as a tree of members. Text that is not JSON or YAML is CONFIG_INVALID with its line. */
export async function parseConfigText(file: ConfigText): Promise<Readonly<Record<string, unknown>>> {
  const tree = file.path.endsWith('.json') ? await parseJson(file) : await parseYaml(file);
  if (tree === null || tree === undefined) {
    return {};
  }
  if (typeof tree !== 'object' || Array.isArray(tree)) {
    throw configInvalid([{ path: '', place: file.path, message: 'is not an object of settings' }]);
  }
  return Object.fromEntries(Object.entries(tree));
}

/** A file may have thousands of mistakes, and parsing it takes long. */
const documents = new WeakMap<ConfigText, Document>();

/** The line on which a member stands, counted from 1; for one that is missing, that of what should have it. */
export async function lineOfPath(file: ConfigText, path: readonly PropertyKey[]): Promise<number | undefined> {
  const { isPair, isMap, parseDocument, isNode } = await import('./yaml-library.js');
  const { text } = file;
  const document = documents.get(file) ?? parseDocument(text);
  documents.set(file, document);
  for (let steps = path; steps.length > 0; steps = steps.slice(0, -1)) {
    const parent = document.getIn(steps.slice(0, -1), true);
    const last = steps.at(-1);
    const pair = isMap(parent)
      ? parent.items.find((item) => isPair(item) && String(item.key) === String(last))
      : undefined;
    const node = pair?.key ?? document.getIn(steps, true);
    const start = isNode(node) ? node.range?.[0] : undefined;
    if (start !== undefined) {
      return text.slice(0, start).split('\n').length;
    }
  }
  return undefined;
}

async function parseJson(file: ConfigText): Promise<unknown> {
  const text = file.text.replace(/^\ufeff/, '');
  try {
    return JSON.parse(text);
  } catch (cause) {
    await parseYaml(file);
    const message = 'is not valid JSON';
    const hint = 'look for a trailing comma, a missing value or a name without quotes';
    throw configInvalid([{ path: '', place: file.path, message, hint, line: jsonErrorLine(text) }], cause);
  }
}

/** YAML 1.2 takes all JSON, and says on which line it stopped. */
async function parseYaml({ path, text }: ConfigText): Promise<unknown> {
  const { parseDocument } = await import('./yaml-library.js');
  const document = parseDocument(text, { prettyErrors: true });
  const [error] = document.errors;
  if (error !== undefined) {
    const line = error.linePos?.[0].line;
    const message = `is not valid ${path.endsWith('.json') ? 'JSON' : 'YAML'} (${error.code.toLowerCase().replaceAll('_', ' ')})`;
    const hint = HINTS[error.code] ?? 'is the file complete?';
    const place = { path: '', place: path, message, hint };
    throw configInvalid([line === undefined ? place : { ...place, line }], error);
  }
  try {
    const tree: unknown = document.toJS({ maxAliasCount: MAX_ALIASES });
    checkSize(tree);
    return tree;
  } catch (cause) {
    throw configInvalid([{ path: '', place: path, message: 'repeats itself too often by aliases' }], cause);
  }
}

/** Aliases can make a small file a huge or an endless tree. */
function checkSize(tree: unknown): void {
  const waiting: unknown[] = [tree];
  let seen = 0;
  for (let value = waiting.pop(); value !== undefined; value = waiting.pop()) {
    seen += 1;
    if (seen > MAX_VALUES) {
      throw new RangeError('the tree is too large');
    }
    if (typeof value === 'object' && value !== null) {
      waiting.push(...Object.values(value).filter((item) => item !== undefined));
    }
  }
}
