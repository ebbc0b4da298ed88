import { type AskedLines, createAskedLines } from './asked-lines.js';
import { createLineJudge } from './judge-lines.js';
import type { KeptLine } from './kept-line.js';
import { createKeyTable, type KeyCount } from './key-table.js';
import { createLineBlocks, type KeptBlocks } from './line-blocks.js';
import { createLineLedger, type KeptLedger } from './line-ledger.js';
import { createHead, createTail } from './line-ring.js';
import { createQuestion } from './question.js';
import type { Reading } from './reader.js';
import type { TextAbout } from './text-about.js';
import type { LineClass, TextLine } from './text-line.js';

/** What is kept of a long text while it passes, in bounded memory, so that its telling lines can be shown in the end. */
export interface Digest {
  readonly add: (line: TextLine) => void;
  /** The text has ended: lines that waited for a decision are taken in. */
  readonly end: () => void;
  readonly kept: () => Kept;
  /** Lines that tell of an error or of totals, the first of each template, which came since it was asked last. */
  readonly fresh: () => readonly KeptLine[];
  readonly last: () => KeptLine | undefined;
}

export interface Kept extends KeptBlocks, TextAbout {
  /** Lines that share words with the question, if there is one. */
  readonly asked: ReturnType<AskedLines['best']>;
  readonly head: readonly KeptLine[];
  readonly tail: readonly KeptLine[];
  readonly counts: Readonly<Record<LineClass, number>>;
  /** Templates of lines that tell of an error. */
  readonly errorKinds: number;
  readonly isEveryKindKnown: boolean;
  readonly countOf: (key: number) => number;
  /** The most frequent first, as many as could be told. */
  readonly templates: readonly KeyCount[];
  /** Of a text. */
  readonly ledger?: KeptLedger;
}

/** Lines of this weight are told while a text still comes. */
const FRESH_WEIGHT = 800;
const MOST_FRESH = 256;
const MOST_TEMPLATES = 2048;
const CHARS_A_TOKEN = 8;
const FEWEST_CHARS = 64 * 1024;
const MOST_CHARS = 768 * 1024;

export interface DigestOptions {
  /** Model tokens there are to tell the text in: by them, so much of its beginning and of its end is kept. */
  readonly maxTokens: number;
  /** What is asked about the text: lines that share its words are raised. */
  readonly query?: string | undefined;
}

interface LineOptions {
  /** For lines that are told in other words than they came in. */
  readonly redact: (text: string) => string;
  /** A line as it may be told. */
  readonly told?: (line: KeptLine) => KeptLine;
}

export function createDigest(options: DigestOptions & LineOptions): Digest {
  const { redact, told = (line) => line } = options;
  const keeper = createLineKeeper(options);
  const ledger = createLineLedger();
  const take = (line: KeptLine, reading: Reading): void => {
    ledger.add(line);
    keeper.take(line, reading);
  };
  const judge = createLineJudge((line, reading) => take(told(line), reading), redact);
  return {
    add: judge.add,
    end: judge.end,
    last: keeper.last,
    fresh: keeper.fresh,
    kept: () => ({ ...keeper.kept(judge.about()), ledger: ledger.kept() }),
  };
}

/** Keeps lines whose judgement is known. */
export interface LineKeeper extends Pick<Digest, 'fresh' | 'last'> {
  readonly take: (line: KeptLine, reading: Reading) => void;
  readonly kept: (about: TextAbout) => Kept;
}

export function createLineKeeper({ maxTokens, query }: DigestOptions): LineKeeper {
  const ringChars = Math.min(MOST_CHARS, Math.max(FEWEST_CHARS, maxTokens * CHARS_A_TOKEN));
  const question = query === undefined ? undefined : createQuestion(query);
  const asked = question === undefined ? undefined : createAskedLines(question);
  const keys = createKeyTable();
  const blocks = createLineBlocks();
  const head = createHead(ringChars);
  const tail = createTail(ringChars);
  const counts: Record<LineClass, number> = { total: 0, error: 0, weak: 0, warning: 0, outline: 0, plain: 0 };
  let fresh: KeptLine[] = [];

  return {
    take(line, reading) {
      const { count } = keys.add(line.key, line);
      counts[line.countedAs] += 1;
      head.add(line);
      tail.add(line);
      asked?.add(line, blocks.latest());
      blocks.add(line, reading, count);
      if (count === 1 && line.weight >= FRESH_WEIGHT && fresh.length < MOST_FRESH) {
        fresh.push(line);
      }
    },
    last: () => blocks.latest().at(-1),
    fresh() {
      const lines = fresh;
      fresh = [];
      return lines;
    },
    kept: (about) => ({
      ...blocks.kept(),
      ...about,
      asked: asked?.best() ?? [],
      head: head.lines(),
      tail: tail.lines(),
      counts,
      // An error line may share its template with lines that are none, and is of a kind all the same.
      errorKinds: Math.max(keys.kindsOf('error'), Math.min(counts.error, 1)),
      isEveryKindKnown: keys.forgotten() === 0,
      countOf: (key) => keys.get(key)?.count ?? 1,
      templates: keys.frequent(MOST_TEMPLATES),
    }),
  };
}
