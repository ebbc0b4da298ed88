/** Sets of signs that are asked about at every name: one look-up, as a search in a string costs several times that. */
export const SIGN = {
  /** What can stand behind a name that has a value; most names in prose are behind something else, and are done with. */
  follower: 1,
  quote: 2,
  /** Between name and value; also in full width, as East Asian keyboards write them. */
  separator: 4,
  /** Can be part of an opening that has to be seen as a whole. */
  opening: 8,
  /** Letters that some languages put before a string. */
  prefix: 16,
  /** Behind the name of an element. */
  tag: 32,
  /** Begins what can stand before a separator. */
  escape: 64,
  /** Begins an operator other than a separator. */
  operator: 128,
  /** Begins a YAML block or what is below a key. */
  block: 256,
  /** Behind a value, when what follows has to be seen too. */
  ahead: 512,
  /** Behind the name of a field that holds a person's name. */
  label: 1024,
  /** Begins what stands for a separator: a verb, a dash, a bracket, the border of a cell. */
  verb: 2048,
  /** Behind a word of a sentence. */
  pause: 4096,
  /** Can be a part of a value without quotes, though it ends most: see `inner-sign.ts`. */
  inner: 8192,
  /** Ends a value without quotes where others follow. */
  list: 16384,
  /** Behind the name of a member that PHP prints in brackets. */
  printed: 32768,
} as const;

const table = createTable();

/** Whether the character at an index is of a set; none is outside the text. */
export function isSign(text: string, index: number, sign: number): boolean {
  return index >= 0 && index < text.length && ((table[text.charCodeAt(index)] ?? 0) & sign) !== 0;
}

function createTable(): Uint16Array {
  const signs = new Uint16Array(0x10000);
  const add = (characters: string, sign: number): void => {
    for (const character of characters) {
      const code = character.charCodeAt(0);
      signs[code] = (signs[code] ?? 0) | sign;
    }
  };
  add('=: \t"\'`\\&%>*(|?!+\n\r\u00a0\u3000\uff1d\uff1a<\x1b', SIGN.follower);
  add(']:"', SIGN.printed);
  add('"\'`', SIGN.quote | SIGN.opening);
  add('=:>\uff1d\uff1a', SIGN.separator);
  add('bBrRfFuUNnL@$', SIGN.prefix | SIGN.opening);
  add('\\&=:>*\x1b', SIGN.opening);
  add('> \n\t', SIGN.tag);
  add('\\&%*\x1b', SIGN.escape);
  add('|?!<.+&', SIGN.operator);
  add('|>\n\r', SIGN.block);
  add(' <\n', SIGN.ahead);
  add(':="\'\\>&%|*\uff1a', SIGN.label);
  add('iwbtfIWBTF-\u2013\u2192|(', SIGN.verb);
  add(' ,.;:\n', SIGN.pause);
  add('"\'`<\\)', SIGN.inner);
  add(',;]}&>', SIGN.list);
  return signs;
}
