import { byLevel, classify, isCalm, saysEnd, saysNothing } from './classify.js';
import { LONGEST_LINE, toldPart } from './cut-line.js';
import { FORMATS } from './formats/index.js';
import type { KeptLine } from './kept-line.js';
import { type FoundKind, findKind, findWholeKind } from './kinds/index.js';
import { headOf, type KindReader } from './kinds/kind.js';
import { createKnownWords } from './known-words.js';
import { createLineLevels } from './line-levels.js';
import { findPrefix, isEnough, type LinePrefix } from './line-prefix.js';
import type { LogLevel } from './log-level.js';
import { createMarkCounter } from './mark-counter.js';
import { packagePrefix } from './package-prefix.js';
import { plainLine, printedLine } from './plain-line.js';
import { isQuotedCode } from './quoted-code.js';
import { createReader, type Reading } from './reader.js';
import { templateKey } from './template-key.js';
import type { TextAbout } from './text-about.js';
import type { Judgement, TextLine } from './text-line.js';
import { weighInKind } from './weigh-in-kind.js';

/** Says of each line what it is: a total, an error, a heading, one like all others. */
export interface LineJudge {
  readonly add: (line: TextLine) => void;
  /** The text has ended: lines that waited for a decision are judged. */
  readonly end: () => void;
  readonly about: () => TextAbout;
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
  const levels = createLineLevels();
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
    const { text: printed, escapeChars } = printedLine(raw.text);
    const plain = toldPart(withoutMarkup(printed), chars);
    const cut = prefix?.lengthIn(plain) ?? 0;
    const text = plain.slice(cut);
    const whose = kind === undefined ? packagePrefix(text) : 0;
    const head = headOf(whose === 0 ? text : text.slice(whose));
    leaveKind(text);
    scan.scan(text, whose, text.length);
    const about = { text: head, row: raw.row };
    const level = kind === undefined ? levels.add(plain, prefix) : undefined;
    const { judgement, reading, isPart } =
      kind === undefined
        ? judgeOutput(about, marks.add(whose === 0 ? text : head))
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
      level,
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
  function judgeOutput(line: AboutLine, hasFailed: boolean): Judged {
    const reading = reader.read(line, scan.low(), scan.high());
    const isSilent = reading.isRoutine || isQuotedCode(line.text, reading.isInBlock);
    const words = isSilent ? undefined : byWords(line.text, hasFailed ? 'ERROR' : levels.certain());
    const isPart = (reading.isInBlock && words?.lineClass !== 'error') || NOTE.test(line.text);
    const judgement = strongest(reading, words);
    return { reading, judgement, isPart: isPart || isCalm(judgement) };
  }

  function judgeOfKind(found: KindReader, { text: head, row, below }: AboutLine, whole: string): Judged {
    const weight = found.weigh(found.readsAll === true ? whole : head, row, below);
    return {
      reading: NO_READING,
      judgement: weighInKind(found, weight, byWords(head, undefined)),
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
        levels: levels.counts(),
      };
    },
  };
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
