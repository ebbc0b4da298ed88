/** A word in lower case, which is found in any case, and the bits that say it was found. */
export interface MarkedWord {
  readonly word: string;
  readonly low: number;
  readonly high: number;
}

/** Tells which of many words stand in a text, with one look-up a character (Aho and Corasick, 1975). */
export interface WordAutomaton {
  /** Looks at the characters from `start` to `end`; `low` and `high` then hold the bits of the words found there. */
  readonly scan: (text: string, start: number, end: number) => void;
  readonly low: () => number;
  readonly high: () => number;
}

interface Trie {
  readonly next: Map<number, number>[];
  readonly low: number[];
  readonly high: number[];
}

/** The tables of an automaton. They never change, so that many texts can share them. */
export interface WordTables {
  readonly columns: Uint8Array;
  readonly width: number;
  readonly table: ReturnType<typeof completeTable>;
  readonly lowOf: Int32Array;
  readonly highOf: Int32Array;
  readonly accepts: Uint8Array;
}

export function wordTables(words: readonly MarkedWord[]): WordTables {
  const columns = new Uint8Array(65_536);
  const width = assignColumns(columns, words);
  const trie = createTrie(columns, words);
  return {
    columns,
    width,
    table: completeTable(trie, width),
    lowOf: Int32Array.from(trie.low),
    highOf: Int32Array.from(trie.high),
    accepts: Uint8Array.from(trie.low, (bits, state) => (bits === 0 && trie.high[state] === 0 ? 0 : 1)),
  };
}

export function createWordAutomaton({ columns, width, table, lowOf, highOf, accepts }: WordTables): WordAutomaton {
  let low = 0;
  let high = 0;
  return {
    scan(text, start, end) {
      let state = 0;
      low = 0;
      high = 0;
      for (let index = start; index < end; index += 1) {
        state = table[state * width + (columns[text.charCodeAt(index)] ?? 0)] ?? 0;
        if (accepts[state] === 1) {
          low |= lowOf[state] ?? 0;
          high |= highOf[state] ?? 0;
        }
      }
    },
    low: () => low,
    high: () => high,
  };
}

/** Column 0 is every character that stands in no word. */
function assignColumns(columns: Uint8Array, words: readonly MarkedWord[]): number {
  let width = 1;
  for (const character of words.flatMap(({ word }) => [...word])) {
    const code = character.charCodeAt(0);
    if (columns[code] === 0) {
      columns[code] = width;
      columns[character.toUpperCase().charCodeAt(0)] = width;
      width += 1;
    }
  }
  return width;
}

function createTrie(columns: Uint8Array, words: readonly MarkedWord[]): Trie {
  const trie: Trie = { next: [new Map()], low: [0], high: [0] };
  for (const { word, low, high } of words) {
    let state = 0;
    for (let index = 0; index < word.length; index += 1) {
      const column = columns[word.charCodeAt(index)] ?? 0;
      state = trie.next[state]?.get(column) ?? addState(trie, state, column);
    }
    trie.low[state] = (trie.low[state] ?? 0) | low;
    trie.high[state] = (trie.high[state] ?? 0) | high;
  }
  return trie;
}

function addState(trie: Trie, from: number, column: number): number {
  const state = trie.next.length;
  trie.next[from]?.set(column, state);
  trie.next.push(new Map());
  trie.low.push(0);
  trie.high.push(0);
  return state;
}

/** Every state gets a way on for every column; the words that end in a word are found with it. */
function completeTable(trie: Trie, width: number): Int16Array {
  const table = new Int16Array(trie.next.length * width);
  const fail = new Int16Array(trie.next.length);
  const queue = [0];
  for (let state = queue.shift(); state !== undefined; state = queue.shift()) {
    const fallback = fail[state] ?? 0;
    if (state !== 0) {
      trie.low[state] = (trie.low[state] ?? 0) | (trie.low[fallback] ?? 0);
      trie.high[state] = (trie.high[state] ?? 0) | (trie.high[fallback] ?? 0);
      table.copyWithin(state * width, fallback * width, (fallback + 1) * width);
    }
    for (const [column, next] of trie.next[state] ?? []) {
      fail[next] = state === 0 ? 0 : (table[state * width + column] ?? 0);
      table[state * width + column] = next;
      queue.push(next);
    }
  }
  return table;
}
