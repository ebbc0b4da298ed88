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
  const counts = new Map<string, number>(DELIMITERS.map((delimiter) => [delimiter, 0]));
  let isQuoted = false;
  let seen = 0;
  /** Blank lines before the header do not end it. */
  let isBlank = true;

  const best = (): string => {
    let found = ',';
    for (const delimiter of DELIMITERS) {
      found = (counts.get(delimiter) ?? 0) > (counts.get(found) ?? 0) ? delimiter : found;
    }
    return found;
  };

  const count = (character: string): void => {
    isBlank &&= character === '\r' || character === '\n';
    const before = counts.get(character);
    if (character === '"') {
      isQuoted = !isQuoted;
    } else if (before !== undefined && !isQuoted) {
      counts.set(character, before + 1);
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
