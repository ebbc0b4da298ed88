import { endIn } from '../../streams/line-ends.js';
import type { RedactedText } from '../find/redactor.js';
import { ownCopy } from '../lex/own-copy.js';
import { swallowedBefore } from '../lex/redacted-text.js';
import { cutLine, KEPT_END_PART, LONGEST_BEGINNING, LONGEST_LINE } from './cut-line.js';
import { createRowCounter } from './row-counter.js';
import type { TextLine } from './text-line.js';

/** Of a page most is markup, so more of a line is kept until that is taken off. */
const LONGEST_OF_PAGE = 1 << 16;
const PAGE_SIGN = /<!doctype html|<html\b/i;
/** Where the sign stands, in characters and lines. */
const SIGN_CHARS = 1024;
const SIGN_LINES = 5;

/** Turns pieces of text, raw and as they left the redactor, into whole lines, each with its place in the stored result. */
export interface RedactedLines {
  /** `released` is what the channel's redactor gave for this piece. */
  readonly push: (channel: string, raw: string, released: RedactedText) => readonly TextLine[];
  /** The channel has ended cleanly: its last line may have no end. */
  readonly end: (channel: string, released: RedactedText) => readonly TextLine[];
  /** So many rows that are no text stand between. */
  readonly skip: (rows: number) => void;
}

interface Channel {
  readonly name: string;
  /** Raw lines that have not left the redactor: where each ends in the channel's raw text, and its row. */
  readonly ends: number[];
  readonly rows: number[];
  rawPushed: number;
  rawReleased: number;
  lineStart: number;
  open: string;
  /** Characters of the open line that are not kept. */
  dropped: number;
  lines: number;
  /** Characters kept of lines that have ended. */
  kept: number;
  isPage: boolean;
  isList: boolean;
}

export function createRedactedLines(): RedactedLines {
  const channels = new Map<string, Channel>();
  const counter = createRowCounter();

  function channelOf(name: string): Channel {
    const known = channels.get(name);
    if (known !== undefined) {
      return known;
    }
    const made = {
      ...{ name, ends: [], rows: [], rawPushed: 0, rawReleased: 0, lineStart: 0 },
      ...{ open: '', dropped: 0, lines: 0, kept: 0, isPage: false, isList: false },
    };
    channels.set(name, made);
    return made;
  }

  return {
    push(name, raw, released) {
      const channel = channelOf(name);
      counter.add(name, raw, (end, row) => {
        channel.ends.push(channel.rawPushed + end);
        channel.rows.push(row);
      });
      channel.rawPushed += raw.length;
      channel.isList = counter.isList(name);
      return release(channel, released);
    },
    skip: counter.skip,
    end(name, released) {
      const channel = channelOf(name);
      const lines = release(channel, released);
      if (channel.open !== '' || channel.dropped > 0) {
        channel.rows.push(counter.endLine(name));
        channel.ends.push(channel.rawPushed);
        lines.push(closeLine(channel, channel.rawPushed));
      }
      return lines;
    },
  };
}

/** Line ends of the redacted text are line ends of the raw text; those inside a replacement are gone. */
function release(channel: Channel, released: RedactedText): TextLine[] {
  const lines: TextLine[] = [];
  const { text, replacements } = released;
  channel.rawReleased += swallowedBefore(released);
  let from = 0;
  for (const { at, length, raw_chars: rawChars } of replacements) {
    takeClean(channel, text, { from, to: at, lines });
    append(channel, text.slice(at, at + length));
    channel.rawReleased += rawChars;
    from = at + length;
  }
  takeClean(channel, text, { from, to: text.length, lines });
  return lines;
}

function takeClean(channel: Channel, text: string, part: { from: number; to: number; lines: TextLine[] }): void {
  const { isList } = channel;
  let { from } = part;
  for (let end = endIn(text, from, isList); end >= 0 && end < part.to; end = endIn(text, from, isList)) {
    append(channel, text.slice(from, end));
    channel.rawReleased += end + 1 - from;
    part.lines.push(closeLine(channel, channel.rawReleased));
    from = end + 1;
  }
  append(channel, text.slice(from, part.to));
  channel.rawReleased += part.to - from;
}

/** Of a long line the beginning and the end are kept. */
function append(channel: Channel, text: string): void {
  if (channel.open.length + text.length <= 2 * LONGEST_LINE) {
    channel.open += text;
    return;
  }
  const all = channel.open + text;
  const longest = longestOf(channel, all);
  if (all.length <= 2 * longest) {
    channel.open = all;
    return;
  }
  const end = longest / KEPT_END_PART;
  channel.open = all.slice(0, longest - end) + all.slice(-end);
  channel.dropped += all.length - longest;
}

/** By what the line begins with and what was kept before it, however the text came in. */
function longestOf(channel: Channel, line: string): number {
  channel.isPage ||= channel.lines < SIGN_LINES && PAGE_SIGN.test(line.slice(0, SIGN_CHARS));
  return channel.isPage ? LONGEST_OF_PAGE : Math.max(LONGEST_LINE, LONGEST_BEGINNING - channel.kept);
}

function closeLine(channel: Channel, rawEnd: number): TextLine {
  const row = channel.rows[0] ?? 0;
  let passed = 0;
  while (passed < channel.ends.length && (channel.ends[passed] ?? 0) <= rawEnd) {
    passed += 1;
  }
  channel.ends.splice(0, passed);
  channel.rows.splice(0, passed);
  // Some lines are kept for long: each is a string of its own, so that no chunk is kept with it.
  const { text, left } = shortened(channel);
  channel.lines += 1;
  channel.kept += text.length;
  const rawStart = channel.lineStart;
  const rawChars = Math.max(0, rawEnd - rawStart - left);
  channel.lineStart = rawEnd;
  channel.open = '';
  channel.dropped = 0;
  return { row, channel: channel.name, text, rawChars, rawStart, rawEnd };
}

function shortened(channel: Channel): { readonly text: string; readonly left: number } {
  const { text, left } = cutLine(channel.open, longestOf(channel, channel.open), channel.dropped);
  return { text: ownCopy(text), left };
}
