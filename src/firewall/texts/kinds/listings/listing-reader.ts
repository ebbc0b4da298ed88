import type { KindReader } from '../kind.js';
import { spreadWeight } from '../spread.js';
import type { Entry } from './entry.js';
import { createEntryCounts, type EntryNews } from './entry-counts.js';
import type { ListingForm } from './forms.js';

const WEIGHT = {
  totals: 420,
  setUser: 150,
  largest: 130,
  newAccess: 90,
  newExtension: 70,
  newDirectory: 40,
  usual: 16,
} as const;
const HEADING_WEIGHT = 24;
/** Among the first entries everything is new. */
const FEW_ENTRIES = 12;

/** Entries with their sizes, dates and places, whatever tool lists them. */
export function createListingReader({ entryOf, totals }: ListingForm): KindReader {
  const counts = createEntryCounts();
  let directory: string | undefined;
  let headings = 0;
  let told: string | undefined;

  /** Below the name of a directory, as `ls -R` writes it, names stand alone. */
  function whole(entry: Entry): Entry {
    return directory === undefined || entry.path.startsWith('/')
      ? entry
      : { ...entry, path: `${directory === '/' ? '' : directory}/${entry.path}` };
  }

  function weighOther(text: string): number {
    if (totals?.test(text) === true) {
      told = text;
      return WEIGHT.totals;
    }
    if (!isHeading(text)) {
      return 0;
    }
    directory = text.slice(0, -1);
    headings += 1;
    return spreadWeight(HEADING_WEIGHT, headings);
  }

  return {
    isOfNames: true,
    isCounted: true,
    weigh(text) {
      const entry = entryOf(text);
      if (entry === undefined) {
        return weighOther(text);
      }
      if (isOwnDirectory(entry.path)) {
        return spreadWeight(WEIGHT.usual, counts.entries());
      }
      const news = counts.add(whole(entry));
      return Math.max(newsWeight(entry, news, counts.entries()), spreadWeight(WEIGHT.usual, counts.entries() - 1));
    },
    facts() {
      const facts = counts.facts();
      const where = headings > 0 ? [`directories listed: ${headings}`] : [];
      // Where the tool's own account says something else, the listing is not whole: its count is quoted alone.
      const isDoubtful = told !== undefined && !numbersOf(told).includes(counts.entries());
      return isDoubtful
        ? [`the listing itself says: ${told?.trim()}`]
        : [...where, ...facts, ...(told === undefined ? [] : [`totals: ${told.trim()}`])];
    },
  };
}

function newsWeight({ access = '' }: Entry, news: EntryNews, count: number): number {
  if (/^-.{2}[sS]|^-.{5}[sS]/.test(access)) {
    return WEIGHT.setUser;
  }
  if (news.isLargest) {
    return WEIGHT.largest;
  }
  if (count > FEW_ENTRIES && (news.isNewAccess || news.isNewExtension)) {
    return news.isNewAccess ? WEIGHT.newAccess : WEIGHT.newExtension;
  }
  return news.isNewDirectory ? WEIGHT.newDirectory : 0;
}

/** `/usr/share/perl:` */
function isHeading(text: string): boolean {
  return text.endsWith(':') && text.length > 1 && !text.includes(': ') && !text.startsWith(' ');
}

function isOwnDirectory(path: string): boolean {
  return path === '.' || path === '..';
}

export function numbersOf(text: string): readonly number[] {
  return (text.match(/\d{1,15}/g) ?? []).map(Number);
}
