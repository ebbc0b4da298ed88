/** The delimiters that can be found out from a header line, the likeliest first. */
const DELIMITERS = [',', ';', '\t', '|'] as const;

const MAX_HEADER_CHARS = 64 * 1024;

/** Finds the delimiter while the header line comes in; only characters outside quotes count. */
interface DelimiterSniffer {
  /** The most frequent delimiter once the header line has ended; undefined while it has not. */
  feed(text: string): string | undefined;
  /** The best answer when the input ended early; a comma when nothing speaks for another. */
  end(): string;
}

export function createDelimiterSniffer(): DelimiterSniffer {
  const outside = createCounts();
  /** Behind the last quote that opened, up to the end of its line: outside too when nobody closes it. */
  let behind = createCounts();
  let isQuoted = false;
  let isFirstLine = true;
  let seen = 0;
  /** Blank lines before the header do not end it. */
  let isBlank = true;

  const best = (): string => {
    const countOf = (delimiter: string): number =>
      (outside.get(delimiter) ?? 0) + (isQuoted ? (behind.get(delimiter) ?? 0) : 0);
    let found = ',';
    for (const delimiter of DELIMITERS) {
      found = countOf(delimiter) > countOf(found) ? delimiter : found;
    }
    return found;
  };

  const count = (character: string): void => {
    isBlank &&= character === '\r' || character === '\n';
    if (character === '"') {
      isQuoted = !isQuoted;
      behind = createCounts();
      isFirstLine = true;
    } else if (!isQuoted || isFirstLine) {
      isFirstLine &&= character !== '\n';
      add(isQuoted ? behind : outside, character);
    }
  };

  return {
    feed(text) {
      for (const character of text) {
        seen += 1;
        if ((character === '\n' && !isQuoted && !isBlank) || seen > MAX_HEADER_CHARS) {
          return best();
        }
        count(character);
      }
      return undefined;
    },
    end: best,
  };
}

function createCounts(): Map<string, number> {
  return new Map(DELIMITERS.map((delimiter) => [delimiter, 0]));
}

function add(counts: Map<string, number>, character: string): void {
  const before = counts.get(character);
  if (before !== undefined) {
    counts.set(character, before + 1);
  }
}
