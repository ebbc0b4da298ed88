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
}

const MOST_LINES = 768;
/** Lines around one that shares words: an answer often stands below its name. */
const LINES_BEHIND = 3;
const BEHIND_PERCENT = 45;
const BEFORE_PERCENT = 30;

export function createAskedLines(question: Question): AskedLines {
  let asked: Asked[] = [];
  const around = new Map<number, { readonly line: KeptLine; readonly of: Asked; readonly percent: number }>();
  let last: { readonly asked: Asked; left: number } | undefined;

  const scoreOf = ({ line, words }: Asked): number => question.score(words, line.text.length);

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
        const found = { line, words };
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
