import { MAX_HELD } from './detector.js';
import { createLane, type Lane } from './lane.js';
import { createMerged, type Merged } from './merged.js';
import { createReader, type Reader } from './readings.js';
import { createRecentText } from './recent-text.js';
import { joined, type RedactedText, type Redactor } from './redacted-text.js';
import { createSuspect } from './suspect.js';

/** So much before the first character that shows nothing is read again, for what it says of that which follows. */
const CONTEXT = 4096;
/** So far behind the last one it is asked whether both readings have become the same. */
const SETTLED = 2 * MAX_HELD;
const LINE_END = '\n';
const BYTE_ORDER_MARK = 0xfeff;
const HALF_OF_TAG = 0xdb40;

/** The reading of what is seen, from before the first character that shows nothing. */
interface Seen {
  readonly redactor: Redactor;
  readonly reader: Reader;
  readonly lane: Lane;
  /** No reason was found before to ask whether there is still a need for it. */
  check: number;
}

/** A text that is redacted in two readings. */
interface Doubled {
  readonly merged: Merged;
  readonly parted: Lane;
  /** That of what is seen comes first; one that has ended stays until all that is found in it has left. */
  lanes: readonly Lane[];
  seen: Seen | undefined;
}

/**
 * Looks through what shows nothing: control characters, the sequences of terminals, characters without width. From the
 * first one on, a text is redacted in the two readings of `readings.ts`, and what is found in either is hidden. A text
 * without them is redacted once.
 */
export function createLookingThrough(create: () => Redactor): Redactor {
  const redactor = create();
  const recent = createRecentText(SETTLED);
  const suspect = createSuspect();
  // For the next text that has to be read twice.
  let spare: Redactor | undefined;
  let doubled: Doubled | undefined;
  // The first half of what may become a tag, while nothing has come that shows nothing.
  let half = '';
  let come = 0;

  const reset = (): void => {
    doubled?.seen?.redactor.discard();
    recent.clear();
    suspect.forget();
    doubled = undefined;
    half = '';
    come = 0;
  };

  const see = (): void => {
    const known = recent.text();
    const held = redactor.held();
    const { merged, parted, lanes } = doubled ?? doubledFrom(come - held, known.slice(known.length - held));
    const context = contextIn(known);
    const seen = {
      redactor: spare ?? create(),
      reader: createReader(context),
      lane: createLane(come - context.length),
      check: 0,
    };
    seen.lane.read(context.length);
    seen.lane.add(seen.redactor.push(context));
    seen.lane.from(merged.released());
    spare = undefined;
    doubled = { merged, parted, lanes: [seen.lane, ...lanes], seen };
  };

  /** What all readings have decided; those that are over are forgotten. */
  const release = (now: Doubled): RedactedText => {
    const upTo = now.lanes.reduce((least, lane) => Math.min(least, lane.decided()), come);
    const output = now.merged.release(now.lanes, upTo);
    now.lanes = now.lanes.filter((lane) => !lane.isOver(upTo));
    if (now.seen === undefined && now.lanes.every((lane) => lane === now.parted)) {
      doubled = undefined;
    }
    return output;
  };

  /** Text in which there is nothing that shows nothing. */
  const addPlain = (text: string): RedactedText => {
    recent.add(text);
    come += text.length;
    const found = redactor.push(text);
    if (doubled === undefined) {
      return found;
    }
    doubled.merged.add(text);
    doubled.parted.add(found);
    return release(doubled);
  };

  const read = ({ merged, parted }: Doubled, seen: Seen, piece: string, isLast: boolean): void => {
    const reading = seen.reader.take(piece, isLast);
    recent.add(reading.raw);
    come += reading.raw.length;
    merged.add(reading.raw, reading.leftOut);
    parted.add(redactor.push(reading.parted));
    seen.lane.read(reading.joined.length, reading.gaps);
    seen.lane.add(seen.redactor.push(reading.joined));
  };

  const endSeen = (now: Doubled, seen: Seen): void => {
    seen.lane.add(seen.redactor.end());
    seen.lane.close();
    now.seen = undefined;
    spare = seen.redactor;
  };

  /** At the end of a line far behind the last thing that shows nothing: when both readings find the same, one is enough. */
  const settle = (now: Doubled, seen: Seen): void => {
    if (come < Math.max(seen.check, come - seen.reader.plain() + SETTLED) || seen.reader.held() > 0) {
      return;
    }
    const [inSeen, inParted] = [seen.lane, now.parted].map((lane) => lane.between(come - SETTLED, come - MAX_HELD));
    if (JSON.stringify(inSeen) === JSON.stringify(inParted)) {
      endSeen(now, seen);
    } else {
      seen.check = come + MAX_HELD;
    }
  };

  const addDoubled = (now: Doubled, seen: Seen, text: string, isLast: boolean): number => {
    const wanted = Math.max(seen.check - come, SETTLED - seen.reader.plain()) - seen.reader.held();
    const lineEnd = text.indexOf(LINE_END, Math.max(0, wanted - 1));
    const end = lineEnd < 0 ? text.length : lineEnd + 1;
    read(now, seen, text.slice(0, end), isLast && end === text.length);
    if (lineEnd >= 0) {
      settle(now, seen);
    }
    return end;
  };

  /** Up to the first thing that shows nothing. */
  const addBefore = (text: string, outputs: RedactedText[], isLast: boolean): number => {
    const first = suspect.first(text, come === 0 && text.charCodeAt(0) === BYTE_ORDER_MARK ? 1 : 0);
    const end = first < 0 ? text.length : first;
    if (end > 0) {
      outputs.push(addPlain(text.slice(0, end)));
    }
    if (end === text.length) {
      return end;
    }
    if (end === text.length - 1 && text.charCodeAt(end) === HALF_OF_TAG && !isLast) {
      half = text.slice(end);
      return text.length;
    }
    see();
    return end;
  };

  const add = (text: string, outputs: RedactedText[], isLast: boolean): void => {
    for (let rest = text; rest !== ''; ) {
      const now = doubled;
      if (now?.seen === undefined) {
        rest = rest.slice(addBefore(rest, outputs, isLast));
      } else {
        rest = rest.slice(addDoubled(now, now.seen, rest, isLast));
        outputs.push(release(now));
      }
    }
  };

  const push = (piece: string): RedactedText => {
    const text = half + piece;
    half = '';
    const outputs: RedactedText[] = [];
    add(text, outputs, false);
    return joinedAll(outputs);
  };

  const end = (last = ''): RedactedText => {
    const outputs: RedactedText[] = [];
    add(half + last, outputs, true);
    if (doubled === undefined) {
      outputs.push(redactor.end());
    } else {
      const { merged, parted, seen } = doubled;
      if (seen !== undefined) {
        read(doubled, seen, '', true);
        endSeen(doubled, seen);
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
    end,
    discard: () => {
      redactor.discard();
      reset();
    },
    held: () => {
      const inReadings = doubled === undefined ? redactor.held() : doubled.merged.held();
      return inReadings + half.length + (doubled?.seen?.reader.held() ?? 0);
    },
  };
}

/** From a place on, of which some text has come that is not decided. */
function doubledFrom(origin: number, undecided: string): Doubled {
  const parted = createLane(origin);
  const merged = createMerged(origin, undecided);
  return { merged, parted, lanes: [parted], seen: undefined };
}

/** From the beginning of a line on. */
function contextIn(known: string): string {
  const from = Math.max(0, known.length - CONTEXT);
  const lineEnd = from === 0 ? -1 : known.indexOf(LINE_END, from - 1);
  return known.slice(from === 0 || lineEnd < 0 ? from : lineEnd + 1);
}

function joinedAll(outputs: readonly RedactedText[]): RedactedText {
  const [only] = outputs;
  return outputs.length === 1 && only !== undefined ? only : joined(outputs);
}
