import { type KindReader, share, type TextKind } from './kind.js';
import { createTally } from './tally.js';

/** A place in a file; a time has no letters before its colon. */
const HIT = /^(?=[^:]{0,300}[A-Za-z])([^\s:]{1,300}):(\d+)[:-]/;
const PATH_LINE = /^(?:\.{0,2}\/)?[\w.@+~%,=-]+(?:\/[\w.@+~%,=-]+)+\/?$|^[\w.@+-]+\.\w{1,8}$/;
/** `find: ‘/root’: Permission denied` among the paths. */
const MESSAGE = /^[\w.-]{1,40}: /;
const LONG_LINE = /^[-dlcbps][rwxsStT-]{9}[.+@]?\s+\d+\s+\S+\s+\S+\s+([\d.]+[KMGT]?)\s/;
const MOST_NAMES = 12;

export const LISTINGS: readonly TextKind[] = [
  {
    kind_id: 'grep',
    matches: (sample) => sample.length >= 3 && share(sample, HIT) >= 70,
    create: createHitReader,
  },
  {
    kind_id: 'long-listing',
    matches: (sample) => sample.length >= 3 && share(sample, LONG_LINE) >= 60,
    create: createLongListingReader,
  },
  {
    kind_id: 'paths',
    matches: (sample) => sample.length >= 5 && share(sample, PATH_LINE) >= 85,
    create: createPathReader,
  },
];

/** Each file has a hit among the first lines that are shown. */
function createHitReader(): KindReader {
  const files = createTally();
  let hits = 0;
  return {
    isOfNames: true,
    weigh(text) {
      const file = HIT.exec(text)?.[1];
      if (file === undefined) {
        return 0;
      }
      const before = files.of(file);
      files.add(file);
      hits += 1;
      return Math.max(20, Math.floor(200 / (1 + before * 2)));
    },
    facts: () => [`hits: ${hits} in ${files.size()} files`, `hits by file: ${files.sentence(MOST_NAMES)}`],
  };
}

function createPathReader(): KindReader {
  const directories = createTally();
  const extensions = createTally();
  let paths = 0;
  return {
    isOfNames: true,
    weigh(text) {
      const path = text.trim();
      if (path === '' || MESSAGE.test(path)) {
        return 0;
      }
      const parts = path.replace(/^\.\//, '').split('/');
      const name = parts.at(-1) ?? '';
      const isNew = directories.of(parts.slice(0, -1).join('/')) === 0;
      paths += 1;
      directories.add(`${topOf(parts)}/`);
      extensions.add(name.includes('.', 1) ? `.${name.split('.').at(-1) ?? ''}` : 'no extension');
      return isNew ? 40 : 20;
    },
    facts: () => [
      `paths: ${paths}`,
      `by directory: ${directories.sentence(MOST_NAMES)}`,
      `by extension: ${extensions.sentence(MOST_NAMES)}`,
    ],
  };
}

function topOf([first = '.', second]: readonly string[]): string {
  if (second === undefined) {
    return '.';
  }
  return first === '' ? `/${second}` : first;
}

const UNITS: Readonly<Record<string, number>> = { K: 1024, M: 1024 ** 2, G: 1024 ** 3, T: 1024 ** 4 };

function createLongListingReader(): KindReader {
  const kinds = createTally();
  let largest = { size: -1, text: '' };
  let entries = 0;
  return {
    isOfNames: true,
    weigh(text) {
      const size = LONG_LINE.exec(text)?.[1];
      if (size === undefined) {
        return text.endsWith(':') ? 120 : 0;
      }
      const kind = text[0] === 'd' ? 'directories' : text[0] === 'l' ? 'links' : 'files';
      const bytes = Number.parseFloat(size) * (UNITS[size.at(-1) ?? ''] ?? 1);
      entries += 1;
      kinds.add(kind);
      if (kind === 'files' && bytes > largest.size) {
        largest = { size: bytes, text: text.slice(0, 200) };
        return 120;
      }
      return 20;
    },
    facts: () => [
      `entries: ${entries} (${kinds.sentence(3)})`,
      ...(largest.size >= 0 ? [`largest: ${largest.text}`] : []),
    ],
  };
}
