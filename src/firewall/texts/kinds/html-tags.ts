/** Words of a page, or a tag by its name: `b`, `/b`. */
export type HtmlPiece = { readonly words: string } | { readonly tag: string };

const TAG_NAME = /[A-Za-z][A-Za-z0-9]{0,15}/y;
/** Nothing of these is seen on a page. */
const UNSEEN = new Set(['script', 'style', 'template']);
/** What a script puts on the page while it is read is a part of what the page says. */
const WRITES = /\b(?:innerHTML|innerText|textContent|document\.write)\b/;
const COMMENT = '<!--';
const COMMENT_END = '-->';

/** Cuts the lines of a page at its tags; a tag, a comment or a style may go on over many lines. */
export function createHtmlTags(): (line: string) => readonly HtmlPiece[] {
  /** What the next line begins inside of: a comment, a tag of this name, or what ends with `</name`. */
  let isComment = false;
  let tag: string | undefined;
  let unseen: string | undefined;

  /** Where the line goes on behind what it is inside of. */
  function skip(line: string, from: number, pieces: HtmlPiece[]): number {
    const sign = isComment ? COMMENT_END : '>';
    const end = line.indexOf(sign, from);
    if (end < 0) {
      return line.length;
    }
    if (tag !== undefined) {
      pieces.push({ tag });
      unseen = UNSEEN.has(tag) ? tag : undefined;
    }
    isComment = false;
    tag = undefined;
    return end + sign.length;
  }

  function open(line: string, at: number): number {
    isComment = line.startsWith(COMMENT, at);
    if (isComment) {
      return at + COMMENT.length;
    }
    const slash = line.charAt(at + 1) === '/' ? '/' : '';
    TAG_NAME.lastIndex = at + 1 + slash.length;
    tag = `${slash}${TAG_NAME.exec(line)?.[0].toLowerCase() ?? ''}`;
    return at + 1;
  }

  return (line) => {
    const pieces: HtmlPiece[] = [];
    let at = 0;
    while (at < line.length) {
      if (isComment || tag !== undefined) {
        at = skip(line, at, pieces);
        continue;
      }
      const start = nextTag(line, at, unseen);
      const words = line.slice(at, start);
      if (words !== '' && (unseen === undefined || (unseen === 'script' && WRITES.test(words)))) {
        pieces.push({ words });
      }
      at = start < line.length ? open(line, start) : start;
    }
    return pieces;
  };
}

function nextTag(line: string, from: number, unseen: string | undefined): number {
  let at = line.indexOf('<', from);
  while (at >= 0 && !beginsTag(line, at, unseen)) {
    at = line.indexOf('<', at + 1);
  }
  return at < 0 ? line.length : at;
}

/** A sign that something is less is no tag, and what is unseen ends with its own. */
function beginsTag(line: string, at: number, unseen: string | undefined): boolean {
  return unseen === undefined
    ? /[A-Za-z/!?]/.test(line.charAt(at + 1))
    : line.slice(at + 1, at + 2 + unseen.length).toLowerCase() === `/${unseen}`;
}
