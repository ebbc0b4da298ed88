import type { KeptLine } from './kept-line.js';
import type { Question } from './question.js';

/** The lines that share most words with a question, in bounded memory. */
export interface AskedLines {
  readonly add: (line: KeptLine, before: readonly KeptLine[]) => void;
  readonly best: () => readonly { readonly line: KeptLine; readonly score: number }[];
}

interface Asked {
  readonly line: KeptLine;
  readonly words: number;
  /** Words in the lines beside it, one bit each: a sentence goes on over the ends of lines. */
  beside: number;
}

const MOST_LINES = 768;
/** Lines around one that shares words: an answer often stands below its name. */
const LINES_BEHIND = 3;
const BEHIND_PERCENT = 45;
const BEFORE_PERCENT = 30;
/** So many lines before and behind are beside a line. */
const BESIDE = 2;
const BESIDE_PERCENT = 50;

export function createAskedLines(question: Question): AskedLines {
  let asked: Asked[] = [];
  const around = new Map<number, { readonly line: KeptLine; readonly of: Asked; readonly percent: number }>();
  let last: { readonly asked: Asked; left: number } | undefined;
  // The words of the last lines, whether or not they share any.
  let latest: readonly { readonly order: number; readonly words: number; readonly asked: Asked | undefined }[] = [];

  const scoreOf = ({ line, words, beside }: Asked): number =>
    question.score(words, line.text.length) +
    (question.score(beside & ~words, line.text.length) * BESIDE_PERCENT) / 100;

  /** Tells lines that stand beside each other of each other's words. */
  function shareWords(line: KeptLine, words: number, asked: Asked | undefined): void {
    latest = latest.filter(({ order }) => line.order - order <= BESIDE);
    for (const other of latest) {
      if (other.asked !== undefined) {
        other.asked.beside |= words;
      }
      if (asked !== undefined) {
        asked.beside |= other.words;
      }
    }
    latest = [...latest, { order: line.order, words, asked }];
  }

  function makeRoom(): void {
    const sorted = asked.map((each) => ({ each, score: scoreOf(each) })).sort((a, b) => b.score - a.score);
    asked = sorted.slice(0, (MOST_LINES * 3) / 4).map(({ each }) => each);
    asked.sort((a, b) => a.line.order - b.line.order);
    const kept = new Set(asked);
    for (const [order, { of }] of around) {
      if (!kept.has(of)) {
        around.delete(order);
      }
    }
  }

  return {
    add(line, before) {
      const words = question.wordsIn(line.text);
      if (words !== 0) {
        const found: Asked = { line, words, beside: 0 };
        shareWords(line, words, found);
        asked.push(found);
        for (const previous of before.slice(-1)) {
          around.set(previous.order, { line: previous, of: found, percent: BEFORE_PERCENT });
        }
        last = { asked: found, left: LINES_BEHIND };
        if (asked.length > MOST_LINES) {
          makeRoom();
        }
      } else if (last !== undefined && last.left > 0) {
        last.left -= 1;
        around.set(line.order, { line, of: last.asked, percent: BEHIND_PERCENT });
      }
    },
    best: () => [
      ...asked.map((each) => ({ line: each.line, score: scoreOf(each) })),
      ...[...around.values()].map(({ line, of, percent }) => ({ line, score: (scoreOf(of) * percent) / 100 })),
    ],
  };
}
