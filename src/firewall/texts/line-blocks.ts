import type { KeptLine } from './kept-line.js';
import { type Block, createLineStore } from './line-store.js';
import type { Reading } from './reader.js';

/** Keeps telling lines with what stands around them, by class and in bounded memory. */
export interface LineBlocks {
  /** `count` is how often lines of its template came, this one included. */
  readonly add: (line: KeptLine, reading: Reading, count: number) => void;
  readonly kept: () => KeptBlocks;
  /** The last lines, at most as many as may stand before an error. */
  readonly latest: () => readonly KeptLine[];
}

export interface KeptBlocks {
  readonly totals: readonly Block[];
  readonly errors: readonly Block[];
  readonly weak: readonly Block[];
  readonly warnings: readonly Block[];
  readonly outline: readonly Block[];
  readonly novel: readonly Block[];
}

const LINES_BEFORE = 2;
/** Whoever says that a command failed stands behind what went wrong. */
const LINES_BEFORE_END = 10;
const LINES_BEHIND = 8;
const LINES_BEHIND_END = 1;
const MOST_BLOCK_CHARS = 4096;
const NOVEL_WEIGHT = 30;

interface OpenBlock {
  readonly block: Block;
  left: number;
  chars: number;
}

export function createLineBlocks(): LineBlocks {
  const stores = {
    totals: createLineStore({ lastOfKey: 2, most: 96 }),
    errors: createLineStore({ lastOfKey: 2, most: 512 }),
    weak: createLineStore({ lastOfKey: 1, most: 512 }),
    warnings: createLineStore({ lastOfKey: 0, most: 256 }),
    outline: createLineStore({ lastOfKey: 0, most: 1024 }),
    novel: createLineStore({ lastOfKey: 0, most: 1024 }),
  };
  const before: KeptLine[] = [];
  /** The same without those that say that all is well. */
  const telling: KeptLine[] = [];
  let heading: KeptLine | undefined;
  let open: OpenBlock | undefined;

  /** The line belongs to the block that is open; false where there is none. */
  function follow(line: KeptLine, { isInBlock, beginsBlock, isRoutine }: Reading): boolean {
    if (open === undefined || beginsBlock) {
      return false;
    }
    const isFormatBlock = open.left === Number.POSITIVE_INFINITY;
    open.chars += line.text.length + 1;
    if ((isFormatBlock && !isInBlock) || open.chars > MOST_BLOCK_CHARS) {
      open = undefined;
      return false;
    }
    if (!isRoutine) {
      open.block.context.push(line);
    }
    open.left -= 1;
    if (open.left <= 0) {
      open = undefined;
    }
    return true;
  }

  /** In the block of a format each line that says much is kept by itself too; the block goes on. */
  function storeError(line: KeptLine, { beginsBlock, isAlone = false }: Reading, isInBlock: boolean): void {
    const context = isInBlock || isAlone ? [] : telling.slice(line.isEnd ? 0 : -LINES_BEFORE);
    const block = stores.errors.add(line, context, heading);
    if (!isInBlock) {
      const behind = line.isEnd ? LINES_BEHIND_END : LINES_BEHIND;
      open = { block, left: beginsBlock ? Number.POSITIVE_INFINITY : behind, chars: 0 };
    }
  }

  function store(line: KeptLine, reading: Reading, count: number): void {
    const isInBlock = follow(line, reading) && reading.isInBlock;
    switch (line.lineClass) {
      case 'error':
        storeError(line, reading, isInBlock);
        break;
      case 'total':
        stores.totals.add(line, line.isEnd ? telling : [], heading);
        break;
      case 'weak':
        stores.weak.add(line, reading.isAlone === true ? [] : telling.slice(-1));
        break;
      case 'warning':
        stores.warnings.add(line, []);
        break;
      case 'outline':
        heading = line;
        // Each is for itself: two headings of the same form are two headings.
        stores.outline.add({ ...line, key: line.order }, []);
        break;
      case 'plain':
        if (count === 1 && !reading.isRoutine && !isInBlock && isSentence(line.text)) {
          stores.novel.add({ ...line, weight: NOVEL_WEIGHT }, []);
        }
    }
  }

  return {
    add(line, reading, count) {
      store(line, reading, count);
      pushLast(before, line);
      if (!reading.isRoutine) {
        pushLast(telling, line);
      }
    },
    latest: () => before,
    kept: () => ({
      totals: [...stores.totals.blocks()],
      errors: [...stores.errors.blocks()],
      weak: [...stores.weak.blocks()],
      warnings: [...stores.warnings.blocks()],
      outline: [...stores.outline.blocks()],
      novel: [...stores.novel.blocks()],
    }),
  };
}

function pushLast(lines: KeptLine[], line: KeptLine): void {
  if (lines.length >= LINES_BEFORE_END) {
    lines.shift();
  }
  lines.push(line);
}

const FEWEST_CHARS = 4;

/** A bracket alone, or a word of a list, tells nothing new. */
export function isSentence(text: string): boolean {
  return text.length >= FEWEST_CHARS && /\w\W{1,80}\w|\w{8}/.test(text);
}
