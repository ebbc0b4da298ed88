/** One command of a command line, without what stands between it and the next. */
export interface Segment {
  readonly text: string;
  /** The name of the program, without assignments before it. */
  readonly program: string;
}

export interface CommandLine {
  readonly segments: readonly Segment[];
  /** Some command runs on beside the next one, or when the line has ended. */
  readonly hasBackground: boolean;
  /** Nothing in it that runs, reads or writes something besides these commands. */
  readonly isPlain: boolean;
}

const NOT_PLAIN = /[`<>(){}\\#!*?~[\]]|\$/;
/** Words of the shell behind which a command begins. */
const BEFORE_COMMANDS = new Set(['if', 'then', 'else', 'elif', 'while', 'until', 'do', 'time', 'builtin', 'command']);
const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;

/**
 * A command line in the commands that it holds, as far as that can be told by its quotes. Whoever needs certainty asks
 * whether it is plain.
 */
export function readCommandLine(line: string): CommandLine {
  const pieces = [...piecesOf(line)];
  const texts: string[] = [''];
  for (const { text, isSeparator } of pieces) {
    if (isSeparator) {
      texts.push('');
    } else {
      texts.splice(-1, 1, `${texts.at(-1)}${text}`);
    }
  }
  const segments = texts.map((text) => text.trim()).filter((text) => text !== '');
  const isAnd = (piece: Piece | undefined): boolean => piece?.isSeparator === true && piece.text === '&';
  return {
    segments: segments.map((text) => ({ text, program: programOf(text) })),
    hasBackground: pieces.some(
      (piece, index) => isAnd(piece) && !isAnd(pieces[index - 1]) && !isAnd(pieces[index + 1]),
    ),
    isPlain: !pieces.some(({ text, quote }) => quote === undefined || (quote !== "'" && NOT_PLAIN.test(text))),
  };
}

interface Piece {
  readonly text: string;
  readonly isSeparator: boolean;
  /** The quote it stands in; `undefined` at the end of a line that closes none. */
  readonly quote: string | undefined;
}

/** Characters, and escaped ones with their backslash. */
function* piecesOf(line: string): Generator<Piece> {
  let quote = '';
  for (let at = 0; at < line.length; at += 1) {
    const character = line.charAt(at);
    if (character === '\\' && quote !== "'") {
      yield { text: line.slice(at, at + 2), isSeparator: false, quote };
      at += 1;
    } else {
      const isSeparator = quote === '' && /[;&|\n]/.test(character) && !isRedirection(line, at);
      yield { text: character, isSeparator, quote };
      quote = nextQuote(quote, character);
    }
  }
  if (quote !== '') {
    yield { text: '', isSeparator: false, quote: undefined };
  }
}

/** `2>&1`, `&>`, `>|`: no end of a command. */
function isRedirection(line: string, at: number): boolean {
  return (/[&|]/.test(line.charAt(at)) && /[<>]/.test(line.charAt(at - 1))) || line.startsWith('&>', at);
}

function nextQuote(quote: string, character: string): string {
  if (quote !== '') {
    return character === quote ? '' : quote;
  }
  return character === "'" || character === '"' ? character : '';
}

function programOf(text: string): string {
  const words = text.split(/\s+/).filter((word) => !/^[({!]+$/.test(word) && !BEFORE_COMMANDS.has(word));
  const first = words.find((word) => !ASSIGNMENT.test(word)) ?? '';
  return first
    .replace(/^[({]+/, '')
    .replace(/['"\\]/g, '')
    .replace(/^.*\//, '');
}
