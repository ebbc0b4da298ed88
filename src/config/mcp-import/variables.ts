import type { HostEntry } from './entry-types.js';
import { textsIn } from './unify-references.js';

/** What may stand in the values of a host's file, as references of akernel. */
const HOST_REFERENCE = /\$\{(?:(env|input):)?([A-Za-z_][\w.-]*)(:-[^}]*)?\}/g;

/** Names variables that have to be set before the import works. */
export interface Variables {
  readonly names: () => readonly string[];
  /** To a variable that is named after words. */
  readonly reference: (words: string) => string;
  /** To a variable of this name. */
  readonly exactly: (name: string) => string;
}

export function createVariables(): Variables {
  const names = new Set<string>();
  const exactly = (name: string): string => {
    names.add(name);
    return `\${env:${name}}`;
  };
  return {
    names: () => [...names].sort(),
    reference: (words) => exactly(variableName(words)),
    exactly,
  };
}

/** `my-server api.key` becomes `MY_SERVER_API_KEY`. */
function variableName(text: string): string {
  const name = text
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .toUpperCase();
  return /^[A-Z]/.test(name) ? name : `MCP_${name}`;
}

const FOLDERS: Readonly<Record<string, string>> = { workspaceFolder: '.', userHome: `\${env:HOME}` };

/** What stands beside the references of a converted text. */
export function besideReferences(converted: string): string {
  return converted.replace(/\$\{[^}]*\}/g, '').trim();
}

/** A text with the host's references written as akernel reads them; undefined when it has none. */
export function convertReferences(text: string, variables: Variables): string | undefined {
  if (!/\$\{/.test(text)) {
    return undefined;
  }
  let hasAny = false;
  const converted = text.replace(HOST_REFERENCE, (whole: string, kind: string | undefined, name: string) => {
    hasAny = true;
    const folder = kind === undefined && Object.hasOwn(FOLDERS, name) ? FOLDERS[name] : undefined;
    if (folder !== undefined) {
      return folder;
    }
    // the names of variables keep their letters, those of prompts were made for people
    return kind === 'input' ? variables.reference(name) : keepName(name, variables, whole);
  });
  return hasAny ? converted : undefined;
}

function keepName(name: string, variables: Variables, whole: string): string {
  return /^\w+$/.test(name) ? variables.exactly(name) : variables.reference(whole);
}

/** What references say besides a name: a default, or another source than the environment. */
export function referencesLost(entry: HostEntry): readonly string[] {
  const lost = textsIn(entry).flatMap((text) => [
    ...[...text.matchAll(HOST_REFERENCE)].flatMap(([, , name, fallback]) =>
      fallback === undefined || fallback === ':-' ? [] : [`the default of ${name}`],
    ),
    ...(text.match(/\$\{[^}]*\}/g) ?? []).filter((whole) => !KNOWN.test(whole)).map(unknown),
  ]);
  return [...new Set(lost)];
}

const KNOWN = new RegExp(`^(?:${HOST_REFERENCE.source}|\\$\\{file:/[^}]*\\})$`);

function unknown(whole: string): string {
  return `the reference ${whole.replace(/:-.*/s, ':-…}').slice(0, LONGEST_REFERENCE)}, which is not known here`;
}

const LONGEST_REFERENCE = 100;
