/**
 * Where in a cell a quote stands that is one of an odd number; less than nothing when there is none. It stays, as without
 * it the quotes around would pair in another way.
 */
export function loneQuote(content: string): number {
  const first = content.indexOf('"');
  return first >= 0 && content.split('"').length % 2 === 0 ? first : -1;
}
