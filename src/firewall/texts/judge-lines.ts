import { byLevel, classify, isCalm, saysEnd, saysNothing } from './classify.js';
import { LONGEST_LINE, toldPart } from './cut-line.js';
import { FORMATS } from './formats/index.js';
import type { KeptLine } from './kept-line.js';
import { type FoundKind, findKind, findWholeKind } from './kinds/index.js';
import { headOf, type KindReader, type OutlineName } from './kinds/kind.js';
import { createKnownWords } from './known-words.js';
import { findPrefix, isEnough, type LinePrefix } from './line-prefix.js';
import { createLevelFinder, type LogLevel, levelOfWord } from './log-level.js';
import { createMarkCounter } from './mark-counter.js';
import { packagePrefix } from './package-prefix.js';
import { plainLine, sequenceChars } from './plain-line.js';
import { isQuotedCode } from './quoted-code.js';
import { createReader, type FoundFormat, type Reading } from './reader.js';
import { templateKey } from './template-key.js';
import type { Judgement, TextLine } from './text-line.js';

/** Says of each line what it is: a total, an error, a heading, one like all others. */
export interface LineJudge {
  readonly add: (line: TextLine) => void;
  /** The text has ended: lines that waited for a decision are judged. */
  readonly end: () => void;
  readonly about: () => TextAbout;
}

/** What the lines say together. */
export interface TextAbout {
  readonly lines: number;
  readonly formats: readonly FoundFormat[];
  readonly kind_id: string | undefined;
  /** What the kind of text counts, as sentences. */
  readonly kindFacts: readonly string[];
  /** What was taken off the beginning of nearly all lines, as one of the first lines has it. */
  readonly prefix: string | undefined;
  /** Each line says when it was written, and no tool gives an account of its work. */
  readonly isLog: boolean;
  /** What they say together is told before single ones of them. */
  readonly isCounted?: boolean;
  /** They are parts of rows, several of one row if need be. */
  readonly isOfRows?: boolean;
  readonly outlineName?: ((text: string, weight: number, row: number) => OutlineName | undefined) | undefined;
  /** Lines by level. */
  readonly levels: ReadonlyMap<LogLevel, number>;
}

/** The beginning of a line, and its place. */
interface AboutLine {
  readonly text: string;
  readonly row: number;
  readonly below?: string | undefined;
}

interface Judged {
  readonly judgement: Judgement;
  readonly reading: Reading;
  /** It belongs to an error, or is about one, and is none by itself. */
  readonly isPart: boolean;
}

type Taker = (line: KeptLine, reading: Reading) => void;
/** Of a compiler, about the error or the warning before it. */
const NOTE = /^[^\s:]{1,200}:\d{1,7}:(?:\d{1,7}:)? note: /;
/** Lines of less weight are not asked whether they say that a command has failed. */
const FEWEST_OF_ENDS = 600;

export function createLineJudge(taker: Taker, redact: (text: string) => string): LineJudge {
  const scan = createKnownWords();
  const reader = createReader(FORMATS);
  let sample: TextLine[] | undefined = [];
  let prefix: LinePrefix | undefined;
  let kindId: string | undefined;
  let kind: KindReader | undefined;
  /** The same, also when it has ended. */
  let told: KindReader | undefined;
  const levels = new Map<LogLevel, number>();
  const marks = createMarkCounter();
  let order = 0;
  /** Of the lines so far, as they are told. */
  let chars = 0;
  /** The last line, while the kind of text must see what stands below it. */
  let above: TextLine | undefined;

  function takeLine(line: TextLine): void {
    const waiting = above;
    above = kind?.looksAhead === true ? line : undefined;
    if (waiting !== undefined) {
      judge(waiting, line.text);
    }
    if (above === undefined) {
      judge(line);
    }
  }

  function judge(raw: TextLine, below?: string): void {
    const plain = toldPart(withoutMarkup(plainLine(raw.text)), chars);
    const escapeChars = sequenceChars(raw.text);
    const cut = prefix?.lengthIn(plain) ?? 0;
    const text = plain.slice(cut);
    const whose = kind === undefined ? packagePrefix(text) : 0;
    const head = headOf(whose === 0 ? text : text.slice(whose));
    leaveKind(text);
    scan.scan(text, whose, text.length);
    const about = { text: head, row: raw.row };
    const { judgement, reading, isPart } =
      kind === undefined
        ? judgeOutput(about, levelOf(plain), marks.add(whose === 0 ? text : head))
        : judgeOfKind(kind, { ...about, below }, text);
    // Written out, as this is done for each line: a spread takes several times as long.
    const line: KeptLine = {
      row: raw.row,
      channel: raw.channel,
      text,
      rawChars: Math.max(0, raw.rawChars - Math.max(0, raw.text.length - escapeChars - text.length)),
      escapeChars,
      rawStart: raw.rawStart,
      rawEnd: raw.rawEnd,
      order,
      lineClass: judgement.lineClass,
      countedAs: isPart ? 'plain' : judgement.lineClass,
      weight: judgement.weight,
      key: templateKey(text),
      isEnd: judgement.weight >= FEWEST_OF_ENDS && saysEnd(head),
    };
    order += 1;
    chars += text.length;
    taker(line, reading);
  }

  function withoutMarkup(text: string): string {
    const bare = kind?.withoutMarkup?.(text, redact) ?? text;
    return bare === text ? text : redact(bare);
  }

  /** By its level, by the format of a tool and by its words. */
  function judgeOutput(line: AboutLine, level: LogLevel | undefined, hasFailed: boolean): Judged {
    const reading = reader.read(line, scan.low(), scan.high());
    const isSilent = reading.isRoutine || isQuotedCode(line.text, reading.isInBlock);
    const words = isSilent ? undefined : byWords(line.text, hasFailed ? 'ERROR' : level);
    const isPart = (reading.isInBlock && words?.lineClass !== 'error') || NOTE.test(line.text);
    const judgement = strongest(reading, words);
    return { reading, judgement, isPart: isPart || isCalm(judgement) };
  }

  function judgeOfKind(found: KindReader, { text: head, row, below }: AboutLine, whole: string): Judged {
    const weight = found.weigh(found.readsAll === true ? whole : head, row, below);
    return {
      reading: NO_READING,
      judgement: inKind(found, weight, byWords(head, undefined)),
      isPart: found.isReference === true,
    };
  }

  function byWords(head: string, level: LogLevel | undefined): Judgement {
    return saysNothing(head) ? NO_WORDS : byLevel(level, classify(head, scan.low() & 15));
  }

  function leaveKind(next: string): void {
    if (kind?.isOver?.(next) === true) {
      kind = undefined;
    }
  }

  /** The level in its own column, or in any of the first words. */
  function levelOf(plain: string): LogLevel | undefined {
    const word = prefix?.level();
    const level = (word === undefined ? undefined : levelOfWord(word)) ?? createLevelFinder(plain)(0, plain.length);
    if (level !== undefined) {
      levels.set(level, (levels.get(level) ?? 0) + 1);
    }
    return word === undefined ? undefined : level;
  }

  function decide(): void {
    const waiting = sample ?? [];
    sample = undefined;
    const plain = waiting.map(({ text }) => plainLine(text).slice(0, LONGEST_LINE));
    const found = findWholeKind(plain) ?? findBehindPrefix(plain);
    kindId = found?.kind_id;
    kind = found?.reader;
    told = kind;
    waiting.forEach(takeLine);
  }

  function findBehindPrefix(plain: readonly string[]): FoundKind | undefined {
    prefix = findPrefix(plain);
    const texts = plain.map((text) => headOf(text.slice(prefix?.lengthIn(text))));
    const isOfTool = FORMATS.some(({ sign }) => texts.some((text) => sign.test(text)));
    return isOfTool || prefix?.isLog === true ? undefined : findKind(texts);
  }

  return {
    add(line) {
      if (sample === undefined) {
        takeLine(line);
        return;
      }
      sample.push(line);
      if (isEnough(sample)) {
        decide();
      }
    },
    end() {
      if (sample !== undefined) {
        decide();
      }
      if (above !== undefined) {
        judge(above);
        above = undefined;
      }
    },
    about() {
      const formats = reader.found();
      const nameOf = told?.outlineName;
      return {
        lines: order,
        formats,
        kind_id: kindId,
        kindFacts: [...(told?.facts() ?? []), ...marks.facts()],
        isCounted: told?.isCounted === true,
        outlineName: nameOf && ((text, weight, row) => nameOf(text, weight, row, redact)),
        prefix: prefix?.example,
        isLog: prefix?.isLog === true && formats.every(({ totals }) => totals.length === 0),
        levels,
      };
    },
  };
}

/** In a page or a file of source code, words of errors are what it is about: they count for little. */
function inKind(kind: KindReader, weight: number, words: Judgement): Judgement {
  const lowered = Math.floor((words.weight * wordsPercent(kind, weight)) / 100);
  return weight >= lowered
    ? { lineClass: weight > 0 ? 'outline' : 'plain', weight }
    : { lineClass: words.lineClass, weight: lowered };
}

/** `ModuleError.js` in a listing is the name of a file, and what says of an error and is no entry is a message. */
function wordsPercent({ isOfNames = false, isCounted = false, wordsPercent: own }: KindReader, weight: number): number {
  if (own !== undefined) {
    return own;
  }
  if (isOfNames && weight > 0) {
    return 0;
  }
  return isOfNames && isCounted ? MESSAGE_PERCENT : ABOUT_PERCENT;
}

/** Pages, code and changes may be about the output of tools, and are none. */
const NO_READING: Reading = { isInBlock: false, beginsBlock: false, isRoutine: false };
const MESSAGE_PERCENT = 60;
const ABOUT_PERCENT = 12;
const NO_WORDS: Judgement = { lineClass: 'plain', weight: 0 };

function strongest({ judgement }: Reading, words: Judgement = NO_WORDS): Judgement {
  if (judgement === undefined) {
    return words;
  }
  return words.weight > judgement.weight ? words : judgement;
}
