import { displayWidth } from './display-width.js';

/** The text in lines of at most `width` columns, broken at blanks where there are any. Its own line breaks stay. */
export function wrapText(text: string, width: number): readonly string[] {
  return text.split('\n').flatMap((line) => wrapLine(line.replaceAll('\t', '  '), Math.max(2, width)));
}

function wrapLine(line: string, width: number): readonly string[] {
  const lines: string[] = [];
  let current = '';
  let used = 0;
  for (const word of line.match(/\s*\S+/g) ?? []) {
    const wordWidth = displayWidth(word);
    if (used + wordWidth <= width) {
      current += word;
      used += wordWidth;
      continue;
    }
    if (current !== '') {
      lines.push(current);
    }
    const pieces = piecesOf(word.trimStart(), width);
    lines.push(...pieces.slice(0, -1));
    current = pieces.at(-1) ?? '';
    used = displayWidth(current);
  }
  return current === '' && lines.length > 0 ? lines : [...lines, current];
}

/** Placeholders of the redactor whole, everything else character by character. */
const UNBROKEN = /\[REDACTED:[^\]\s]{1,64}\]|./gsu;

/** A word in pieces that fit. A placeholder that fits a row stands in one. */
function piecesOf(word: string, width: number): readonly string[] {
  const pieces: string[] = [];
  let piece = '';
  let used = 0;
  for (const part of word.match(UNBROKEN) ?? []) {
    for (const unit of displayWidth(part) > width ? part : [part]) {
      const next = displayWidth(unit);
      if (used + next > width && piece !== '') {
        pieces.push(piece);
        piece = '';
        used = 0;
      }
      piece += unit;
      used += next;
    }
  }
  return [...pieces, piece];
}
