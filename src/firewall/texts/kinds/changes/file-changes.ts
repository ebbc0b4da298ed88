import { createDirectoryCounts } from '../listings/directory-counts.js';

/** What a difference says of one file. */
export interface FileChange {
  name: string;
  /** `new`, `deleted`, `renamed` … */
  event: string | undefined;
  added: number;
  removed: number;
}

const MOST_NAMED = 20;
/** Of many files the most changed ones, and where the others lie. */
const MOST_OF_MANY = 12;
const MOST_OF_EVENT = 12;
/** Of a file that is new or gone, that says more than how many lines it has; of a renamed one it does not. */
const TOLD_EVENTS = ['new', 'deleted'];

interface AllFiles {
  /** Of files as they came; only the first ones are known. */
  readonly all: number;
  /** No file can have come twice. */
  readonly isOnce: boolean;
}

/** Which files a difference changes, and how much: all of a few, the most telling ones of many. */
export function fileFacts(files: readonly FileChange[], { all, isOnce }: AllFiles): readonly string[] {
  if (all <= MOST_NAMED) {
    return [`changes: ${files.map(amounts).join(', ')}`];
  }
  const isKnown = all === files.length;
  const byAmount = [...files].sort((a, b) => b.added + b.removed - a.added - a.removed);
  const most = byAmount.slice(0, MOST_OF_MANY).map(amounts);
  return [
    `most changed${isKnown ? '' : ` of the first ${files.length}`}: ${most.join(', ')}`,
    ...TOLD_EVENTS.flatMap((event) => eventFacts(event, files, isKnown)),
    ...(isKnown && isOnce ? directoryFacts(files) : []),
  ];
}

function eventFacts(event: string, files: readonly FileChange[], isKnown: boolean): readonly string[] {
  const own = files.filter((file) => file.event === event).map(({ name }) => name);
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
