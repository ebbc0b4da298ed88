import { type Cell, isBlank } from '../lex/table-row.js';

/** With more, a row could grow so much that it is read in another way when it is redacted again. */
const MOST_STRETCHES = 8;
/** At the beginning of a cell all quotes count; behind it those that are not doubled. */
const COUNTING_QUOTE = /^"+|(?<!")"(?:"")*(?!")/g;

/**
 * The stretches of a cell between its quotes, without those that are empty or blank. The quotes of a cell that does not
 * stand in quotes stay: without them other quotes around would pair in another way.
 */
export function betweenQuotes(text: string, start: number, end: number): readonly Cell[] {
  const quotes = [...text.slice(start, end).matchAll(COUNTING_QUOTE)].map(({ index, 0: run }) => ({
    start: start + index,
    end: start + index + run.length,
  }));
  const many = quotes.length - MOST_STRETCHES;
  // An even number of quotes may go; the last one stays for the others.
  const kept =
    many > 0 ? [...quotes.slice(0, MOST_STRETCHES), ...quotes.slice(MOST_STRETCHES + many - (many % 2))] : quotes;
  const edges = [start, ...kept.flatMap((quote) => [quote.start, quote.end]), end];
  const stretches: Cell[] = [];
  for (let index = 0; index < edges.length; index += 2) {
    const from = edges[index] ?? end;
    const to = edges[index + 1] ?? end;
    if (!isBlank(text, from, to)) {
      stretches.push({ start: from, end: to });
    }
  }
  return stretches;
}
