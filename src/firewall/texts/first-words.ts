import { createTally } from './kinds/tally.js';
import { levelOfWord } from './log-level.js';

/** Counts lines by the word that they begin with: `Inst=214 Conf=214 Remv=2`, `PASS=31 FAIL=2`, `✓=88 ✗=1`. */
export interface FirstWords {
  readonly add: (text: string) => void;
  /** A sentence, where nearly all lines begin with one of a few words. */
  readonly facts: () => readonly string[];
}

const LONGEST_WORD = 16;
/** With more words than that the lines are no list of a few kinds of things, unless those that are named begin most of them. */
const FEW_WORDS = 32;
const MOST_WORDS = 512;
const MOST_NAMED = 12;
const FEWEST_LINES = 20;
const FEWEST_OF_WORD = 3;
const SHARE_PERCENT = 70;
const NAMED_PERCENT = 60;
/** A rarer word among many is not named. */
const FEWEST_PERCENT = 2;
const SPACE = 32;
const LETTER_A = 65;

export function createFirstWords(): FirstWords {
  const words = createTally();
  /** Of these the lines are counted already. */
  const levels = new Set<string>();
  let lines = 0;
  let isOver = false;

  function isLevel(word: string): boolean {
    if (words.of(word) === 0 && !levels.has(word) && levelOfWord(word) !== undefined) {
      levels.add(word);
    }
    return levels.has(word);
  }

  return {
    add(text) {
      if (isOver || text === '') {
        return;
      }
      lines += 1;
      const word = firstWord(text);
      if (word !== undefined && !isLevel(word)) {
        words.add(word);
        isOver = words.size() > MOST_WORDS;
      }
    },
    facts() {
      const isFew = words.size() <= FEW_WORDS;
      const isList = isFew
        ? words.atLeast(FEWEST_OF_WORD) * 100 >= lines * SHARE_PERCENT
        : words.ofFirst(MOST_NAMED) * 100 >= lines * NAMED_PERCENT;
      const fewest = isFew ? 0 : (lines * FEWEST_PERCENT) / 100;
      return isList && !isOver && lines >= FEWEST_LINES && words.size() > 1
        ? [`lines by first word: ${words.sentence(MOST_NAMED, fewest)}`]
        : [];
    },
  };
}

/** A word or a sign, with something behind it; a number or a list's bullet tells nothing. */
function firstWord(text: string): string | undefined {
  let start = 0;
  while (start < LONGEST_WORD && text.charCodeAt(start) === SPACE) {
    start += 1;
  }
  const end = text.indexOf(' ', start);
  const isWord = end > start && end - start <= LONGEST_WORD && text.charCodeAt(start) >= LETTER_A;
  return isWord ? text.slice(start, end) : undefined;
}
