/** What is to be found out about the texts of one column; undefined when there is nothing to say. */
export type ColumnAnswer<Found> = (text: string) => Found | undefined;

/** Longer texts hardly ever come twice. */
const LONGEST = 64;
const MOST_TEXTS = 512;
const MOST_TEXTS_OF_ALL = 16_384;
/** After so many texts it is judged whether remembering was worth it. */
const TRIAL = 2048;

/**
 * Makes, for one column each, what remembers what was found out about its texts as long as most of them come again, as
 * those of a plan, a country or an owner do. A column in which they do not is soon answered without a look at what was
 * before.
 */
export function createColumnMemory<Found>(find: ColumnAnswer<Found>): () => ColumnAnswer<Found> {
  let room = MOST_TEXTS_OF_ALL;

  return () => {
    let known: Map<string, Found | null> | undefined = new Map();
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

    const learn = (text: string, texts: Map<string, Found | null>): Found | undefined => {
      const found = find(text);
      if (texts.size < MOST_TEXTS && room > 0) {
        texts.set(text, found ?? null);
        room -= 1;
      }
      if (asked >= TRIAL) {
        judge();
      }
      return found;
    };

    return (text) => {
      if (known === undefined || text.length > LONGEST) {
        return find(text);
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
