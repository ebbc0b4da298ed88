import type { RedactedText } from './redactor.js';

/** Redacts the texts of one column. */
export type ColumnRedactor = (text: string) => RedactedText | undefined;

/** What became of texts; null of one in which nothing had to be replaced. */
type Texts = Map<string, RedactedText | null>;

/** Longer texts hardly ever come twice. */
const LONGEST = 64;
const MOST_TEXTS = 512;
const MOST_TEXTS_OF_ALL = 16_384;
/** After so many texts it is judged whether remembering was worth it. */
const TRIAL = 2048;

/**
 * Makes redactors of columns that remember what became of their texts as long as most of them come again, as those of a
 * plan, a country or an owner do. A column in which they do not is soon redacted without a look at what was before.
 */
export function createColumnMemory(redact: ColumnRedactor): () => ColumnRedactor {
  let room = MOST_TEXTS_OF_ALL;

  return () => {
    let known: Texts | undefined = new Map();
    let asked = 0;
    let met = 0;

    const judge = (): void => {
      if (known !== undefined && met * 2 < asked) {
        room += known.size;
        known = undefined;
      }
      asked = 0;
      met = 0;
    };

    const learn = (text: string, texts: Texts): RedactedText | undefined => {
      const redacted = redact(text);
      if (texts.size < MOST_TEXTS && room > 0) {
        texts.set(text, redacted ?? null);
        room -= 1;
      }
      if (asked >= TRIAL) {
        judge();
      }
      return redacted;
    };

    return (text) => {
      if (known === undefined || text.length > LONGEST) {
        return redact(text);
      }
      asked += 1;
      const before = known.get(text);
      if (before === undefined) {
        return learn(text, known);
      }
      met += 1;
      return before ?? undefined;
    };
  };
}
