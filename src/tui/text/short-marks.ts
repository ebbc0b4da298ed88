import { displayWidth } from './display-width.js';

/** A placeholder of the redactor, also one that the end of a longer text has cut. */
const PLACEHOLDER = /\[REDACTED:([^\]\s]{1,64})(?:\]|$)/g;

/** A stretch of a cell: text as it came, or the mark that stands for a placeholder. */
export interface CellPart {
  readonly text: string;
  readonly isMark: boolean;
}

interface MarkGlyphs {
  readonly markOpen: string;
  readonly markClose: string;
}

export function holdsPlaceholder(text: string): boolean {
  return text.includes('[REDACTED:');
}

/** A cell's text with `‹email›` in the place of `[REDACTED:email]`: a table has no room for so many words. */
export function cellParts(text: string, { markOpen, markClose }: MarkGlyphs): readonly CellPart[] {
  const parts: CellPart[] = [];
  let from = 0;
  for (const { 0: whole, 1: type, index } of text.matchAll(PLACEHOLDER)) {
    parts.push({ text: text.slice(from, index), isMark: false });
    parts.push({ text: `${markOpen}${type}${markClose}`, isMark: true });
    from = index + whole.length;
  }
  return [...parts, { text: text.slice(from), isMark: false }].filter((part) => part.text !== '');
}

const SHORTER_BY = '[REDACTED:]'.length - '‹›'.length;

/** Terminal columns of a cell's text with short marks. */
export function shortWidth(text: string): number {
  const full = displayWidth(text);
  return holdsPlaceholder(text) ? full - (text.match(PLACEHOLDER)?.length ?? 0) * SHORTER_BY : full;
}

/** The place, or the beginning of the placeholder that it lies in. */
export function placeholderStart(text: string, at: number): number {
  const before = text.lastIndexOf('[', at);
  const whole = before === -1 ? undefined : text.slice(before).match(PLACEHOLDER)?.[0];
  return whole !== undefined && text.startsWith(whole, before) && before + whole.length > at ? before : at;
}
