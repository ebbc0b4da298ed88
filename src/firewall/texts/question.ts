import { createWordAutomaton, wordTables } from './word-automaton.js';

/** Words that stand in every question. */
const STOP_WORDS: ReadonlySet<string> = new Set(
  'a an and any are as at be been but by can could did do does for from had has have how i if in into is it its many me much my no not of on or our s so than that the their them then there these they this those to was we were what when where which who whose why will with would you your'.split(
    ' ',
  ),
);
const WORD = /[\p{L}\p{N}_][\p{L}\p{N}_./:-]*/gu;
const MOST_WORDS = 30;
const FEWEST_CHARS = 2;
/** Okapi BM25 with its usual constants (Robertson and Zaragoza, 2009, section 3.2). */
const K1 = 1.2;
const B = 0.75;

/** A question about a text, as the words that are looked for in it. */
export interface Question {
  /** The words that stand in a line, one bit each; 0 for none. Each line of the text is asked about once, in order. */
  readonly wordsIn: (text: string) => number;
  /** BM25 of a line with these words, by how many lines of all so far have each. */
  readonly score: (words: number, chars: number) => number;
}

/** undefined for a question without words that could be found. */
export function createQuestion(query: string): Question | undefined {
  const stems = stemsOf(query);
  if (stems.length === 0) {
    return undefined;
  }
  const automaton = createWordAutomaton(wordTables(stems.map((word, index) => ({ word, low: 1 << index, high: 0 }))));
  const linesWith = stems.map(() => 0);
  let lines = 0;
  let chars = 0;
  return {
    wordsIn(text) {
      automaton.scan(text, 0, text.length);
      const words = automaton.low();
      lines += 1;
      chars += text.length;
      for (let index = 0; words >>> index !== 0; index += 1) {
        if (((words >>> index) & 1) === 1) {
          linesWith[index] = (linesWith[index] ?? 0) + 1;
        }
      }
      return words;
    },
    score(words, length) {
      const norm = 1 - B + (B * length) / Math.max(1, chars / Math.max(1, lines));
      let sum = 0;
      for (const [index, count] of linesWith.entries()) {
        if (((words >>> index) & 1) === 1) {
          sum += (Math.log(1 + (lines - count + 0.5) / (count + 0.5)) * (K1 + 1)) / (1 + K1 * norm);
        }
      }
      return sum;
    },
  };
}

function stemsOf(query: string): readonly string[] {
  const words = (query.toLowerCase().match(WORD) ?? []).map((word) => word.replace(/[./:-]+$/, ''));
  const telling = words.filter((word) => word.length >= FEWEST_CHARS && !STOP_WORDS.has(word));
  return [...new Set(telling.map(stem))].slice(0, MOST_WORDS);
}

/** Without the endings of English plurals and verbs, so that `tests failed` finds `test` and `failure`. */
function stem(word: string): string {
  const cut = word.replace(/(?:ures?|ings?|ations?|ies|(?<=.{4})ers?|ed|es|s|e|y)$/, '');
  return /^[a-z]+$/.test(word) && cut.length >= 3 ? cut : word;
}
