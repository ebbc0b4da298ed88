import { type KindReader, share, type TextKind } from './kind.js';

const HEADING = /^(#{1,6}) \S/;
const MANUAL_HEADING = /^[A-Z][A-Z \-/&]{2,60}$/;
const MANUAL_PART = /^ {2,4}[A-Z][^.]{2,60}$/;
const MANUAL_OPTION = /^ {4,10}-{1,2}[A-Za-z0-9]/;
const HTML_HEADING = /<(?:title|h[1-6])\b/i;
const SENTENCE_WEIGHT = 110;

/** Headings, and the first sentence below each. */
export const PAGES: readonly TextKind[] = [
  {
    kind_id: 'markdown',
    matches: (sample) =>
      sample.filter((text) => HEADING.test(text)).length >= 2 ||
      (HEADING.test(sample[0] ?? '') && share(sample, /^(?:[-*] |\d+\. |```|\||> |\[)/) > 5),
    create: () => createPageReader((text) => 300 - 25 * (HEADING.exec(text)?.[1]?.length ?? 12)),
  },
  {
    kind_id: 'manual',
    matches: (sample) =>
      /^[\w.:+-]+\(\d\w*\)/.test(sample[0] ?? '') || sample.some((text) => /^(?:NAME|SYNOPSIS)$/.test(text.trim())),
    create: () => createPageReader(manualWeight),
  },
  {
    kind_id: 'html',
    matches: (sample) => sample.slice(0, 5).some((text) => /<!doctype html|<html\b/i.test(text)),
    create: () => createPageReader((text) => (HTML_HEADING.test(text) ? 280 : 0)),
  },
];

function manualWeight(text: string): number {
  if (MANUAL_HEADING.test(text)) {
    return 260;
  }
  return MANUAL_OPTION.test(text) ? 130 : MANUAL_PART.test(text) ? 120 : 0;
}

function createPageReader(headingWeight: (text: string) => number): KindReader {
  let headings = 0;
  let isBelowHeading = false;
  let isCode = false;
  return {
    weigh(text) {
      isCode = text.startsWith('```') ? !isCode : isCode;
      const weight = isCode ? 0 : headingWeight(text);
      if (weight > 0) {
        headings += 1;
        isBelowHeading = true;
        return weight;
      }
      if (isBelowHeading && text.trim() !== '') {
        isBelowHeading = false;
        return SENTENCE_WEIGHT;
      }
      return 0;
    },
    facts: () => (headings > 0 ? [`headings: ${headings}`] : []),
  };
}
