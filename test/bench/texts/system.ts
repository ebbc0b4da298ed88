import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { type Collected, type Found, MOST_BYTES, mixed, readText } from './gather.js';

const MANUALS = '/usr/share/man';
const SECTIONS = ['man1', 'man2', 'man3', 'man4', 'man5', 'man6', 'man7', 'man8'];
const PAGES = 130;
const PAGES_AT_ONCE = 10;
const DOCUMENTS = '/usr/share/doc';
const LOGS = ['/var/log', join(homedir(), '.npm/_logs')];
const LOG_NAME = /(?:\.log|\/syslog|\/messages)(?:\.\d+)?(?:\.gz)?$/;
const HUNDRED_MB = 100_000_000;

/** The longest manual pages of this machine as `man` shows them into a pipe. */
export function manualPages(): Collected {
  const files = SECTIONS.flatMap((section) => filesIn(join(MANUALS, section)))
    // The pages of Google's program are thousands, and all alike.
    .filter((file) => file.endsWith('.gz') && !file.includes('/gcloud'))
    .sort((one, other) => statSync(other).size - statSync(one).size)
    .slice(0, PAGES);
  const texts: Buffer[] = [];
  for (let at = 0; at < files.length; at += PAGES_AT_ONCE) {
    texts.push(formatted(mixed(files).slice(at, at + PAGES_AT_ONCE)));
  }
  const isThere = texts.some((text) => text.length > 0);
  return isThere
    ? { texts, from: [`the ${files.length} longest pages of ${MANUALS}, by groff`], missing: [] }
    : { texts: [], from: [], missing: ['manual pages and groff'] };
}

/** Markdown that other programs brought. */
export function documents(): Found {
  return found(DOCUMENTS, /\.md(?:\.gz)?$/);
}

export function logs(): readonly Found[] {
  return LOGS.map((folder) => found(folder, LOG_NAME));
}

export function diffs(): Collected {
  const { stdout } = spawnSync('git', ['log', '-p', '--no-color'], { maxBuffer: HUNDRED_MB });
  const from = '`git log -p` of this repository';
  return stdout === null || stdout.length === 0
    ? { texts: [], from: [], missing: [from] }
    : { texts: [stdout.subarray(0, MOST_BYTES)], from: [from], missing: [] };
}

function formatted(files: readonly string[]): Buffer {
  const source = Buffer.concat(files.map(readText));
  // Without overstrikes and hyphens at the ends of lines, as `man` writes into a pipe.
  const options = ['-mandoc', '-Tutf8', '-P-cbu', '-rHY=0', '-ww'];
  const { stdout } = spawnSync('groff', options, { input: source, maxBuffer: HUNDRED_MB });
  return stdout ?? Buffer.alloc(0);
}

function found(folder: string, name: RegExp): Found {
  const files = filesIn(folder).filter((file) => name.test(file));
  const shown = folder.replace(homedir(), '~');
  return files.length === 0
    ? { files, from: [], missing: [shown] }
    : { files, from: [`${files.length} files of ${shown}`], missing: [] };
}

function filesIn(folder: string): readonly string[] {
  if (!existsSync(folder)) {
    return [];
  }
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => isReadable(file));
}

function isReadable(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isFile() === true;
}
