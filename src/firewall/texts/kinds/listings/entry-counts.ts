import { valueText } from '../../../facts/format.js';
import { ownCopy } from '../../../lex/own-copy.js';
import { createTally } from '../tally.js';
import { createDirectoryCounts } from './directory-counts.js';
import type { Entry } from './entry.js';
import { createLargest } from './largest.js';

/** What is known of all entries of a listing. */
export interface EntryCounts {
  readonly add: (entry: Entry) => EntryNews;
  readonly entries: () => number;
  readonly facts: () => readonly string[];
}

export interface EntryNews {
  readonly isLargest: boolean;
  readonly isNewExtension: boolean;
  readonly isNewAccess: boolean;
  readonly isNewDirectory: boolean;
}

interface Dated {
  readonly date: string;
  readonly path: string;
}

const MOST_LARGEST = 8;
const MOST_NAMES = 12;
const MOST_ONCE = 8;
const TYPE_NAMES = { file: 'files', directory: 'directories', link: 'links', other: 'others' } as const;
const NO_EXTENSION = 'no extension';
const MOST_EXTENSION = 12;

export function createEntryCounts(): EntryCounts {
  const types = createTally();
  const extensions = createTally();
  const accesses = createTally();
  const directories = createDirectoryCounts();
  const largest = createLargest<string>(MOST_LARGEST);
  let entries = 0;
  let undated = 0;
  let newest: Dated | undefined;
  let oldest: Dated | undefined;
  let bytes: number | undefined = 0;
  let before = '';
  /** The size of a directory holds the sizes of what is in it, so that no sum is told. */
  let isNested = false;

  function addSize({ size, sizeText = '', type, path }: Entry): boolean {
    if (type === 'directory' || type === 'link' || type === 'other') {
      return false;
    }
    bytes = size === undefined || bytes === undefined || !Number.isInteger(Number(sizeText)) ? undefined : bytes + size;
    return size !== undefined && largest.add(size, () => `${sizeText} ${ownCopy(path)}`);
  }

  function addDate(date: string, path: string): void {
    newest = newest === undefined || date > newest.date ? { date, path: ownCopy(path) } : newest;
    oldest = oldest === undefined || date < oldest.date ? { date, path: ownCopy(path) } : oldest;
  }

  function seeNesting(path: string): void {
    isNested ||= before !== '' && (path.startsWith(`${before}/`) || directories.has(path));
    before = path;
  }

  function extensionFacts(): readonly string[] {
    const once = extensions.once(MOST_ONCE).filter((name) => name !== NO_EXTENSION);
    const isLong = extensions.size() > MOST_NAMES && once.length > 0;
    return [
      ...(extensions.size() > 0 ? [`by extension: ${extensions.sentence(MOST_NAMES)}`] : []),
      ...(isLong ? [`extensions of one entry: ${once.join(' ')}`] : []),
    ];
  }

  function dateFacts(): readonly string[] {
    if (newest === undefined || oldest === undefined || (undated === 0 && newest.date === oldest.date)) {
      return [];
    }
    const first = `oldest: ${oldest.date} ${valueText(oldest.path)}`;
    return [
      undated > 0
        ? `of those whose year is told, ${first}`
        : `newest: ${newest.date} ${valueText(newest.path)}, ${first}`,
    ];
  }

  return {
    add(entry) {
      const { path, type, date, access } = entry;
      const slash = path.lastIndexOf('/');
      entries += 1;
      if (type !== undefined) {
        types.add(TYPE_NAMES[type]);
      } else if (entry.size !== undefined) {
        seeNesting(path);
      }
      const isNewExtension =
        type === 'file' || type === undefined ? addOf(extensions, extensionOf(path.slice(slash + 1))) : false;
      const isNewAccess = access !== undefined && addOf(accesses, access);
      const isNewDirectory = directories.add(slash > 0 ? path.slice(0, slash) : '');
      if (date !== undefined) {
        addDate(date, path);
      } else if (access !== undefined) {
        undated += 1;
      }
      return { isLargest: addSize(entry), isNewExtension, isNewAccess, isNewDirectory };
    },
    entries: () => entries,
    facts() {
      const named = largest.all().map(({ item }) => item);
      const isSum = bytes !== undefined && bytes > 0 && !isNested && !directories.isFull();
      return [
        `entries: ${entries}${types.size() > 0 ? ` (${types.sentence(4)})` : ''}`,
        ...(isSum ? [`sizes${types.size() > 0 ? ' of the files' : ''} add up to ${bytes}`] : []),
        ...(named.length > 0 ? [`largest: ${named.join(', ')}`] : []),
        ...directories.facts(),
        ...extensionFacts(),
        ...dateFacts(),
      ];
    },
  };
}

function addOf(tally: ReturnType<typeof createTally>, name: string): boolean {
  const isNew = tally.of(name) === 0;
  tally.add(name);
  return isNew;
}

/** `.ts`, `.gz`; what stands behind a dot at the beginning is a name. */
function extensionOf(name: string): string {
  const dot = name.lastIndexOf('.');
  return dot > 0 && name.length - dot <= MOST_EXTENSION ? name.slice(dot) : NO_EXTENSION;
}
