import type { RedactedText } from '../find/redactor.js';
import type { TextEnd } from './conflicts.js';
import { createDigest, type Digest, type Kept } from './digest.js';
import { channelPart, inOrder } from './highlights.js';
import type { KeptLine } from './kept-line.js';
import { nextRowOf } from './next-row.js';
import { type Outline, outlineOf } from './outline.js';
import { densityOf, type Picks, picksOf, type Shown } from './picks.js';
import { plainLine, withoutSpelt } from './plain-line.js';
import { type RankOptions, rankItems } from './rank.js';
import { createRedactedLines } from './redacted-lines.js';
import type { TextLine } from './text-line.js';
import { textSentences } from './text-sentences.js';

/** What a long text is about, read while it passes: see `README.md` beside this file. */
export interface TextDigest {
  /** The next piece of a channel, raw and as its redactor gave it. */
  readonly take: (channel: string, raw: string, released: RedactedText) => void;
  /** The rest of a channel that has ended cleanly. */
  readonly end: (channel: string, released: RedactedText) => void;
  /** So many rows that are no text have come: they have places in the stored result too. */
  readonly skip: (rows: number) => void;
  /** Nothing more comes, cleanly or not. */
  readonly close: () => void;
  /** What no line says by itself, as sentences. */
  readonly facts: (end: TextEnd) => readonly string[];
  /** Its lines are entries, and what counts is what they say together. */
  readonly isCounted: () => boolean;
  /** It shares words with the question, if there is one. */
  readonly isAsked: () => boolean;
  /** The parts of a page or file by their lines, as many as fit; their lines are not shown again. */
  readonly outline: (fits: (sentence: string, isDetailed: boolean) => boolean) => string | undefined;
  /** Where to read on while no more is picked. */
  readonly nextRow: () => number | undefined;
  readonly pick: (options: Omit<RankOptions, 'isShown' | 'isNamed'>) => Picks;
  /** Telling lines that came and were not shown, at most so many; once they are accepted, they are not told again. */
  readonly fresh: (most: number) => Shown & { readonly accept: () => void };
  readonly hasFresh: () => boolean;
  /** The last line so far. */
  readonly latest: () => Shown & { readonly accept: () => void };
  /** Lines have come since the last one was shown. */
  readonly hasMore: () => boolean;
  /** Model tokens a character, about, by a count of some of its lines. */
  readonly density: (count: (text: string) => number) => number;
}

const MOST_WAITING = 64;
/** Characters of lines that nobody has asked about, and what a line counts beside its own. */
const MOST_HELD = 16_384;
const SIZE_OF_LINE = 64;

export interface TextDigestOptions {
  readonly maxTokens: number;
  readonly query?: string | undefined;
  /** For lines that are told in other words than they came in. */
  readonly redact: (text: string) => string;
  /** How much of a channel was shown as it stands: no line of that is told again. */
  readonly shownChars: (channel: string) => number;
  /** Of the line in whose middle that ended, what was shown. */
  readonly begun?: (channel: string) => string;
}

export function createTextDigest(options: TextDigestOptions): TextDigest {
  const lines = createRedactedLines();
  // Of a short text that is shown whole nobody asks what it is about: lines are read when somebody does, or there are more.
  let made: Digest | undefined;
  let held: readonly TextLine[] = [];
  let heldSize = 0;
  let isClosed = false;
  const read = (line: TextLine): void => made?.add(withoutSpelt(line, options.redact));
  const digest = (): Digest => {
    if (made === undefined) {
      made = createDigest({ ...options, told: restOf });
      held.forEach(read);
      held = [];
      if (isClosed) {
        made.end();
      }
    }
    return made;
  };
  /** Of a line that was begun as it stands, what is missing. */
  const restOf = (line: KeptLine): KeptLine => {
    const shown = options.shownChars(line.channel);
    const begun = shown > line.rawStart && shown < line.rawEnd ? plainLine(options.begun?.(line.channel) ?? '') : '';
    const isBegun = begun !== '' && line.text.length > begun.length && line.text.startsWith(begun);
    return isBegun ? { ...line, text: `…${line.text.slice(begun.length)}` } : line;
  };
  const asked = (): Digest | undefined => (held.length === 0 ? made : digest());
  const addAll = (some: readonly TextLine[]): void => {
    heldSize += some.reduce((sum, { text }) => sum + text.length + SIZE_OF_LINE, 0);
    if (made === undefined && heldSize <= MOST_HELD) {
      held = [...held, ...some];
    } else if (some.length > 0) {
      digest();
      some.forEach(read);
    }
  };
  let kept: Kept | undefined;
  const told = new Map<number, KeptLine>();
  let waiting: KeptLine[] = [];
  let outlined: Pick<Outline, 'orders' | 'partial'> = { orders: new Set(), partial: new Set() };

  function isShown(line: KeptLine): boolean {
    return told.has(line.order) || line.rawEnd <= options.shownChars(line.channel);
  }

  function latestLines(): readonly KeptLine[] {
    const last = asked()?.last();
    return last === undefined || isShown(last) ? [] : [last];
  }

  function toShow(lines: readonly KeptLine[]): Shown & { readonly accept: () => void } {
    return {
      ...linesAlone(lines),
      accept() {
        for (const line of lines) {
          told.set(line.order, line);
        }
      },
    };
  }

  function freshLines(): readonly KeptLine[] {
    waiting = [...waiting, ...(asked()?.fresh() ?? [])].filter((line) => !isShown(line)).slice(-MOST_WAITING);
    return waiting;
  }

  function seenLines(): readonly KeptLine[] {
    const shown = whole().head.filter(isShown);
    const orders = new Set(shown.map(({ order }) => order));
    return [...shown, ...[...told.values()].filter(({ order }) => !orders.has(order))];
  }

  const whole = (): Kept => {
    kept ??= digest().kept();
    return kept;
  };
  return {
    take: (channel, raw, released) => addAll(lines.push(channel, raw, released)),
    end: (channel, released) => addAll(lines.end(channel, released)),
    skip: lines.skip,
    close() {
      isClosed = true;
      made?.end();
    },
    // Some tell parts of lines in another order than they came in.
    facts: (end) => textSentences({ ...whole(), kindFacts: whole().kindFacts.map(options.redact) }, end),
    isCounted: () => whole().isCounted === true,
    isAsked: () => whole().asked.length > 0,
    outline(fits) {
      const found = outlineOf(whole(), { isShown, fits });
      outlined = found ?? outlined;
      return found?.sentence;
    },
    pick: (rankOptions) => {
      const isNamed = ({ order }: KeptLine): boolean => outlined.partial.has(order);
      const isTold = (line: KeptLine): boolean => isShown(line) || (outlined.orders.has(line.order) && !isNamed(line));
      const ranked = rankItems(whole(), { ...rankOptions, isShown: isTold, isNamed });
      const charsOf = ({ channel, rawStart }: KeptLine): number => Math.max(0, options.shownChars(channel) - rawStart);
      return picksOf(ranked, whole(), { lines: seenLines(), charsOf });
    },
    nextRow: () => nextRowOf(inOrder(seenLines()), whole()),
    hasFresh: () => freshLines().length > 0,
    hasMore: () => latestLines().length > 0,
    latest: () => toShow(latestLines()),
    fresh: (most) => toShow(freshLines().slice(0, most)),
    density: (count) => densityOf(whole(), count),
  };
}

/** Lines of a text that still comes: nothing is known yet of what lies between. */
function linesAlone(lines: readonly KeptLine[]): Shown {
  return {
    highlights: lines.map((line) => ({ line: line.row, ...channelPart(line), text: line.text })),
    folded: [],
    rawChars: lines.reduce((sum, { rawChars }) => sum + rawChars, 0),
    escapeChars: lines.reduce((sum, { escapeChars }) => sum + escapeChars, 0),
    nextRow: undefined,
  };
}
