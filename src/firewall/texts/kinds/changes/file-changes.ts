import type { OutlineName } from '../kind.js';
import { createDirectoryCounts } from '../listings/directory-counts.js';

/** What a difference says of one file, or several say of it. */
export interface FileChange {
  name: string;
  /** Where the first of them begins. */
  readonly row: number;
  /** `new`, `deleted`, `renamed` … */
  event: string | undefined;
  added: number;
  removed: number;
}

/** All of so few are named; of more, an outline names those that fit. */
export const MOST_NAMED = 20;
/** Of many files the most changed ones, and where the others lie. */
const MOST_OF_MANY = 12;
const MOST_OUTLINED = 3;
const MOST_OF_EVENT = 12;
/** Of a file that is new or gone, that says more than how many lines it has; of a renamed one it does not. */
const TOLD_EVENTS = ['new', 'deleted'];

interface AllFiles {
  /** Of changes as they came; only the first ones are known. */
  readonly all: number;
  /** No file can have come twice, and an outline names them. */
  readonly isOnce: boolean;
}

/** Which files a difference changes, and how much: all of a few, the most telling ones of many. */
export function fileFacts(changes: readonly FileChange[], { all, isOnce }: AllFiles): readonly string[] {
  const isKnown = all === changes.length;
  const files = isOnce ? changes : byName(changes);
  if (files.length <= MOST_NAMED && isKnown) {
    return [`changes: ${files.map(amounts).join(', ')}`];
  }
  const most = [...files].sort((a, b) => sizeOf(b) - sizeOf(a)).slice(0, isOnce ? MOST_OUTLINED : MOST_OF_MANY);
  return [
    ...(isKnown && isOnce ? directoryFacts(files) : []),
    `most changed${isKnown ? '' : ` in the first ${changes.length} changes`}: ${most.map(amounts).join(', ')}`,
    ...(isOnce ? [] : TOLD_EVENTS.flatMap((event) => eventFacts(event, changes, isKnown))),
  ];
}

/** A file that several commits change is one. */
export function byName(changes: readonly FileChange[]): readonly FileChange[] {
  const files = new Map<string, FileChange>();
  for (const change of changes) {
    const file = files.get(change.name);
    if (file === undefined) {
      files.set(change.name, { ...change });
    } else {
      file.added += change.added;
      file.removed += change.removed;
    }
  }
  return [...files.values()];
}

/** `src/lib/a.ts +120 −0 (new)`; the most changed files come first. */
export function outlinedFile(file: FileChange): OutlineName {
  const { name, event } = file;
  const text = event === undefined ? amounts(file) : `${amounts(file)} (${event})`;
  const directory = name.split('/').slice(0, -2).join('/');
  return { whole: text, short: text, weight: sizeOf(file), ...(directory.includes('/') ? { directory } : {}) };
}

function sizeOf({ added, removed }: FileChange): number {
  return added + removed;
}

function eventFacts(event: string, files: readonly FileChange[], isKnown: boolean): readonly string[] {
  const own = [...new Set(files.filter((file) => file.event === event).map(({ name }) => name))];
  const left = own.length - MOST_OF_EVENT;
  const rest = left > 0 ? [`${left} more`] : isKnown ? [] : ['and others'];
  return own.length === 0 ? [] : [`${event} files: ${[...own.slice(0, MOST_OF_EVENT), ...rest].join(', ')}`];
}

function directoryFacts(files: readonly FileChange[]): readonly string[] {
  const directories = createDirectoryCounts();
  for (const { name } of files) {
    directories.add(name.slice(0, Math.max(0, name.lastIndexOf('/'))));
  }
  return directories.facts();
}

function amounts({ name, added, removed }: FileChange): string {
  return `${name} +${added} −${removed}`;
}
