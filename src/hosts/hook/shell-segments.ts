/** One command of a command line, with what it is given and where its output goes. */
export interface ShellSegment {
  /** Without quotes; substitutions as they stand there. */
  readonly words: readonly string[];
  /** Here-documents and here-strings. */
  readonly input: string;
  /** The files that its output is redirected to. */
  readonly outputs: readonly string[];
  /** The command lines of its substitutions. */
  readonly inner: readonly string[];
  /** The operator behind it: `|`, `&&`, `;`, `(`, …; empty at the end. */
  readonly operator: string;
}

type Open = {
  -readonly [Name in keyof ShellSegment]: ShellSegment[Name] extends readonly string[] ? string[] : string;
};

interface Word {
  readonly text: string;
  readonly end: number;
  readonly inner: readonly string[];
}

interface HereDocument {
  readonly segment: Open;
  readonly delimiter: string;
  readonly isIndented: boolean;
}

const OPERATOR = /\|\||&&|\|&|;;|[|&;()\n]/y;
const REDIRECTION = /(\d*)(<<<|<<-?|<&|<>|<(?!\()|&>>|&>|>&|>>|>\||>(?!\())/y;
const STOPS = /[\s|&;()<>]/;

/** Reads a command line as a shell would cut it; what is not closed goes to the end. */
export function readSegments(line: string): readonly ShellSegment[] {
  const segments: Open[] = [emptySegment()];
  const waiting: HereDocument[] = [];
  let at = 0;
  while (at < line.length) {
    const segment = segments.at(-1) ?? emptySegment();
    const [redirection, fd = '', sign = ''] = matchAt(REDIRECTION, line, at);
    const [operator] = matchAt(OPERATOR, line, at);
    if (redirection !== undefined) {
      at = redirect(line, at + redirection.length, { segment, fd, sign, waiting });
    } else if (operator !== undefined) {
      segment.operator = operator;
      segments.push(emptySegment());
      at += operator.length;
      at = operator === '\n' ? readDocuments(line, at, waiting.splice(0)) : at;
    } else {
      at = readPlain(line, at, segment);
    }
  }
  return segments;
}

function emptySegment(): Open {
  return { words: [], input: '', outputs: [], inner: [], operator: '' };
}

function matchAt(pattern: RegExp, line: string, at: number): readonly (string | undefined)[] {
  pattern.lastIndex = at;
  return pattern.exec(line) ?? [];
}

/** A space, a comment or a word. */
function readPlain(line: string, at: number, segment: Open): number {
  const character = line.charAt(at);
  if (/\s/.test(character) || line.startsWith('\\\n', at)) {
    return at + (character === '\\' ? 2 : 1);
  }
  if (character === '#') {
    const end = line.indexOf('\n', at);
    return end < 0 ? line.length : end;
  }
  const { text, end, inner } = readWord(line, at);
  segment.words.push(text);
  segment.inner.push(...inner);
  return end;
}

interface Redirection {
  readonly segment: Open;
  readonly fd: string;
  readonly sign: string;
  readonly waiting: HereDocument[];
}

function redirect(line: string, from: number, { segment, fd, sign, waiting }: Redirection): number {
  const start = from + (/^[ \t]*/.exec(line.slice(from))?.[0].length ?? 0);
  const { text, end, inner } = readWord(line, start);
  segment.inner.push(...inner);
  if (sign === '<<<') {
    segment.input += `${text}\n`;
  } else if (sign.startsWith('<<')) {
    waiting.push({ segment, delimiter: text, isIndented: sign === '<<-' });
  } else if (sign.includes('>') && sign !== '<>' && /^1?$/.test(fd) && !(sign === '>&' && /^(?:\d+|-)$/.test(text))) {
    segment.outputs.push(text);
  } else if (sign === '<' && inner.length > 0) {
    segment.input += `${text}\n`;
  }
  return end;
}

/** The lines of here-documents, up to the line that ends each. */
function readDocuments(line: string, from: number, documents: readonly HereDocument[]): number {
  let at = from;
  for (const { segment, delimiter, isIndented } of documents) {
    let isOver = false;
    while (!isOver && at < line.length) {
      const newline = line.indexOf('\n', at);
      const end = newline < 0 ? line.length : newline;
      const text = isIndented ? line.slice(at, end).replace(/^\t+/, '') : line.slice(at, end);
      isOver = text.replace(/\r$/, '') === delimiter;
      segment.input += isOver ? '' : `${text}\n`;
      at = end + 1;
    }
  }
  return Math.min(at, line.length);
}

function readWord(line: string, from: number): Word {
  const inner: string[] = [];
  let text = '';
  let at = from;
  while (at < line.length) {
    const part = readPart(line, at);
    if (part === undefined) {
      break;
    }
    text += part.text;
    inner.push(...part.inner);
    at = part.end;
  }
  // A sign that begins no word is one by itself, so that reading goes on.
  return { text, end: at === from ? from + (STOPS.test(line.charAt(from)) ? 0 : 1) : at, inner };
}

/** A piece of a word in one kind of quotes; undefined where the word ends. */
function readPart(line: string, at: number): Word | undefined {
  const character = line.charAt(at);
  if (/^[$<>]\(/.test(line.slice(at, at + 2))) {
    const end = closingAt(line, at + 2);
    return { text: line.slice(at, end), end, inner: [line.slice(at + 2, end - 1)] };
  }
  if (STOPS.test(character)) {
    return undefined;
  }
  if (character === "'" || character === '`') {
    const end = endOf(line, at + 1, character);
    const text = line.slice(at + 1, end - 1);
    return { text, end, inner: character === '`' ? [text] : [] };
  }
  if (character === '"') {
    return readDouble(line, at + 1);
  }
  if (character === '\\') {
    return { text: line.charAt(at + 1).replace('\n', ''), end: at + 2, inner: [] };
  }
  const isQuoteNext = character === '$' && /['"]/.test(line.charAt(at + 1));
  return { text: isQuoteNext ? '' : character, end: at + 1, inner: [] };
}

function readDouble(line: string, from: number): Word {
  const inner: string[] = [];
  let text = '';
  let at = from;
  while (at < line.length && line.charAt(at) !== '"') {
    if (line.startsWith('$(', at)) {
      const end = closingAt(line, at + 2);
      inner.push(line.slice(at + 2, end - 1));
      text += line.slice(at, end);
      at = end;
    } else {
      const isEscaped = line.charAt(at) === '\\' && /["\\$`\n]/.test(line.charAt(at + 1));
      text += isEscaped ? line.charAt(at + 1).replace('\n', '') : line.charAt(at);
      at += isEscaped ? 2 : 1;
    }
  }
  return { text, end: at + 1, inner };
}

/** Behind the bracket that closes a substitution. */
function closingAt(line: string, from: number): number {
  let depth = 1;
  let at = from;
  while (at < line.length && depth > 0) {
    const character = line.charAt(at);
    depth += character === '(' ? 1 : 0;
    depth -= character === ')' ? 1 : 0;
    at = behindPart(line, at, character);
  }
  return at;
}

function behindPart(line: string, at: number, character: string): number {
  switch (character) {
    case "'":
      return endOf(line, at + 1, "'");
    case '"':
      return readDouble(line, at + 1).end;
    case '\\':
      return at + 2;
    default:
      return at + 1;
  }
}

function endOf(line: string, from: number, quote: string): number {
  const end = line.indexOf(quote, from);
  return (end < 0 ? line.length : end) + 1;
}
