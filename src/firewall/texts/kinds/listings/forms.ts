import { dateAt } from './dates.js';
import { type Entry, sizeOf, wordsOf } from './entry.js';

/** How the lines of one kind of listing are written. */
export interface ListingForm {
  readonly form_id: string;
  readonly entryOf: (text: string) => Entry | undefined;
  /** The tool's own account at the end. */
  readonly totals?: RegExp;
}

const ACCESS = /^[-dlcbpsD?](?:[-r?][-w?][-xsStT?]){3}[.+@]?$/;
const TYPES: Readonly<Record<string, Entry['type']>> = { '-': 'file', d: 'directory', l: 'link', h: 'file' };
const ISO_DATE = /^\d{4}-\d\d-\d\d$/;
const TREE_LINE = /^[\d]{6} (?:blob|tree|commit) [\da-f]{40,64}\s/;
const MOST_WORDS = 12;
/** Where the size may stand behind the access: owner and group are one word of `tar`, and left out by `ls -g`. */
const FIRST_SIZE = 2;
const LAST_SIZE = 6;

/** `ls -l`, `find -ls`, `tar tvf`: access, owners, size, date, name. */
function longEntry(text: string): Entry | undefined {
  const { words, ends } = wordsOf(text, MOST_WORDS);
  const at = ACCESS.test(words[0] ?? '') ? 0 : ACCESS.test(words[2] ?? '') ? 2 : -1;
  const access = words[at];
  if (access === undefined) {
    return;
  }
  const size =
    at +
    FIRST_SIZE +
    words.slice(at + FIRST_SIZE, at + LAST_SIZE).findIndex((_, index) => dateAt(words, at + FIRST_SIZE + index + 1));
  const date = dateAt(words, size + 1);
  const end = date === undefined ? undefined : ends[size + date.words];
  if (date === undefined || end === undefined) {
    return;
  }
  const sizeText = words[size] ?? '';
  const isDevice = access.startsWith('c') || access.startsWith('b');
  return {
    path: nameOf(text.slice(end)),
    type: TYPES[access.slice(0, 1)] ?? 'other',
    access,
    date: date.sortable,
    ...(isDevice ? {} : { size: sizeOf(sizeText), sizeText }),
  };
}

/** Without where a link leads to, and without a slash at its end. */
function nameOf(rest: string): string {
  const name = rest.trim();
  const arrow = name.indexOf(' -> ');
  const link = arrow >= 0 ? arrow : name.indexOf(' link to ');
  return withoutSlash(link > 0 ? name.slice(0, link) : name);
}

function withoutSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}

/** `git ls-tree -r -l`. */
function treeObject(text: string): Entry | undefined {
  if (!TREE_LINE.test(text)) {
    return;
  }
  const { words, ends } = wordsOf(text, 4);
  const tab = text.indexOf('\t');
  const sizeText = tab < (ends[3] ?? 0) ? undefined : words[3];
  return {
    path: text.slice(tab + 1),
    type: words[1] === 'blob' ? 'file' : words[1] === 'tree' ? 'directory' : 'other',
    ...(sizeText === undefined ? {} : { size: sizeOf(sizeText), sizeText }),
  };
}

/** `unzip -l` and `-v`: numbers, a date, a time, a name. `du --time` has tabs, and its sizes hold other sizes. */
function archived(text: string): Entry | undefined {
  if (text.includes('\t')) {
    return;
  }
  const { words, ends } = wordsOf(text, 8);
  const place = words.findIndex((word) => ISO_DATE.test(word));
  const sizeText = words[0] ?? '';
  const size = sizeOf(sizeText);
  const end = ends[place === 4 ? 6 : 2];
  if ((place !== 1 && place !== 4) || size === undefined || end === undefined) {
    return;
  }
  const path = text.slice(end).trim();
  return path === ''
    ? undefined
    : {
        path: withoutSlash(path),
        type: path.endsWith('/') ? 'directory' : 'file',
        size,
        sizeText,
        date: `${words[place]} ${words[place + 1]}`,
      };
}

/** `du`, `wc -l`, `find -printf '%s %p'`: a number and a path. */
function sized(text: string): Entry | undefined {
  const { words, ends } = wordsOf(text, 1);
  const sizeText = words[0] ?? '';
  const path = text.slice(ends[0] ?? 0).trim();
  const size = isPath(path) ? sizeOf(sizeText) : undefined;
  return size === undefined ? undefined : { path: withoutSlash(path), type: undefined, size, sizeText };
}

/** A path without blanks, in a sample: a sentence may begin with a number. */
function strictlySized(text: string): Entry | undefined {
  const entry = sized(text);
  return entry === undefined || /\s/.test(entry.path) ? undefined : entry;
}

const TIME_OF_DAY = /^\d\d:\d\d(?::\d\d(?:\.\d{1,12})?)?$/;
const MOST_BEFORE_PATH = 4;

/** `du --time`, `find -printf '%s %TY-%Tm-%Td %p'`: a size and a date in any order, and a path. */
function datedSize(text: string): Entry | undefined {
  const { words, ends } = wordsOf(text, MOST_BEFORE_PATH);
  const at = words.findIndex((word) => word.includes('/') || word.startsWith('.'));
  const before = words.slice(0, at < 0 ? words.length : at);
  const date = before.find((word) => ISO_DATE.test(word));
  const others = before.filter((word) => word !== date && !TIME_OF_DAY.test(word));
  const [sizeText = ''] = others;
  const size = sizeOf(sizeText);
  const path = text.slice(ends[at - 1] ?? 0).trim();
  return at < 2 || date === undefined || size === undefined || others.length !== 1 || !isPath(path)
    ? undefined
    : { path: withoutSlash(path), type: undefined, size, sizeText, date };
}

const PATH_LINE = /^[\w.@+~%,=/-]{3,1024}$/;
const HAS_EXTENSION = /\w\.\w{1,8}$/;
/** `find: ‘/root’: Permission denied` */
const MESSAGE = /^[a-z][\w-]{0,20}: /;
const MOST_PATH = 1024;

function isPath(path: string): boolean {
  return path.length <= MOST_PATH && (path.includes('/') || path.startsWith('.')) && !/^[-+=|*]|\s[-|+]\s/.test(path);
}

/** `find`, `git ls-files`, `rg -l`: nothing but paths. */
function pathAlone(text: string): Entry | undefined {
  return text.trim() === '' || MESSAGE.test(text) ? undefined : { path: withoutSlash(text.trim()), type: undefined };
}

/** Of a sample; later lines may hold blanks and other characters. */
function strictPath(text: string): Entry | undefined {
  const isOne = PATH_LINE.test(text) && (/\w\/|\/\w/.test(text) || HAS_EXTENSION.test(text));
  return isOne ? pathAlone(text) : undefined;
}

const ARCHIVE_TOTALS = /^[\d %]{3,90} \d{1,9} files?$/;

/** The first that most of the first lines follow. */
export const LISTING_FORMS: readonly (ListingForm & { readonly sampleOf?: ListingForm['entryOf'] })[] = [
  { form_id: 'long-listing', entryOf: longEntry },
  { form_id: 'git-tree', entryOf: treeObject },
  { form_id: 'archive', entryOf: archived, totals: ARCHIVE_TOTALS },
  { form_id: 'sizes', entryOf: sized, sampleOf: strictlySized },
  { form_id: 'dated-sizes', entryOf: datedSize },
  { form_id: 'paths', entryOf: pathAlone, sampleOf: strictPath },
];
