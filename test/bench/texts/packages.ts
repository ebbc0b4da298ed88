import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Found } from './gather.js';

const MODULES = 'node_modules';
const PACKAGE_BYTES = 3_000_000;
/** Of longer lines a program was made, not a person. */
const LONGEST_MEAN_LINE = 200;

/** What is read of them is text of many authors: programs large and small, types, pages, tables of data. */
const PACKAGES = [
  ...['@biomejs/biome', '@modelcontextprotocol/client', '@modelcontextprotocol/server'],
  ...['@types/node', '@types/react', 'ajv', 'commander', 'csstype', 'dependency-cruiser', 'diff'],
  ...['emojilib', 'es-toolkit', 'fast-check', 'highlight.js', 'hono'],
  ...['iconv-lite', 'ink', 'knip', 'libphonenumber-js', 'lightningcss'],
  ...['mime-db', 'pako', 'papaparse', 'parse5', 'pg', 'react', 'react-reconciler'],
  ...['rollup', 'type-fest', 'typescript', 'undici', 'vite', 'vitest', 'yaml', 'zod'],
];

/** Files of the named packages whose names end so: what people wrote, and data however it is written. */
export function packageFiles(extension: string, isWritten = true): Found {
  const from: string[] = [];
  const missing: string[] = [];
  const files: string[] = [];
  for (const name of PACKAGES) {
    const folder = join(MODULES, name);
    if (!existsSync(folder)) {
      missing.push(name);
      continue;
    }
    const own = withinLimit(filesOf(folder, extension), isWritten);
    files.push(...own);
    if (own.length > 0) {
      from.push(`${name}@${versionOf(folder)}`);
    }
  }
  return { files, from, missing };
}

function withinLimit(files: readonly string[], isWritten: boolean): readonly string[] {
  let left = PACKAGE_BYTES;
  return files.filter((file) => {
    const text = readFileSync(file);
    const isWanted = left > 0 && (!isWritten || isWrittenByPeople(text));
    left -= isWanted ? text.length : 0;
    return isWanted;
  });
}

function isWrittenByPeople(text: Buffer): boolean {
  return text.length < LONGEST_MEAN_LINE * text.toString('latin1').split('\n').length;
}

function filesOf(folder: string, extension: string): readonly string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith(extension) && !file.includes(MODULES))
    .sort()
    .map((file) => join(folder, file));
}

function versionOf(folder: string): string {
  const { version }: { readonly version: string } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  return version;
}
