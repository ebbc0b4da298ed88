import { ALL_DETECTORS } from '../../src/firewall/find/detectors.js';
import { createRedactor } from '../../src/firewall/find/redactor.js';
import { type HostileInput, hostileInputs } from './detection-inputs.js';

/** Doubling an input may double the time, and a tenth more. */
const MOST_RATIO = 2.2;
/** What is slower is listed. */
const SLOW_MB = 25;

const SCREEN_CHARS = 4 * 1024;
const FULL_CHARS = 64 * 1024;
const PIECE_CHARS = 16 * 1024;
const SMALL_PIECE_CHARS = 48;
const SUSPECTS = 60;
const SUSPECTS_EACH = 2;
/** What takes longer in the first look is looked at again. */
const SLOW_MS = 1;
const ROUNDS = 2;
const RETRIES = 6;
const SHOWN = 15;

interface Screened {
  readonly input: HostileInput;
  readonly pieceChars: number;
  readonly ms: number;
}

interface Measured extends Screened {
  readonly ratio: number;
  readonly mbPerSecond: number;
}

/**
 * Looks for the inputs that take longest, whole and in small pieces, and measures what doubling them costs. Says
 * whether none grows faster than it is long. A time that grew with the square of the length would make an input of
 * this size stand out long before it is doubled.
 */
export function worstTimes(print: (line: string) => void): boolean {
  let count = 0;
  const screened: Screened[] = [];
  for (const input of hostileInputs()) {
    for (const pieceChars of isLong(input) ? [PIECE_CHARS, SMALL_PIECE_CHARS] : [PIECE_CHARS]) {
      screened.push({ input, pieceChars, ms: screen(input, pieceChars) });
      count += 1;
    }
  }
  const measured = suspects(screened).map(measureDoubling);
  print(`\n${count} hostile inputs; the ${measured.length} slowest were doubled\n`);
  print(`${table('growth when doubled', measured, ({ ratio }) => -ratio)}\n`);
  const slow = measured.filter(({ mbPerSecond }) => mbPerSecond < SLOW_MB);
  print(`${table(`below ${SLOW_MB} MB/s`, slow, ({ mbPerSecond }) => mbPerSecond, slow.length)}\n`);
  const worst = Math.max(...measured.map(({ ratio }) => ratio));
  print(`worst growth ${worst.toFixed(2)} (at most ${MOST_RATIO})\n`);
  return worst <= MOST_RATIO;
}

/** Small pieces matter where one match spans many of them. */
function isLong({ head, unit }: HostileInput): boolean {
  return head !== '' || unit.length > SMALL_PIECE_CHARS;
}

/** One look is enough for what is fast. */
function screen(input: HostileInput, pieceChars: number): number {
  const text = textOf(input, SCREEN_CHARS);
  const first = cpuMs(text, pieceChars);
  return first < SLOW_MS ? first : Math.min(first, cpuMs(text, pieceChars));
}

/** The slowest, but only a few of one detector. */
function suspects(screened: readonly Screened[]): readonly Screened[] {
  const counts = new Map<string, number>();
  return [...screened]
    .sort((one, other) => other.ms - one.ms)
    .filter(({ input, pieceChars }) => {
      const key = `${input.of} ${pieceChars}`;
      const before = counts.get(key) ?? 0;
      counts.set(key, before + 1);
      return before < SUSPECTS_EACH;
    })
    .slice(0, SUSPECTS);
}

/** Measured in turns, the fastest of several; again if the growth is too large, as the machine has other work. */
function measureDoubling(suspect: Screened): Measured {
  const once = textOf(suspect.input, FULL_CHARS);
  const twice = textOf(suspect.input, 2 * FULL_CHARS);
  let short = Number.POSITIVE_INFINITY;
  let long = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < RETRIES && (turn === 0 || long > short * MOST_RATIO); turn += 1) {
    for (let round = 0; round < ROUNDS; round += 1) {
      short = Math.min(short, cpuMs(once, suspect.pieceChars));
      long = Math.min(long, cpuMs(twice, suspect.pieceChars));
    }
  }
  return { ...suspect, ratio: long / short, mbPerSecond: twice.length / 1000 / long };
}

function textOf({ head, unit }: HostileInput, chars: number): string {
  const text = head + unit.repeat(Math.ceil((chars - head.length) / unit.length));
  // Asking for a character makes one flat string of the parts.
  return text.charAt(0) === '' ? '' : text;
}

function cpuMs(text: string, pieceChars: number): number {
  const redactor = createRedactor({ detectors: ALL_DETECTORS });
  const before = process.cpuUsage();
  for (let at = 0; at < text.length; at += pieceChars) {
    redactor.push(text.slice(at, at + pieceChars));
  }
  redactor.end();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function table(title: string, measured: readonly Measured[], rank: (one: Measured) => number, most = SHOWN): string {
  const lines = [...measured]
    .sort((one, other) => rank(one) - rank(other))
    .slice(0, most)
    .map(({ input, pieceChars, ratio, mbPerSecond }) => {
      const pieces = pieceChars === PIECE_CHARS ? '' : ', in small pieces';
      const speed = mbPerSecond.toFixed(1).padStart(9);
      return `${ratio.toFixed(2).padStart(6)}${speed}  ${input.of}: ${input.what}${pieces}`.slice(0, 150);
    });
  return [`${title}\n growth     MB/s`, ...lines, ''].join('\n');
}
