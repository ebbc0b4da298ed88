import { type KindReader, share, type TextKind } from './kind.js';

const HEADING = /^(#{1,6}) \S/;
const VERSION = /^# (?:\[?v?\d+\.\d|Unreleased)/;
const MANUAL_HEADING = /^[A-Z][A-Z \-/&]{2,60}$/;
const MANUAL_PART = /^ {2,4}[A-Z][^.]{2,60}$/;
/** `-n, --dry-run  says what would be done`, and not the end of a sentence that was wrapped. */
const MANUAL_OPTION = /^[ \t]{1,10}-{1,2}[A-Za-z0-9?@#].{0,60}(?:[^.\s]$|[ \t]{2,}\S)/;
const OPTION_LINE = /^\s{0,10}-{1,2}[A-Za-z0-9?@#][\w-]*(?:[ ,=[<]|$)/;
const HELP_HEADING = /^\s{0,2}[A-Z][\w ,/-]{2,60}:?$/;
const USAGE = /^(?:usage|options|commands|arguments):?/i;
const HTML_HEADING = /<(?:title|h[1-6])\b/i;
const SENTENCE_WEIGHT = 110;
/** A chapter's first sentence comes before its parts. */
const CHAPTER_WEIGHT = 200;
const CHAPTER_SENTENCE_WEIGHT = 150;

/** Headings, and the first sentence below each. */
export const PAGES: readonly TextKind[] = [
  {
    kind_id: 'markdown',
    matches: (sample) =>
      headingsOf(sample) >= 2 || (HEADING.test(sample[0] ?? '') && share(sample, /^(?:[-*] |\d+\. |```|\||> |\[)/) > 5),
    create: () => createPageReader((text) => 300 - 25 * (HEADING.exec(text)?.[1]?.length ?? 12)),
  },
  {
    kind_id: 'manual',
    matches: (sample) =>
      /^[\w.:+-]+\(\d\w*\)/.test(sample[0] ?? '') || sample.some((text) => /^(?:NAME|SYNOPSIS)$/.test(text.trim())),
    create: () => createPageReader(manualWeight),
  },
  {
    kind_id: 'help',
    matches: (sample) => sample.some((text) => USAGE.test(text)) && share(sample, OPTION_LINE) >= 25,
    create: () => createPageReader(helpWeight, 'options and headings'),
  },
  {
    kind_id: 'html',
    matches: (sample) => sample.slice(0, 5).some((text) => /<!doctype html|<html\b/i.test(text)),
    create: () => createPageReader((text) => (HTML_HEADING.test(text) ? 280 : 0)),
  },
];

/**
 * Comments of scripts and settings begin with the same sign: they follow each other on one level, and nearly all are on
 * the first, of which a page has one, or one for each version.
 */
function headingsOf(sample: readonly string[]): number {
  if (sample[0]?.startsWith('#!') === true) {
    return 0;
  }
  const levels = sample.map((text) => HEADING.exec(text)?.[1]?.length ?? 0);
  const alone = levels.filter((level, index) => level !== levels[index - 1] && level !== levels[index + 1]);
  const deep = alone.filter((level) => level > 1).length;
  const versions = sample.filter((text) => VERSION.test(text)).length;
  return deep + versions + (alone.includes(1) ? 1 : 0);
}

function manualWeight(text: string): number {
  if (MANUAL_HEADING.test(text)) {
    return 260;
  }
  return MANUAL_OPTION.test(text) ? 130 : MANUAL_PART.test(text) ? 120 : 0;
}

/** What an option does stands behind it, or on the next line. */
function helpWeight(text: string): number {
  return OPTION_LINE.test(text) ? 130 : HELP_HEADING.test(text) ? 160 : 0;
}

function createPageReader(headingWeight: (text: string) => number, name = 'headings'): KindReader {
  let headings = 0;
  /** What the first sentence below the last heading is worth. */
  let sentence = 0;
  let isCode = false;
  return {
    weigh(text) {
      isCode = text.startsWith('```') ? !isCode : isCode;
      const weight = isCode ? 0 : headingWeight(text);
      if (weight > 0) {
        headings += 1;
        sentence = weight >= CHAPTER_WEIGHT ? CHAPTER_SENTENCE_WEIGHT : SENTENCE_WEIGHT;
        return weight;
      }
      const worth = text.trim() === '' ? 0 : sentence;
      sentence = text.trim() === '' ? sentence : 0;
      return worth;
    },
    facts: () => (headings > 0 ? [`${name}: ${headings}`] : []),
  };
}
