import type { Capability } from '../contract/capability.js';
import { KernelError } from '../contract/errors.js';

export interface SearchIndex {
  /** Best first; equal scores by id. Without words: all, by id. */
  readonly search: (query: string, limit: number) => readonly Capability[];
}

const SATURATION = 1.2;
const LENGTH_WEIGHT = 0.75;
const WEIGHTS = { capability_id: 3, name: 2, tags: 2, description: 1 } as const;

interface Entry {
  readonly capability: Capability;
  readonly counts: ReadonlyMap<string, number>;
  readonly length: number;
}

/** BM25 over id, name, tags and description; a word in the id counts three times, in name or tags twice. */
export function createSearchIndex(capabilities: readonly Capability[]): SearchIndex {
  const entries = capabilities.map(indexEntry);
  const meanLength = entries.reduce((sum, entry) => sum + entry.length, 0) / Math.max(1, entries.length);
  const holders = new Map<string, number>();
  for (const word of entries.flatMap((entry) => [...entry.counts.keys()])) {
    holders.set(word, (holders.get(word) ?? 0) + 1);
  }

  const score = (entry: Entry, words: readonly string[]): number => {
    const norm = SATURATION * (1 - LENGTH_WEIGHT + (LENGTH_WEIGHT * entry.length) / Math.max(1, meanLength));
    return words.reduce((sum, word) => {
      const count = entry.counts.get(word) ?? 0;
      const held = holders.get(word) ?? 0;
      const rarity = Math.log(1 + (entries.length - held + 0.5) / (held + 0.5));
      return sum + (rarity * count * (SATURATION + 1)) / (count + norm);
    }, 0);
  };

  return Object.freeze({
    search: (query: string, limit: number) => {
      checkLimit(limit);
      const words = [...new Set(wordsOf(query))];
      return entries
        .map((entry) => ({ capability: entry.capability, score: score(entry, words) }))
        .filter((hit) => hit.score > 0 || query.trim() === '')
        .sort((a, b) => b.score - a.score || (a.capability.capability_id < b.capability.capability_id ? -1 : 1))
        .slice(0, limit)
        .map((hit) => hit.capability);
    },
  });
}

function checkLimit(limit: number): void {
  if (!Number.isSafeInteger(limit) || limit < 0) {
    throw new KernelError('USAGE', 'the limit of a search must be a whole number of 0 or more', {
      hint: 'for example 10',
    });
  }
}

function indexEntry(capability: Capability): Entry {
  const { capability_id, name, tags, description } = capability;
  const texts = { capability_id, name, tags: tags.join(' '), description };
  const counts = new Map<string, number>();
  let length = 0;
  for (const member of ['capability_id', 'name', 'tags', 'description'] as const) {
    for (const word of wordsOf(texts[member])) {
      counts.set(word, (counts.get(word) ?? 0) + WEIGHTS[member]);
      length += WEIGHTS[member];
    }
  }
  return { capability, counts, length };
}

const MAX_TEXT = 10_000;

/** Runs of letters and digits in lower case; `listIssues`, `list_issues` and `list issue` have the same words. */
function wordsOf(text: string): readonly string[] {
  const spaced = text
    .slice(0, MAX_TEXT)
    .normalize('NFKC')
    .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2');
  return (spaced.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map(singular);
}

function singular(word: string): string {
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word;
}
