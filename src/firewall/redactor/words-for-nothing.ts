const WORDS_FOR_NOTHING = new Set(
  (
    'null none nil true false undefined nan yes no on off empty required optional string str number int integer ' +
    'boolean bool any unknown object void bytes text varchar char never todo tbd na n/a hidden masked omitted missing ' +
    'unique oauth oauth2 the and with or option options invalid ' +
    'include same-origin omit typeof keyof new await async function import require return yield not lambda'
  ).split(' '),
);

const LONGEST_WORD = 12;

/** Whether a word stands where there is no value, or says what kind of value is wanted. */
export function isWordForNothing(value: string): boolean {
  return value.length <= LONGEST_WORD && WORDS_FOR_NOTHING.has(value.toLowerCase().replace(/\.$/, ''));
}
