import { MORE_UNPRINTED } from '../../contract/unprinted.js';
import { MAX_HELD } from '../lex/detector.js';
import { type BlockRedactor, joined, type RedactedText, type Redactor } from '../lex/redacted-text.js';
import { comingText } from '../pattern/coming-text.js';
import { createDraft, type Reading } from './reading.js';
import {
  addSeen,
  addSpelled,
  type Doubled,
  discardSeen,
  doubledFrom,
  endSeen,
  isMixed,
  isSame,
  readSeen,
  type Seen,
  seenFrom,
} from './several-readings.js';
import { unseenEnd } from './shows-nothing.js';
import { KNOWN_BEFORE } from './spelled-signs.js';
import { createRecentText, createSuspect } from './suspect.js';

/** So far behind the last thing that shows nothing it is asked whether all readings have become the same. */
const SETTLED = 2 * MAX_HELD;
const LINE_END = '\n';
const BYTE_ORDER_MARK = 0xfeff;

/**
 * Whether blocks are one text behind a number of others, in each reading of what is seen: all of them, and each two. A key
 * that is cut over two blocks is found whatever stands in the next one.
 */
const JOINS: readonly ((block: number) => boolean)[] = [
  () => true,
  (block) => block % 2 === 1,
  (block) => block % 2 === 0,
];

/**
 * Looks through what shows nothing: control characters, the sequences of terminals, characters without width, and the same
 * spelled as text in the middle of a word. From the first one on, a text is redacted in the readings of `reading.ts`, and what is found in any is hidden. So is what
 * is found where blocks are one text, or where each ends its last line. A text without all this is redacted once.
 */
export function createLookingThrough(create: () => Redactor): BlockRedactor {
  const redactor = create();
  const recent = createRecentText(SETTLED);
  const suspect = createSuspect();
  // For the next text that has to be read twice.
  let spare: readonly Redactor[] = [];
  let doubled: Doubled | undefined;
  // What may show nothing when more has come, while nothing has come that does.
  let begun = '';
  let knownBefore = '';
  let come = 0;
  let blocks = 0;

  const reset = (): void => {
    if (doubled !== undefined) {
      discardSeen(doubled);
    }
    recent.clear();
    suspect.forget();
    doubled = undefined;
    begun = '';
    knownBefore = '';
    come = 0;
    blocks = 0;
  };

  const spared = (): Redactor => {
    const [first = create(), ...others] = spare;
    spare = others;
    return first;
  };

  /** From here on there is another reading of what is seen. */
  const see = (): Doubled => {
    const known = recent.text();
    const held = redactor.held();
    const now = doubled ?? doubledFrom(come - held, known.slice(known.length - held));
    addSeen(now, seenFrom(spared(), { known, come, released: now.merged.released(), isApart: now.seen.length > 0 }));
    doubled = now;
    return now;
  };

  /** What all readings have decided; those that are over are forgotten. */
  const release = (now: Doubled): RedactedText => {
    const upTo = now.lanes.reduce((least, lane) => Math.min(least, lane.decided()), come);
    const output = now.merged.release(now.lanes, upTo);
    now.lanes = now.lanes.filter((lane) => !lane.isOver(upTo));
    if (now.seen.length === 0 && now.lanes.every((lane) => lane === now.parted)) {
      doubled = undefined;
    }
    return output;
  };

  /** Text in which there is nothing that shows nothing. */
  const addPlain = (text: string): RedactedText => {
    recent.add(text);
    come += text.length;
    knownBefore = (knownBefore + text.slice(-KNOWN_BEFORE)).slice(-KNOWN_BEFORE);
    const found = redactor.push(text);
    if (doubled === undefined) {
      return found;
    }
    doubled.merged.add(text);
    doubled.parted.add(found);
    return release(doubled);
  };

  const addReadings = (now: Doubled, readings: readonly Reading[]): void => {
    const [first = createDraft()] = readings;
    if (isMixed(now, first)) {
      addSpelled(now, spared(), { known: recent.text(), come, released: now.merged.released() });
    }
    recent.add(first.raw);
    come += first.raw.length;
    now.merged.add(first.raw, first.leftOut);
    now.parted.add(redactor.push(first.parted));
    readSeen(now, readings);
  };

  const read = (now: Doubled, piece: string, isLast: boolean): void =>
    addReadings(
      now,
      now.seen.map(({ reader }) => reader.take(piece, isLast)),
    );

  /** At the end of a line far behind the last thing that shows nothing: when all readings find the same, one is enough. */
  const settle = (now: Doubled, { reader }: Seen): void => {
    if (come < Math.max(now.check, come - reader.plain() + SETTLED) || reader.held() > 0) {
      return;
    }
    if (isSame(now, come - SETTLED, come - MAX_HELD)) {
      spare = endSeen(now);
    } else {
      now.check = come + MAX_HELD;
    }
  };

  const addDoubled = (now: Doubled, seen: Seen, text: string, isLast: boolean): number => {
    const wanted = Math.max(now.check - come, SETTLED - seen.reader.plain()) - seen.reader.held();
    const lineEnd = text.indexOf(LINE_END, Math.max(0, wanted - 1));
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    read(now, text.slice(0, end), isLast && end === text.length);
    if (lineEnd >= 0) {
      settle(now, seen);
    }
    return end;
  };

  /** Up to the first thing that shows nothing, or that may when more has come. */
  const addBefore = (text: string, outputs: RedactedText[], isLast: boolean): number => {
    const first = suspect.first(text, come === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0, knownBefore);
    const end = first < 0 ? text.length : first;
    const isBegun = first >= 0 && unseenEnd(comingText(text, isLast), first, knownBefore) === MORE_UNPRINTED;
    if (end > 0) {
      outputs.push(addPlain(text.slice(0, end)));
    }
    if (isBegun || first < 0) {
      begun = text.slice(end);
      return text.length;
    }
    see();
    return end;
  };

  const add = (text: string, outputs: RedactedText[], isLast: boolean): void => {
    for (let rest = text; rest !== ''; ) {
      const now = doubled;
      const seen = now?.seen[0];
      if (now === undefined || seen === undefined) {
        rest = rest.slice(addBefore(rest, outputs, isLast));
      } else {
        rest = rest.slice(addDoubled(now, seen, rest, isLast));
        outputs.push(release(now));
      }
    }
  };

  const push = (piece: string): RedactedText => {
    const text = begun + piece;
    begun = '';
    const outputs: RedactedText[] = [];
    add(text, outputs, false);
    return joinedAll(outputs);
  };

  const pushBlock = (text: string): RedactedText => {
    const outputs: RedactedText[] = [];
    add(begun, outputs, true);
    begun = '';
    if (doubled !== undefined) {
      read(doubled, '', true);
    }
    let now = doubled ?? see();
    while (now.seen.length < JOINS.length) {
      now = see();
    }
    blocks += 1;
    const [separator, behind] = [text.slice(0, 1), text.slice(1)];
    addReadings(
      now,
      now.seen.map(({ reader }, index) => reader.separate(separator, behind, JOINS[index]?.(blocks) === true)),
    );
    outputs.push(release(now));
    add(behind, outputs, false);
    return joinedAll(outputs);
  };

  const end = (last = ''): RedactedText => {
    const outputs: RedactedText[] = [];
    add(begun + last, outputs, true);
    if (doubled === undefined) {
      outputs.push(redactor.end());
    } else {
      const { merged, parted, seen } = doubled;
      if (seen.length > 0) {
        read(doubled, '', true);
        spare = endSeen(doubled);
      }
      parted.add(redactor.end());
      parted.close();
      outputs.push(merged.release(doubled.lanes, come));
    }
    reset();
    return joinedAll(outputs);
  };

  return {
    push,
    pushBlock,
    end,
    discard: () => {
      redactor.discard();
      reset();
    },
    held: () => {
      const inReadings = doubled === undefined ? redactor.held() : doubled.merged.held();
      return inReadings + begun.length + (doubled?.seen[0]?.reader.held() ?? 0);
    },
  };
}

function joinedAll(outputs: readonly RedactedText[]): RedactedText {
  const [only] = outputs;
  return outputs.length === 1 && only !== undefined ? only : joined(outputs);
}
