import type { Collected } from './gather.js';

const LEAST_CHARS = 200;
/** The rest may be figures and other signs. */
const LEAST_PART_OF_WORDS = 0.97;

/** The running text of pages: whole sentences in paragraphs, each one line. */
export function paragraphs(pages: readonly Collected[]): Collected {
  const texts = pages.flatMap(({ texts: own }) =>
    own.map((text) =>
      Buffer.from(
        text
          .toString('utf8')
          .split(/\n\s*\n/)
          .map(joinedLines)
          .filter(isProse)
          .join('\n\n'),
      ),
    ),
  );
  return { texts, from: ['the paragraphs of the manual pages and of the Markdown'], missing: [] };
}

function joinedLines(paragraph: string): string {
  return paragraph.trim().replace(/\s+/g, ' ');
}

function isProse(paragraph: string): boolean {
  const words = paragraph.match(/[\p{L} ,.;:’'()-]+/gu) ?? [];
  const wordChars = words.reduce((sum, word) => sum + word.length, 0);
  return (
    paragraph.length >= LEAST_CHARS &&
    /^\p{Lu}.*[.:]$/u.test(paragraph) &&
    wordChars >= LEAST_PART_OF_WORDS * paragraph.length
  );
}
