import { cutLine } from './cut-line.js';
import type { Kept } from './digest.js';
import type { KeptLine } from './kept-line.js';
import type { Block } from './line-store.js';
import type { Fold } from './merge-templates.js';
import { rankFolds, tellsMany } from './rank-folds.js';
import { kindKey } from './template-key.js';

/** How the model tokens of a text's highlights are shared out, in percent; what a share leaves goes to the next. */
const ASKED_SHARE = 50;
const SHARES = { telling: 84, tail: 4, novel: 8 } as const;
/** A log is a list of events: each kind of them once is worth more than many lines of a few kinds. */
const LOG_SHARES = { telling: 15, tail: 2, novel: 81 } as const;
/** Where most of it went into what was asked for. */
const TELLING_BESIDE = 15;
const HEAD_LINES = 40;
/** A line may usually cost this part of all, in percent: of a telling one that is longer the beginning and the end are told. */
export const DEAREST_LINE = 12;
/** A line of so many model tokens is never too dear. */
const AFFORDABLE_LINE = 80;
/** A shorter part of a line says too little. */
const FEWEST_CHARS = 80;
/** The words for what was left out of a line, with some room to spare. */
const CUT_CHARS = 40;
/** Errors of one kind that are worth what they are. */
const FULL_OF_KIND = 3;
const HEADING_PERCENT = 45;
/** What a line costs beside its text, about, in model tokens. */
const LINE_COST = 9;
const FOLD_COST = 4;

export interface RankOptions {
  /** Model tokens for the lines, about. */
  readonly maxTokens: number;
  /** Model tokens a character, about. */
  readonly density: number;
  /** What of it may be the beginning, in percent. */
  readonly headShare: number;
  /** Lines that were shown before. */
  readonly isShown?: (line: KeptLine) => boolean;
  /** Lines of which only the beginning was told: they come behind all others, where these leave something. */
  readonly isNamed?: (line: KeptLine) => boolean;
  /** A line may cost this part of all, in percent, where the others leave so much. */
  readonly dearestShare?: number;
}

/** A line, or a template that stands for all its lines. */
export type Item =
  | { readonly type: 'line'; readonly line: KeptLine }
  | { readonly type: 'fold'; readonly template: Fold };

interface Candidate {
  readonly item: Item;
  readonly score: number;
}

/** The lines and templates in the order in which they deserve to be shown: as many of the first ones as fit. */
export function rankItems(kept: Kept, options: RankOptions): readonly Item[] {
  const { maxTokens, density, headShare, isShown = () => false, isNamed = () => false } = options;
  const dearestShare = options.dearestShare ?? DEAREST_LINE;
  const ranked: Item[] = [];
  const lines = new Set<number>();
  const keys = new Set<number>();
  const folds = new Set<Fold>();
  let spent = 0;
  let namedToo = false;

  // What is left of a cut line is always affordable, also where many model tokens stand for few characters.
  const dearest = Math.max(
    AFFORDABLE_LINE,
    (maxTokens * dearestShare) / 100,
    Math.ceil((FEWEST_CHARS + CUT_CHARS + 1) * density) + LINE_COST,
  );

  const costOf = (item: Item): number =>
    Math.ceil(textOf(item).length * density) + (item.type === 'fold' ? FOLD_COST : LINE_COST);

  /** A template is not told where a line of it is shown, but for an error that came again and again. */
  function isKnown(item: Item): boolean {
    return item.type === 'fold'
      ? folds.has(item.template) || (!tellsMany(item.template, kept) && item.template.keys.some((key) => keys.has(key)))
      : lines.has(item.line.order) || isShown(item.line) || (!namedToo && isNamed(item.line));
  }

  function take(item: Item, cost: number): void {
    ranked.push(item);
    spent += cost;
    if (item.type === 'line') {
      lines.add(item.line.order);
    } else {
      folds.add(item.template);
    }
    for (const key of keysOf(item)) {
      keys.add(key);
    }
  }

  /** Takes items as they come while the whole stays below the limit. */
  function takeUpTo(limit: number, items: Iterable<Item>): void {
    for (const item of items) {
      if (spent >= limit) {
        return;
      }
      const cost = costOf(item);
      if (!isKnown(item) && cost <= dearest) {
        take(item, cost);
      }
    }
  }

  const share = (percent: number): number => spent + (maxTokens * percent) / 100;
  const shares = kept.isLog ? LOG_SHARES : SHARES;
  const mostChars = Math.floor((dearest - LINE_COST) / density) - CUT_CHARS;
  const asked = byWorth(cutTo(mostChars, askedLines(kept)), costOf);
  const telling = byWorth(cutTo(mostChars, tellingLines(kept)), costOf);
  const novel = kept.kind_id === undefined ? rankFolds(kept).map(asFold) : byWorth(novelLines(kept), costOf);
  const headLines = kept.head.map(asItem);
  const tailLines = [...kept.tail].reverse().map(asItem);
  takeUpTo(share(ASKED_SHARE), asked);
  takeUpTo(Math.max(share(TELLING_BESIDE), (maxTokens * shares.telling) / 100), telling);
  takeUpTo(share(shares.tail), tailLines);
  takeUpTo(share(kept.isLog ? 0 : headShare), headLines.slice(0, HEAD_LINES));
  takeUpTo(share(shares.novel), novel);
  // What a line costs is estimated, so more of them are named than should fit.
  const limit = maxTokens * 4;
  const further = kept.isLog ? [novel, telling] : [telling, novel];
  const rest = [asked, ...further, tailLines, headLines];
  for (const items of rest) {
    takeUpTo(limit, items);
  }
  namedToo = options.dearestShare !== undefined;
  const longest = [...kept.head, ...kept.tail].map((line) => asItem(cutText(line, mostChars)));
  for (const items of namedToo ? [...rest, longest] : []) {
    takeUpTo(limit, items);
  }
  return ranked;
}

function asItem(line: KeptLine): Item {
  return { type: 'line', line };
}

function asFold(template: Fold): Item {
  return { type: 'fold', template };
}

function keysOf(item: Item): readonly number[] {
  return item.type === 'line' ? [item.line.key] : item.template.keys;
}

export function textOf(item: Item): string {
  return item.type === 'line' ? item.line.text : item.template.sample;
}

function orderOf(item: Item): number {
  return item.type === 'line' ? item.line.order : item.template.first;
}

function cutTo(mostChars: number, candidates: readonly Candidate[]): readonly Candidate[] {
  return candidates.map(({ item, score }) =>
    item.type === 'line' ? { item: asItem(cutText(item.line, mostChars)), score } : { item, score },
  );
}

function cutText(line: KeptLine, mostChars: number): KeptLine {
  if (mostChars < FEWEST_CHARS || line.text.length <= mostChars + CUT_CHARS) {
    return line;
  }
  const { text, left } = cutLine(line.text, mostChars);
  return { ...line, text, rawChars: Math.max(0, line.rawChars - left) };
}

/** The best first; of equal ones the later one. A dear line needs more, but not as much more as it costs. */
function byWorth(candidates: readonly Candidate[], costOf: (item: Item) => number): readonly Item[] {
  const worth = candidates.map(({ item, score }) => ({ item, worth: score / costPower(costOf(item)) }));
  return worth.sort((a, b) => b.worth - a.worth || orderOf(b.item) - orderOf(a.item)).map(({ item }) => item);
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
      best.set(line.order, { item: asItem(line), score });
    }
  };
  for (const { block, score } of variedBlocks(kept)) {
    offer(block.line, score);
    for (const line of kept.isLog ? [] : block.context) {
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
    const full = kept.isLog ? 1 : FULL_OF_KIND;
    return { block, score: before < full ? score : score / (1 + (before - full + 1) / 2) };
  });
}

/** What was asked for; of a template that comes again and again, the first lines will do. */
function askedLines(kept: Kept): readonly Candidate[] {
  return kept.asked.map(({ line, score }) => ({ item: asItem(line), score: score * damping(kept.countOf(line.key)) }));
}

function novelLines(kept: Kept): readonly Candidate[] {
  return kept.novel.map(({ line }) => ({ item: asItem(line), score: scoreOf(line, kept) }));
}

/** weight × how new it is × how late it comes. Errors and totals are never damped by how many there are. */
function scoreOf(line: KeptLine, kept: Kept): number {
  const count = kept.countOf(line.key);
  const isDamped = line.lineClass !== 'total' && line.lineClass !== 'error';
  // What a page or file holds is worth the same wherever it stands; of an account the later lines say more.
  const lateness = line.lineClass === 'outline' ? 1 : 0.7 + (0.3 * line.order) / Math.max(1, kept.lines);
  return line.weight * (isDamped ? damping(count) : 1) * lateness;
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
