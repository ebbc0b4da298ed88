import type { KindReader } from '../kind.js';
import { spreadWeight } from '../spread.js';
import { createTally } from '../tally.js';

const MOST_NAMES = 12;
const MOST_ONCE = 8;
const MOST_FILE = 300;
const WEIGHT = { first: 160, further: 70, heading: 40, context: 8, message: 100 } as const;
const COUNT_WEIGHT = 40;
const NUMBERED = /^(\d{1,8})([:-])/;
const COUNTED = /^\d{1,9}$/;
/** The number of a line; minutes and seconds have zeros before them. */
const IN_FILE = /^[1-9]\d{0,7}(:)/;
/** `2026-11-20T09:15:33Z`, in brackets or not. */
const DATE_START = /^\W?\d{4}-\d\d-\d\d[T_]\d/;
const BEHIND_FILE = /^-\d{1,8}-/;
const SEPARATOR = '--';
/** What compilers and linters say of a place, `a.py:3: note: …`, is no hit. */
const DIAGNOSTIC = /^[^\s:]{1,300}:\d{1,8}:(?:\d{1,8}:)? (?:fatal )?(?:error|warning|note|info|remark|hint)\b/i;
/** The same by its code: `a.py:3:1: E501 …`, `a.rb:3:1: C: Style/…`. */
const CODED = /^[^\s:]{1,300}:\d{1,8}:(?:\d{1,8}:)? (?:[A-Z]{1,6}\d{2,5}:? |[A-Z]: )/;
const FEWEST_PERCENT = 70;

type HitForm = 'line' | 'heading' | 'count';

/** Output of `grep -n` and `rg`, also with context, below headings, or with counts alone; undefined for anything else. */
export function hitForm(sample: readonly string[]): HitForm | undefined {
  if (sample.filter((text) => DIAGNOSTIC.test(text) || CODED.test(text)).length * 2 > sample.length) {
    return undefined;
  }
  const enough = (count: number): boolean => count >= 3 && count * 100 >= sample.length * FEWEST_PERCENT;
  const files = new Set(sample.flatMap((text) => fileOf(text) ?? []));
  const isBeside = (text: string): boolean => text === SEPARATOR || [...files].some((file) => isContext(text, file));
  if (files.size > 0 && enough(sample.filter((text) => fileOf(text) !== undefined || isBeside(text)).length)) {
    return 'line';
  }
  if (enough(sample.filter((text) => countOf(text) !== undefined).length)) {
    return 'count';
  }
  const numbered = sample.filter((text) => NUMBERED.test(text) || text === SEPARATOR).length;
  const headings = sample.filter((text, index) => isFile(text) && NUMBERED.test(sample[index + 1] ?? '')).length;
  return headings > 0 && numbered > 0 && numbered + headings >= sample.length * 0.9 && isFile(sample[0] ?? '')
    ? 'heading'
    : undefined;
}

/** The file of a hit, `src/a.ts:12:text`; a time has no letters before its colon. */
function fileOf(text: string): string | undefined {
  const colon = text.indexOf(':');
  const file = text.slice(0, Math.max(0, colon));
  return isFile(file) && IN_FILE.test(text.slice(colon + 1, colon + 10)) ? file : undefined;
}

function isContext(text: string, file: string): boolean {
  return text.startsWith(file) && BEHIND_FILE.test(text.slice(file.length, file.length + 10));
}

/** `src/a.ts:12`, and nothing behind it. */
function countOf(text: string): { readonly file: string; readonly count: number } | undefined {
  const colon = text.lastIndexOf(':');
  const file = text.slice(0, Math.max(0, colon));
  const count = text.slice(colon + 1);
  return isFile(file) && COUNTED.test(count) ? { file, count: Number(count) } : undefined;
}

function isFile(text: string): boolean {
  const isName = text.length > 0 && text.length <= MOST_FILE && /^[^\s:]+$/.test(text) && /[A-Za-z]/.test(text);
  return isName && !DATE_START.test(text);
}

/** Each file has a hit among the first lines that are shown. */
export function createHitReader(form: HitForm): KindReader {
  return form === 'count' ? createCountReader() : createLineReader(form);
}

function createLineReader(form: HitForm): KindReader {
  const files = createTally();
  let hits = 0;
  let file: string | undefined;
  let before = 0;

  function weighHit(name: string): number {
    before = file === name ? before : files.of(name);
    file = name;
    files.add(name);
    hits += 1;
    before += 1;
    return before === 1
      ? spreadWeight(WEIGHT.first, files.size() - 1)
      : Math.max(20, Math.floor(WEIGHT.further / (before - 1)));
  }

  function weighBelowHeading(text: string): number {
    const numbered = NUMBERED.exec(text);
    if (numbered !== null && file !== undefined) {
      return numbered[2] === ':' ? weighHit(file) : WEIGHT.context;
    }
    if (isFile(text)) {
      file = text;
      before = files.of(text);
      return WEIGHT.heading;
    }
    return 0;
  }

  return {
    isOfNames: true,
    isCounted: true,
    weigh(text) {
      if (form === 'heading') {
        return weighBelowHeading(text);
      }
      const name = fileOf(text);
      if (name !== undefined) {
        return weighHit(name);
      }
      if (file !== undefined && isContext(text, file)) {
        return WEIGHT.context;
      }
      return text.startsWith('Binary file ') ? WEIGHT.message : 0;
    },
    facts: () => hitFacts(hits, files),
  };
}

function hitFacts(hits: number, files: ReturnType<typeof createTally>): readonly string[] {
  const once = files.once(MOST_ONCE);
  return [
    `hits: ${hits} in ${files.sizeText()} files`,
    `hits by file: ${files.sentence(MOST_NAMES)}`,
    ...(files.size() > MOST_NAMES && once.length > 0 ? [`one hit each, among others: ${once.join(' ')}`] : []),
  ];
}

/** `grep -c`: the files with the most hits are told by the counts. */
function createCountReader(): KindReader {
  const files = createTally();
  let lines = 0;
  let hits = 0;
  let without = 0;
  return {
    isOfNames: true,
    isCounted: true,
    weigh(text) {
      const found = countOf(text);
      if (found === undefined) {
        return 0;
      }
      lines += 1;
      if (found.count === 0) {
        without += 1;
        return 1;
      }
      hits += found.count;
      files.add(found.file, found.count);
      return spreadWeight(COUNT_WEIGHT + Math.min(WEIGHT.message, found.count), lines);
    },
    facts: () => [
      `hits: ${hits} in ${lines - without} files${without > 0 ? `, ${without} files without` : ''}`,
      `hits by file: ${files.sentence(MOST_NAMES)}`,
    ],
  };
}
