import { type CodePlace, createCodeFence } from './code-fence.js';
import { type KindReader, share, type TextKind } from './kind.js';
import { headingName } from './outline-name.js';

const HEADING = /^(#{1,6}) \S/;
/** `Chapter`, and below it `=======`: two forms in Markdown, more in reStructuredText. */
const UNDERLINE = /^(?:(={3,})|(-{3,})|([~^"'+*#])\3{2,})\s*$/;
const UNDERLINED = /^[^\s|=>*~#-](?:.{0,119}[^|])?$/;
/** Signs that begin headings elsewhere begin comments here. */
const CODE_OPENING = /^(?:#!|#\s?include\b|[ru]?(?:"""|''')|package [\w:.]{1,100};)/;
/** How the page of a project begins that shows its badges first. */
const BADGES = /^(?:\[?!\[|<(?:h1|p|div) +align=)/;
/** A line of dashes may end a list of settings: below a heading it is about as long as that. */
const MOST_DIFFERENCE = 3;
const VERSION = /^# (?:\[?v?\d+\.\d|Unreleased)/;
const MANUAL_HEADING = /^[A-Z][A-Z \-/&]{2,60}$/;
const MANUAL_PART = /^ {2,4}[A-Z][^.]{2,60}$/;
/** `-n, --dry-run  says what would be done`, and not the end of a sentence that was wrapped. */
const MANUAL_OPTION = /^[ \t]{1,10}-{1,2}[A-Za-z0-9?@#].{0,60}(?:[^.\s]$|[ \t]{2,}\S)/;
const OPTION_LINE = /^\s{0,10}-{1,2}[A-Za-z0-9?@#][\w-]*(?:[ ,=[<]|$)/;
const HELP_HEADING = /^\s{0,2}[A-Z][\w ,/-]{2,60}:?$/;
const USAGE = /^(?:usage|options|commands|arguments):?/i;
const ITEM = /^\s{0,8}(?:[-*+]|\d{1,3}[.)]|\|)\s{1,4}(?:(?:\*\*)?`([^`]{2,60})`|\*\*([^*]{2,40})\*\*)/;
const CODE_OPTION =
  /^\s{0,10}(?:-[A-Za-z0-9?](?:, {0,2}|\/| \| ))?--[a-z][\w-]{1,40}|^\s{1,10}-[A-Za-z0-9?](?=[ ,/]{1,4}|$)/;
const MOST_TAG = 70;
const MOST_BESIDE = 8;
const MOST_INDENT = 8;
const SPACE = 32;
const SENTENCE_WEIGHT = 110;
/** Options and keywords weigh less than what is a heading. */
const LEAST_HEADING = 130;
/** A chapter's first sentence comes before its parts. */
const CHAPTER_WEIGHT = 200;
const CHAPTER_SENTENCE_WEIGHT = 150;

/** Headings, and the first sentence below each. */
export const PAGES: readonly TextKind[] = [
  {
    kind_id: 'markdown',
    matches: (sample) =>
      (!CODE_OPENING.test(sample[0] ?? '') && hasHeadings(withoutCode(sample))) ||
      BADGES.test(sample[0] ?? '') ||
      (HEADING.test(sample[0] ?? '') && share(sample, /^(?:[-*] |\d+\. |```|\||> |\[)/) > 5),
    create: () => ({
      ...createPageReader(markdownWeight, { tagOf: itemName }),
      isReference: true,
      looksAhead: true,
    }),
  },
  {
    kind_id: 'manual',
    matches: (sample) =>
      /^[\w.:+-]+\(\d\w*\)/.test(sample[0] ?? '') || sample.some((text) => /^(?:NAME|SYNOPSIS)$/.test(text.trim())),
    create: () => ({ ...createPageReader(manualWeight), isReference: true, looksAhead: true }),
  },
  {
    kind_id: 'help',
    matches: (sample) => sample.some((text) => USAGE.test(text)) && share(sample, OPTION_LINE) >= 25,
    create: () => ({ ...createPageReader(helpWeight, { name: 'options and headings' }), isReference: true }),
  },
];

/**
 * Comments of scripts and settings begin with the same sign: they follow each other on one level, and nearly all are on
 * the first, of which a page has one, or one for each version.
 */
function headingsOf(sample: readonly string[]): number {
  const levels = sample.map((text) => HEADING.exec(text)?.[1]?.length ?? 0);
  const alone = levels.filter((level, index) => level !== levels[index - 1] && level !== levels[index + 1]);
  const deep = alone.filter((level) => level > 1).length;
  const versions = sample.filter((text) => VERSION.test(text)).length;
  return deep + versions + (alone.includes(1) ? 1 : 0);
}

function hasHeadings(sample: readonly string[]): boolean {
  return headingsOf(sample) + underlinedOf(sample) >= 2;
}

function withoutCode(sample: readonly string[]): readonly string[] {
  const placeOf = createCodeFence();
  // Headings with nothing but code between them do not follow each other.
  return sample.flatMap((text) => {
    const place = placeOf(text);
    return place === 'inside' ? [] : [place === 'fence' ? '' : text];
  });
}

function underlinedOf(sample: readonly string[]): number {
  return sample.filter((text, index) => underlinedWeight(text, sample[index + 1]) > 0).length;
}

function markdownWeight(text: string, below: string | undefined): number {
  const level = HEADING.exec(text)?.[1]?.length;
  return level === undefined ? underlinedWeight(text, below) : 300 - 25 * level;
}

function underlinedWeight(text: string, below = ''): number {
  const underline = UNDERLINE.exec(below);
  if (underline === null || !UNDERLINED.test(text) || Math.abs(text.length - below.trim().length) > MOST_DIFFERENCE) {
    return 0;
  }
  const [, first, second] = underline;
  return first === undefined ? (second === undefined ? 225 : 250) : 275;
}

function manualWeight(text: string, below = ''): number {
  if (MANUAL_HEADING.test(text)) {
    return 260;
  }
  if (MANUAL_OPTION.test(text)) {
    return 130;
  }
  return MANUAL_PART.test(text) ? 180 : tagWeight(text, below);
}

/** A keyword, a file, a number with what it means: it stands further left than what is said of it, below or behind it. */
function tagWeight(text: string, below: string): number {
  const indent = indentOf(text);
  const column = indentOf(below);
  const tag = text.slice(indent, Math.max(indent, column));
  const isBeside = / {2}$/.test(tag) || (tag.endsWith(' ') && tag.length <= MOST_BESIDE);
  const isAbove = text.length <= MOST_TAG && !/[.,;:]$/.test(text);
  const isTag = indent > 0 && column > indent && below.length > column && (isBeside || isAbove);
  return !isTag ? 0 : indent <= MOST_INDENT ? 130 : 100;
}

function indentOf(text: string): number {
  let indent = 0;
  while (text.charCodeAt(indent) === SPACE) {
    indent += 1;
  }
  return indent;
}

/** What an option does stands behind it, or on the next line. */
function helpWeight(text: string): number {
  return OPTION_LINE.test(text) ? 130 : HELP_HEADING.test(text) ? 160 : 0;
}

function isSentence(weight: number): boolean {
  return weight === SENTENCE_WEIGHT || weight === CHAPTER_SENTENCE_WEIGHT;
}

/** `- `name`: …`, a row of a table that begins with a name, and in code an option of a command. */
function itemName(text: string, place: CodePlace): string | undefined {
  if (place !== 'outside') {
    return place === 'inside' ? CODE_OPTION.exec(text)?.[0] : undefined;
  }
  const [, code, bold] = ITEM.exec(text) ?? [];
  return code ?? bold;
}

interface PageOptions {
  /** What its headings are called together. */
  readonly name?: string;
  /** What a line that is no heading names. */
  readonly tagOf?: (text: string, place: CodePlace) => string | undefined;
}

function createPageReader(
  headingWeight: (text: string, below: string | undefined) => number,
  { name = 'headings', tagOf }: PageOptions = {},
): KindReader {
  let headings = 0;
  /** What the first sentence below the last heading is worth. */
  let sentence = 0;
  const placeOf = createCodeFence();
  return {
    outlineName(text, weight, _row, redact) {
      const tag =
        tagOf !== undefined && weight === LEAST_HEADING ? (tagOf(text, 'outside') ?? tagOf(text, 'inside')) : undefined;
      return isSentence(weight) ? undefined : headingName(tag ?? text, weight <= LEAST_HEADING, redact);
    },
    weigh(text, _row, below) {
      const place = placeOf(text);
      const weight = place === 'outside' ? headingWeight(text, below) : 0;
      if (weight > 0) {
        headings += 1;
        sentence = weight >= CHAPTER_WEIGHT ? CHAPTER_SENTENCE_WEIGHT : SENTENCE_WEIGHT;
        return weight;
      }
      if (text.trim() === '' || UNDERLINE.test(text)) {
        return 0;
      }
      if (tagOf?.(text, place) !== undefined) {
        return LEAST_HEADING;
      }
      const worth = sentence;
      sentence = 0;
      return worth;
    },
    facts: () => (headings > 0 ? [`${name}: ${headings}`] : []),
  };
}
