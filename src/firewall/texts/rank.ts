import type { Kept } from './digest.js';
import type { KeptLine } from './kept-line.js';
import type { Block } from './line-store.js';
import { kindKey } from './template-key.js';

/** How the model tokens of a text's highlights are shared out, in percent; what a share leaves goes to the next. */
const ASKED_SHARE = 50;
const TELLING_SHARE = 78;
/** Where most of it went into what was asked for. */
const TELLING_BESIDE = 15;
const TAIL_SHARE = 5;
const NOVEL_SHARE = 12;
const HEAD_LINES = 40;
/** A line that costs more than this part of all says too little for its price, in percent. */
const DEAREST_LINE = 12;
/** Errors of one kind that are worth what they are. */
const FULL_OF_KIND = 3;
const HEADING_PERCENT = 45;
/** What a line costs beside its text, about, in model tokens. */
const LINE_COST = 9;

export interface RankOptions {
  /** Model tokens for the lines, about. */
  readonly maxTokens: number;
  /** Model tokens a character, about. */
  readonly density: number;
  /** What of it may be the beginning, in percent. */
  readonly headShare: number;
  /** Lines that were shown before. */
  readonly isShown?: (line: KeptLine) => boolean;
}

interface Candidate {
  readonly line: KeptLine;
  readonly score: number;
}

/** The lines in the order in which they deserve to be shown: as many of the first ones as fit. */
export function rankLines(kept: Kept, options: RankOptions): readonly KeptLine[] {
  const { maxTokens, density, headShare, isShown = () => false } = options;
  const ranked: KeptLine[] = [];
  const taken = new Set<number>();
  let spent = 0;

  function costOf({ text }: KeptLine): number {
    return Math.ceil(text.length * density) + LINE_COST;
  }

  /** Takes lines as they come while the whole stays below the limit. */
  function takeUpTo(limit: number, lines: Iterable<KeptLine>): void {
    for (const line of lines) {
      if (spent >= limit) {
        return;
      }
      const cost = costOf(line);
      if (!taken.has(line.order) && !isShown(line) && cost * 100 <= maxTokens * DEAREST_LINE) {
        taken.add(line.order);
        ranked.push(line);
        spent += cost;
      }
    }
  }

  const share = (percent: number): number => spent + (maxTokens * percent) / 100;
  const telling = byWorth(tellingLines(kept), costOf);
  const novel = byWorth(novelLines(kept), costOf);
  const headLines = kept.head.slice(0, HEAD_LINES);
  const tailLines = [...kept.tail].reverse();
  const asked = byWorth(askedLines(kept), costOf);
  takeUpTo(share(ASKED_SHARE), asked);
  takeUpTo(Math.max(share(TELLING_BESIDE), (maxTokens * TELLING_SHARE) / 100), telling);
  takeUpTo(share(TAIL_SHARE), tailLines);
  takeUpTo(share(headShare), headLines);
  takeUpTo(share(NOVEL_SHARE), novel);
  // What a line costs is estimated, so more of them are named than should fit.
  const limit = maxTokens * 4;
  for (const lines of [asked, telling, novel, tailLines, kept.head]) {
    takeUpTo(limit, lines);
  }
  return ranked;
}

/** The best first; of equal ones the later one. A dear line needs more, but not as much more as it costs. */
function byWorth(candidates: readonly Candidate[], costOf: (line: KeptLine) => number): readonly KeptLine[] {
  const worth = candidates.map(({ line, score }) => ({ line, worth: score / costPower(costOf(line)) }));
  return worth.sort((a, b) => b.worth - a.worth || b.line.order - a.line.order).map(({ line }) => line);
}

/** cost^0.375, with roots alone: these are rounded the same everywhere. */
function costPower(cost: number): number {
  const root = Math.sqrt(Math.sqrt(cost));
  return root * Math.sqrt(root);
}

function tellingLines(kept: Kept): readonly Candidate[] {
  const best = new Map<number, Candidate>();
  const offer = (line: KeptLine, score: number): void => {
    if ((best.get(line.order)?.score ?? -1) < score) {
      best.set(line.order, { line, score });
    }
  };
  for (const { block, score } of variedBlocks(kept)) {
    offer(block.line, score);
    for (const line of block.context) {
      offer(line, Math.max((score * contextShare(block, line)) / 100, scoreOf(line, kept) / 2));
    }
    if (block.heading !== undefined) {
      offer(block.heading, (score * HEADING_PERCENT) / 100);
    }
  }
  return [...best.values()];
}

/** Of errors that say the same of other things, the fourth and later ones make room for other errors. */
function variedBlocks(kept: Kept): readonly { readonly block: Block; readonly score: number }[] {
  const groups = [kept.totals, kept.errors, kept.weak, kept.warnings, kept.outline];
  const scored = groups.flat().map((block) => ({ block, score: scoreOf(block.line, kept) }));
  scored.sort((a, b) => b.score - a.score || b.block.line.order - a.block.line.order);
  const seen = new Map<number, number>();
  return scored.map(({ block, score }) => {
    const { line } = block;
    const key = line.lineClass === 'outline' ? line.order : kindKey(line.text);
    const before = seen.get(key) ?? 0;
    seen.set(key, before + 1);
    return { block, score: before < FULL_OF_KIND ? score : score / (1 + (before - FULL_OF_KIND + 1) / 2) };
  });
}

/** What was asked for; of a template that comes again and again, the first lines will do. */
function askedLines(kept: Kept): readonly Candidate[] {
  return kept.asked.map(({ line, score }) => ({ line, score: score * damping(kept.countOf(line.key)) }));
}

function novelLines(kept: Kept): readonly Candidate[] {
  return kept.novel.map(({ line }) => ({ line, score: scoreOf(line, kept) }));
}

/** weight × how new it is × how late it comes. Errors and totals are never damped by how many there are. */
function scoreOf(line: KeptLine, kept: Kept): number {
  const count = kept.countOf(line.key);
  const isDamped = line.lineClass !== 'total' && line.lineClass !== 'error';
  return line.weight * (isDamped ? damping(count) : 1) * (0.7 + (0.3 * line.order) / Math.max(1, kept.lines));
}

function damping(count: number): number {
  return count > 3 ? Math.max(0.15, 1 / Math.sqrt(1 + 0.15 * (count - 3))) : 1;
}

/** In percent of what the line is worth that they stand around. */
function contextShare({ line }: Block, other: KeptLine): number {
  const distance = other.order - line.order;
  if (distance >= 0) {
    return Math.max(20, 60 - 5 * distance);
  }
  return line.isEnd ? Math.max(20, 66 + 6 * distance) : distance === -1 ? 40 : 25;
}
