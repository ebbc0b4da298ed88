import { createHtmlText, type HtmlLine, type HtmlPart, oneLine, TERM_LEVEL } from './html-text.js';
import type { KindReader, TextKind } from './kind.js';
import { headingName } from './outline-name.js';

/** Of the title, of headings from `h1` to `h6` and of terms. */
const WEIGHTS = [300, 285, 260, 235, 210, 190, 190, 130] as const;
const CHAPTER_WEIGHT = 200;
const SENTENCE_WEIGHT = 110;
/** A chapter's first sentence comes before its parts. */
const CHAPTER_SENTENCE_WEIGHT = 150;
const FEWEST_SENTENCE_CHARS = 8;
const MOST_NAMED = 2048;

/** A page in HTML: told without its tags, which cost more than what it says. */
export const HTML_PAGE: TextKind = {
  kind_id: 'html',
  matches: (sample) => sample.slice(0, 5).some((text) => /<!doctype html|<html\b/i.test(text)),
  create: createHtmlReader,
};

function createHtmlReader(): KindReader {
  const page = createHtmlText();
  const named = new Map<number, readonly HtmlPart[]>();
  let line: HtmlLine = { text: '', parts: [] };
  let redact: (text: string) => string = (text) => text;
  let headings = 0;
  /** What the first sentence below the last heading is worth. */
  let sentence = 0;

  function takeParts(row: number): number {
    headings += line.parts.filter(({ level }) => level < TERM_LEVEL).length;
    if (named.size < MOST_NAMED) {
      named.set(row, line.parts);
    }
    const weight = Math.max(...line.parts.map(({ level }) => WEIGHTS[level] ?? 0));
    sentence = weight >= CHAPTER_WEIGHT ? CHAPTER_SENTENCE_WEIGHT : SENTENCE_WEIGHT;
    return weight;
  }

  function takeText(text: string): number {
    if (text.trim().length < FEWEST_SENTENCE_CHARS) {
      return 0;
    }
    const worth = sentence;
    sentence = 0;
    return worth;
  }

  return {
    isReference: true,
    withoutMarkup(text, redactText) {
      redact = redactText;
      line = page.next(text);
      return line.text;
    },
    weigh: (text, row) => (line.parts.length > 0 ? takeParts(row) : takeText(text)),
    outlineName(_text, weight, row) {
      const parts = named.get(row);
      // Words that stand in several lines may be a secret together.
      return parts === undefined ? undefined : headingName(redact(nameOf(parts)), weight < CHAPTER_WEIGHT, redact);
    },
    facts() {
      const counts = [['headings', headings] as const, ...page.counts()].filter(([, count]) => count > 0);
      return [
        'told without tags, styles and scripts',
        ...(counts.length > 0 ? [counts.map(([name, count]) => `${name}: ${count}`).join(', ')] : []),
      ];
    },
  };
}

/** Of several parts in one line. */
function nameOf(parts: readonly HtmlPart[]): string {
  const isOfTerms = parts.every(({ level }) => level === TERM_LEVEL);
  return parts.map(({ text }) => oneLine(text)).join(isOfTerms ? ', ' : ' / ');
}
