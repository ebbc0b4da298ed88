import { type AskedLines, createAskedLines } from './asked-lines.js';
import { classify } from './classify.js';
import { FORMATS } from './formats/index.js';
import type { KeptLine } from './kept-line.js';
import { createKeyTable, type KeyCount } from './key-table.js';
import { findKind } from './kinds/index.js';
import type { KindReader } from './kinds/kind.js';
import { createFeatureScan } from './line-features.js';
import { findPrefix, type LinePrefix, SAMPLE_LINES } from './line-prefix.js';
import { createHead, createTail } from './line-ring.js';
import { type Block, createLineStore } from './line-store.js';
import { plainLine } from './plain-line.js';
import { createQuestion } from './question.js';
import { createReader, type FoundFormat, hintsOf, type Reading } from './reader.js';
import { templateKey } from './template-key.js';
import type { Judgement, LineClass, TextLine } from './text-line.js';

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

export interface Kept {
  readonly totals: readonly Block[];
  readonly errors: readonly Block[];
  readonly weak: readonly Block[];
  readonly warnings: readonly Block[];
  readonly outline: readonly Block[];
  readonly novel: readonly Block[];
  /** Lines that share words with the question, if there is one. */
  readonly asked: ReturnType<AskedLines['best']>;
  readonly head: readonly KeptLine[];
  readonly tail: readonly KeptLine[];
  readonly counts: Readonly<Record<LineClass, number>>;
  readonly lines: number;
  /** Templates of lines that tell of an error. */
  readonly errorKinds: number;
  readonly isEveryKindKnown: boolean;
  readonly formats: readonly FoundFormat[];
  readonly kind_id: string | undefined;
  /** What the kind of text counts, as sentences. */
  readonly kindFacts: readonly string[];
  readonly countOf: (key: number) => number;
  /** Templates that came more than twice, the most frequent first. */
  readonly folded: readonly KeyCount[];
  /** What was taken off the beginning of nearly all lines, of the first line that has it. */
  readonly prefix: string | undefined;
}

const PATTERN_CHARS = 240;
const LINES_BEFORE = 2;
const LINES_BEHIND = 8;
const MOST_BLOCK_CHARS = 4096;
const NOVEL_WEIGHT = 30;
/** Lines of this weight are told while a text still comes. */
const FRESH_WEIGHT = 800;
const MOST_FRESH = 256;
const MOST_FOLDED = 512;

export interface DigestOptions {
  /** How much of the beginning and of the end is kept. */
  readonly ringChars: number;
  /** What is asked about the text: lines that share its words are raised. */
  readonly query?: string | undefined;
}

export function createDigest({ ringChars, query }: DigestOptions): Digest {
  const question = query === undefined ? undefined : createQuestion(query);
  const asked = question === undefined ? undefined : createAskedLines(question);
  const scan = createFeatureScan(hintsOf(FORMATS));
  const reader = createReader(FORMATS);
  const keys = createKeyTable();
  const stores = {
    totals: createLineStore({ lastOfKey: 2, most: 96 }),
    errors: createLineStore({ lastOfKey: 2, most: 512 }),
    weak: createLineStore({ lastOfKey: 1, most: 512 }),
    warnings: createLineStore({ lastOfKey: 0, most: 256 }),
    outline: createLineStore({ lastOfKey: 0, most: 1024 }),
    novel: createLineStore({ lastOfKey: 0, most: 1024 }),
  };
  const head = createHead(ringChars);
  const tail = createTail(ringChars);
  const counts: Record<LineClass, number> = { total: 0, error: 0, weak: 0, warning: 0, outline: 0, plain: 0 };
  let sample: TextLine[] | undefined = [];
  let prefix: LinePrefix | undefined;
  let prefixText: string | undefined;
  let kindId: string | undefined;
  let kind: KindReader | undefined;
  let order = 0;
  let fresh: KeptLine[] = [];
  const before: KeptLine[] = [];
  let open: { readonly block: Block; left: number; chars: number } | undefined;

  function take(raw: TextLine): void {
    const plain = plainLine(raw.text);
    const cut = prefix?.lengthIn(plain) ?? 0;
    prefixText ??= cut > 0 ? plain.slice(0, cut).trim() : undefined;
    const text = plain.slice(cut);
    const head = headOf(text);
    scan.scan(text, 0, text.length);
    const features = scan.low() & 15;
    const reading =
      kind === undefined ? reader.read({ text: head, row: raw.row }, scan.low(), scan.high()) : NO_READING;
    const words = reading.isRoutine ? undefined : classify(head, features);
    const judgement = strongest(reading, kind === undefined ? words : inKind(kind, head, raw.row, words));
    // Written out, as this is done for each line: a spread takes several times as long.
    const line: KeptLine = {
      row: raw.row,
      channel: raw.channel,
      text,
      rawChars: Math.max(0, raw.rawChars - (raw.text.length - text.length)),
      rawEnd: raw.rawEnd,
      order,
      lineClass: judgement.lineClass,
      weight: judgement.weight,
      key: templateKey(text),
    };
    order += 1;
    counts[line.lineClass] += 1;
    keep(line, reading);
  }

  function keep(line: KeptLine, reading: Reading): void {
    const { count } = keys.add(line.key, line);
    head.add(line);
    tail.add(line);
    asked?.add(line, before);
    store(line, reading, count);
    if (count === 1 && line.weight >= FRESH_WEIGHT && fresh.length < MOST_FRESH) {
      fresh.push(line);
    }
    if (before.length >= LINES_BEFORE) {
      before.shift();
    }
    before.push(line);
  }

  function store(line: KeptLine, reading: Reading, count: number): void {
    const isInBlock = follow(line, reading) && reading.isInBlock;
    switch (line.lineClass) {
      case 'error':
        storeError(line, reading, isInBlock);
        break;
      case 'total':
        stores.totals.add(line, []);
        break;
      case 'weak':
        stores.weak.add(line, before.slice(-1));
        break;
      case 'warning':
        stores.warnings.add(line, []);
        break;
      case 'outline':
        // Each is for itself: two headings of the same form are two headings.
        stores.outline.add({ ...line, key: line.order }, []);
        break;
      case 'plain':
        if (count === 1 && !reading.isRoutine && !isInBlock && line.text.trim() !== '') {
          stores.novel.add({ ...line, weight: NOVEL_WEIGHT }, []);
        }
    }
  }

  /** In the block of a format each line that says much is kept by itself too; the block goes on. */
  function storeError(line: KeptLine, { beginsBlock }: Reading, isInBlock: boolean): void {
    const block = stores.errors.add(line, isInBlock ? [] : before);
    if (!isInBlock) {
      open = { block, left: beginsBlock ? Number.POSITIVE_INFINITY : LINES_BEHIND, chars: 0 };
    }
  }

  /** The line belongs to the block that is open; false where there is none. */
  function follow(line: KeptLine, { isInBlock, beginsBlock }: Reading): boolean {
    if (open === undefined || beginsBlock) {
      return false;
    }
    const isFormatBlock = open.left === Number.POSITIVE_INFINITY;
    open.chars += line.text.length + 1;
    if ((isFormatBlock && !isInBlock) || open.chars > MOST_BLOCK_CHARS) {
      open = undefined;
      return false;
    }
    open.block.context.push(line);
    open.left -= 1;
    if (open.left <= 0) {
      open = undefined;
    }
    return true;
  }

  function decide(): void {
    const waiting = sample ?? [];
    sample = undefined;
    const plain = waiting.map(({ text }) => plainLine(text));
    prefix = findPrefix(plain);
    const texts = plain.map((text) => headOf(text.slice(prefix?.lengthIn(text))));
    const isOfTool = FORMATS.some(({ sign }) => texts.some((text) => sign.test(text)));
    const found = isOfTool ? undefined : findKind(texts);
    kindId = found?.kind_id;
    kind = found?.create();
    waiting.forEach(take);
  }

  return {
    add(line) {
      if (sample === undefined) {
        take(line);
        return;
      }
      sample.push(line);
      if (sample.length >= SAMPLE_LINES) {
        decide();
      }
    },
    end() {
      if (sample !== undefined) {
        decide();
      }
    },
    last: () => before.at(-1),
    fresh() {
      const lines = fresh;
      fresh = [];
      return lines;
    },
    kept: () => ({
      totals: [...stores.totals.blocks()],
      errors: [...stores.errors.blocks()],
      weak: [...stores.weak.blocks()],
      warnings: [...stores.warnings.blocks()],
      outline: [...stores.outline.blocks()],
      novel: [...stores.novel.blocks()],
      asked: asked?.best() ?? [],
      head: head.lines(),
      tail: tail.lines(),
      counts,
      lines: order,
      errorKinds: keys.kindsOf('error'),
      isEveryKindKnown: keys.forgotten() === 0,
      formats: reader.found(),
      kind_id: kindId,
      kindFacts: kind?.facts() ?? [],
      countOf: (key) => keys.get(key)?.count ?? 1,
      folded: keys.frequent(MOST_FOLDED).filter(({ count }) => count > 2),
      prefix: prefixText,
    }),
  };
}

/** What patterns are asked about: the beginning of a line, so that no line takes long. */
function headOf(text: string): string {
  return text.length > PATTERN_CHARS ? text.slice(0, PATTERN_CHARS) : text;
}

/** In a page or a file of source code, words of errors are what it is about: they count for little. */
function inKind(kind: KindReader, text: string, row: number, words: Judgement | undefined): Judgement {
  const weight = kind.weigh(text, row);
  const halved = Math.floor((words?.weight ?? 0) / 8);
  return weight >= halved
    ? { lineClass: weight > 0 ? 'outline' : 'plain', weight }
    : { lineClass: words?.lineClass ?? 'plain', weight: halved };
}

/** Pages, code and changes may be about the output of tools, and are none. */
const NO_READING: Reading = { isInBlock: false, beginsBlock: false, isRoutine: false };

const NO_WORDS: Judgement = { lineClass: 'plain', weight: 0 };

function strongest({ judgement }: Reading, words: Judgement = NO_WORDS): Judgement {
  if (judgement === undefined) {
    return words;
  }
  return words.weight > judgement.weight ? words : judgement;
}
