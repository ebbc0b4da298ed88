import { createHtmlTags } from './html-tags.js';

/** A title, a heading or a term: `level` is 0 for the title, 1 to 6 for headings, 7 for a term. */
export interface HtmlPart {
  readonly level: number;
  text: string;
}

/** What a line of a page says to its reader, and the parts whose words begin in it. */
export interface HtmlLine {
  readonly text: string;
  readonly parts: readonly HtmlPart[];
}

export const TERM_LEVEL = 7;
const LEVELS = new Map([
  ['title', 0],
  ['h1', 1],
  ['h2', 2],
  ['h3', 3],
  ['h4', 4],
  ['h5', 5],
  ['h6', 6],
  ['dt', TERM_LEVEL],
]);
/** What these stand around is a part of the word or the sentence that they stand in. */
const INLINE = new Set(
  'a abbr acronym b bdi bdo big cite code del dfn em font i ins kbd label mark q s samp small span strike strong sub sup time tt u var wbr'.split(
    ' ',
  ),
);
const COUNTED = new Map([
  ['a', 'links'],
  ['img', 'images'],
  ['tr', 'table rows'],
  ['li', 'list items'],
]);
const ENTITY = /&(?:#(\d{1,7})|#[xX]([0-9A-Fa-f]{1,6})|([A-Za-z]{2,6}));/g;
const NAMED = new Map([
  ['amp', '&'],
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['nbsp', ' '],
  ['copy', '©'],
  ['mdash', '—'],
  ['ndash', '–'],
  ['hellip', '…'],
  ['rsquo', '’'],
  ['lsquo', '‘'],
  ['rdquo', '”'],
  ['ldquo', '“'],
]);
const WIDE_GAP = /[ \t]{3,4096}/g;
const BLANKS = /\s{1,4096}/g;
/** So much of a part is its name. */
const MOST_PART_CHARS = 300;

/** Takes the tags off the lines of a page, one after the other. */
export interface HtmlText {
  readonly next: (line: string) => HtmlLine;
  /** How many links, rows and the like there were. */
  readonly counts: () => ReadonlyMap<string, number>;
}

export function createHtmlText(): HtmlText {
  const piecesOf = createHtmlTags();
  const counts = new Map<string, number>();
  /** The part that is open, which may go on over the ends of lines. */
  let part: HtmlPart | undefined;
  let isPreformatted = false;

  function count(name: string | undefined): void {
    if (name !== undefined) {
      counts.set(name, (counts.get(name) ?? 0) + 1);
    }
  }

  /** What stands for the tag between the words on its sides. */
  function takeTag(tag: string): string {
    const isEnd = tag.startsWith('/');
    const name = isEnd ? tag.slice(1) : tag;
    if (!isEnd) {
      count(COUNTED.get(name));
    }
    isPreformatted = name === 'pre' ? !isEnd : isPreformatted;
    const level = LEVELS.get(name);
    if (level !== undefined) {
      part = isEnd ? undefined : { level, text: '' };
    } else if (name === 'dd') {
      part = undefined;
    }
    return INLINE.has(name) ? '' : ' ';
  }

  /** Gives the part that begins with these words. */
  function addToPart(words: string): HtmlPart | undefined {
    if (part === undefined || part.text.length >= MOST_PART_CHARS || (part.text === '' && words.trim() === '')) {
      return undefined;
    }
    const isFirst = part.text === '';
    part.text += words;
    return isFirst ? part : undefined;
  }

  return {
    next(line) {
      const parts: HtmlPart[] = [];
      let text = '';
      for (const piece of piecesOf(line)) {
        const words = 'tag' in piece ? takeTag(piece.tag) : withoutEntities(piece.words);
        const begun = addToPart(words);
        if (begun !== undefined) {
          parts.push(begun);
        }
        text += words;
      }
      addToPart(' ');
      return { text: isPreformatted ? withoutWideGaps(text) : oneLine(text), parts };
    },
    counts: () => counts,
  };
}

/** What is indented stays so; columns need no more than two blanks between them. */
function withoutWideGaps(text: string): string {
  const indent = text.length - text.trimStart().length;
  return (text.slice(0, indent) + text.slice(indent).replaceAll(WIDE_GAP, '  ')).trimEnd();
}

/** Blanks on a page are one. */
export function oneLine(text: string): string {
  return text.replaceAll(BLANKS, ' ').trim();
}

function withoutEntities(text: string): string {
  return text.includes('&') ? text.replace(ENTITY, characterOf) : text;
}

/** No control character and no half of one: these stay as they are written. */
function characterOf(entity: string, decimal?: string, hex?: string, name?: string): string {
  if (name !== undefined) {
    return NAMED.get(name) ?? entity;
  }
  const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
  const isPlain = (code >= 0x20 && code < 0x7f) || (code >= 0xa0 && code < 0xd800) || (code >= 0xe000 && code < 0xfffe);
  return isPlain ? String.fromCharCode(code) : entity;
}
