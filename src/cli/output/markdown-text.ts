/** With the name of a language, or none: what else stands there may make a heading of a table of it. */
const FENCE = /^(`{3,}|~{3,})[\w+#. -]{0,60}$/;
const PUNCTUATION = /[!-/:-@[-`{-~]/;

/**
 * Lines of a text that somebody wrote as Markdown, for a page that a renderer shows: code stays code and words stay marked,
 * but no HTML, link or image of it is one there. Fences count at the start of a line alone, since a list ends elsewhere ones
 * early, and code within a line only on that line: so every renderer sees code where this does.
 */
export function markdownLines(lines: readonly string[]): readonly string[] {
  let fence = '';
  return lines.map((line) => {
    if (fence !== '') {
      fence = closes(line, fence) ? '' : fence;
      return line;
    }
    fence = FENCE.exec(line)?.[1] ?? '';
    return fence === '' ? harmlessLine(line) : line;
  });
}

function closes(line: string, fence: string): boolean {
  const text = line.replace(/^ {0,3}/, '').trimEnd();
  return text.length >= fence.length && text === (fence[0] ?? '').repeat(text.length);
}

function harmlessLine(line: string): string {
  let safe = '';
  let at = 0;
  while (at < line.length) {
    const length = pieceLength(line, at);
    safe += harmlessPiece(line, at, length);
    at += length;
  }
  return safe;
}

/** Of code with its backticks, a run of backticks or tildes, an escaped character, or one character. */
function pieceLength(line: string, at: number): number {
  const character = line[at];
  if (character === '\\' && PUNCTUATION.test(line[at + 1] ?? '')) {
    return 2;
  }
  if (character === '~') {
    return runLength(line, at);
  }
  return character === '`' ? (codeLength(line, at) ?? runLength(line, at)) : 1;
}

function harmlessPiece(line: string, at: number, length: number): string {
  const piece = line.slice(at, at + length);
  const after = line[at + length] ?? '';
  switch (piece[0]) {
    case '\\':
      // What stands before it may take the backslash for its own.
      return piece === '\\<' ? '&lt;' : piece;
    case '<':
      return '&lt;';
    case '&':
      return /^&#?\w{1,32};/.test(line.slice(at, at + 40)) ? '&amp;' : '&';
    case ']':
      return '([:'.includes(after) && after !== '' ? '\\]' : ']';
    case '`':
      return isRun(piece) ? piece.replaceAll('`', '\\`') : piece;
    case '~':
      return length < 3 ? piece : piece.replaceAll('~', '\\~');
    default:
      return piece;
  }
}

/** Nobody writes longer lines with code in them, and looking for its end would take long. */
const LONGEST_LINE = 10_000;

/** Many renderers make bare addresses links, and take what follows for a part of them. */
const ADDRESS = /(?::\/\/|www\.|@)\S*$/i;

/** In a table a bar ends its cell and the code in it; in the text of a link some renderers let the link end first. */
const ENDS_CODE = /\||\]\(/;

/** Code that ends on its line. */
function codeLength(line: string, at: number): number | undefined {
  if (line.length > LONGEST_LINE || ADDRESS.test(line.slice(0, at))) {
    return undefined;
  }
  const run = runLength(line, at);
  for (let end = at + run; end < line.length; ) {
    const length = line[end] === '`' ? runLength(line, end) : 1;
    if (line[end] === '`' && length === run) {
      return ENDS_CODE.test(line.slice(at, end)) ? undefined : end + length - at;
    }
    end += length;
  }
  return undefined;
}

function runLength(line: string, at: number): number {
  let end = at;
  while (line[end] === line[at]) {
    end += 1;
  }
  return end - at;
}

function isRun(piece: string): boolean {
  return runLength(piece, 0) === piece.length;
}
