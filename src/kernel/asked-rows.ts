import { KernelError } from '../contract/errors.js';
import type { ExpandRequest } from '../contract/expansion.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import type { PageFacts } from '../firewall/frames/page-info.js';
import { createQuestion, type Question } from '../firewall/texts/question.js';
import type { OpenedExpansion } from './expansion.js';
import { type CollectedRows, checkSignal } from './given-rows.js';
import { keptRows } from './kept-rows.js';
import type { KernelPorts } from './ports.js';

interface Candidate {
  readonly index: number;
  /** Which words of the question stand in the row, one bit each. */
  readonly words: number;
  readonly chars: number;
}

/** Of so many rows that share words the best are found; of more, those that looked best so far stay in the running. */
const MOST_CANDIDATES = 20_000;

/**
 * The rows of a kept result that share words with a question, as the reader may see them, the best first: BM25 over all
 * rows, equal ones in their order. Throws USAGE for a question without a word that tells anything.
 */
export async function collectAsked(
  ports: KernelPorts,
  request: ExpandRequest & { readonly query: string },
  opened: OpenedExpansion,
): Promise<CollectedRows> {
  const { offset = 0, signal } = request;
  const limit = Math.min(request.limit ?? opened.rowCap, opened.rowCap);
  const question = questionOf(request.query);
  const { best, matched } = await rankedRows(ports, { opened, question, signal });
  const wanted = best.slice(offset, offset + limit).map(({ index }) => index);
  const rows = await rowsAt(ports, opened, { wanted, signal });
  const hasMore = offset + wanted.length < best.length;
  return { rows, facts: { offset, hasMore, countsMatches: true, matched, isRanked: true } satisfies PageFacts };
}

function questionOf(query: string): Question {
  const question = createQuestion(query);
  if (question === undefined) {
    throw new KernelError('USAGE', 'the query has no word that could be looked for', {
      hint: 'name what the rows are about, such as: refused timeout db2',
    });
  }
  return question;
}

interface Ranking {
  readonly opened: OpenedExpansion;
  readonly question: Question;
  readonly signal: AbortSignal | undefined;
}

async function rankedRows(
  ports: KernelPorts,
  { opened: { record, query }, question, signal }: Ranking,
): Promise<{ readonly best: readonly Candidate[]; readonly matched: number }> {
  let candidates: Candidate[] = [];
  let matched = 0;
  const byScore = (a: Candidate, b: Candidate) =>
    question.score(b.words, b.chars) - question.score(a.words, a.chars) || a.index - b.index;
  for await (const rows of keptRows(ports, record, query, 0)) {
    checkSignal(signal);
    for (const row of rows) {
      const text = textOf(row);
      const words = question.wordsIn(text);
      if (words !== 0) {
        matched += 1;
        candidates.push({ index: row.index, words, chars: text.length });
      }
    }
    if (candidates.length > 2 * MOST_CANDIDATES) {
      candidates = candidates.sort(byScore).slice(0, MOST_CANDIDATES);
    }
  }
  return { best: candidates.sort(byScore), matched };
}

function textOf({ value }: RedactedRow): string {
  if (typeof value !== 'object' || value === null) {
    return String(value);
  }
  const { text, line, ...others }: { readonly [name: string]: unknown } = { ...value };
  const isLine = typeof text === 'string' && typeof line === 'number' && Object.keys(others).length <= 1;
  return isLine ? text : JSON.stringify(value);
}

interface Wanted {
  /** Numbers of rows, the best first. */
  readonly wanted: readonly number[];
  readonly signal: AbortSignal | undefined;
}

async function rowsAt(
  ports: KernelPorts,
  { record, query }: OpenedExpansion,
  { wanted, signal }: Wanted,
): Promise<readonly RedactedRow[]> {
  const found = new Map<number, RedactedRow>();
  const missing = new Set(wanted);
  const first = wanted.length === 0 ? 0 : Math.min(...wanted);
  for await (const rows of missing.size === 0 ? [] : keptRows(ports, record, query, first)) {
    checkSignal(signal);
    for (const row of rows) {
      if (missing.delete(row.index)) {
        found.set(row.index, row);
      }
    }
    if (missing.size === 0) {
      break;
    }
  }
  return wanted.flatMap((index) => found.get(index) ?? []);
}
