/** A pattern about letters of any script, for texts of a few words. */
export interface LetterPattern {
  readonly test: (text: string) => boolean;
  readonly exec: (text: string) => RegExpExecArray | null;
}

/**
 * A regular expression with classes of Unicode (`\p{L}`, `\p{M}` …), given as its source, without the flags `g` and `y`.
 * It is made twice, each time when it is first needed: V8 takes up to ten milliseconds to make one with many such classes,
 * and most texts are ASCII, for which the classes are as short as `[A-Za-z]`.
 */
export function letterPattern(source: string, flags = ''): LetterPattern {
  let ascii: RegExp | undefined;
  let unicode: RegExp | undefined;
  const patternFor = (text: string): RegExp => {
    if (BEYOND_ASCII.test(text)) {
      unicode ??= new RegExp(source, `${flags}u`);
      return unicode;
    }
    ascii ??= new RegExp(asciiSource(source), flags);
    return ascii;
  };
  return {
    test: (text) => patternFor(text).test(text),
    exec: (text) => patternFor(text).exec(text),
  };
}

const BEYOND_ASCII = /[^\0-\x7f]/;

/** What the classes of Unicode hold of ASCII. */
const IN_ASCII: Readonly<Record<string, string>> = {
  L: 'A-Za-z',
  Lu: 'A-Z',
  Ll: 'a-z',
  M: '',
  N: '0-9',
  Nd: '0-9',
};
/** A class of Unicode, another escape, or a bracket. */
const PARTS = /\\p\{(\w+)\}|\\.|[[\]]/gs;

/** The same pattern for texts of nothing but ASCII. */
function asciiSource(source: string): string {
  let isInClass = false;
  return source.replace(PARTS, (part, name?: string) => {
    if (name === undefined) {
      isInClass = part === '[' || (isInClass && part !== ']');
      return part;
    }
    const range = IN_ASCII[name];
    if (range === undefined) {
      throw new Error(`no class of ASCII for ${part}`);
    }
    return isInClass ? range : `[${range}]`;
  });
}
