const HIDDEN = /[\u00ad\u200b-\u200d\u2060\ufeff]/g;
const PLAIN = /^[\x20-\x7e]*$/;

/** A short text as it looks: without characters that have no width, and in ordinary instead of full width. */
export function plainForm(text: string): string {
  return PLAIN.test(text) ? text : text.replace(HIDDEN, '').normalize('NFKC');
}
