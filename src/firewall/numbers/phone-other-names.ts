/** The last word of a name of a number that is counted or measured, or that stands for a row. */
const OTHERS = new Set(
  (
    'id ids limit limits count counts offset width height size length max min threshold index duration timeout total seconds ' +
    'ms bytes time'
  ).split(' '),
);
const LAST_WORD = /[A-Z]?[a-z]{1,14}$|[A-Z]{1,14}$/;
const SIGN = /[:=]/;
/** What WhatsApp calls the id of somebody is their number. */
const OWN = 'whatsapp';

/**
 * Whether a word for phones is a piece of a name of something else: `call_id`, `MAX_CALLS =`, `mobileWidth`. `rest` is what
 * stands behind it in the name, and `gap` what stands between the name and the number.
 */
export function isOtherName(word: string, rest: string, gap: string): boolean {
  if (rest === '' || word === OWN) {
    return false;
  }
  const last = LAST_WORD.exec(rest)?.[0].toLowerCase() ?? '';
  // "He calls 4155552671", but "Calls: 4155552671".
  return OTHERS.has(last) || (word === 'call' && rest.toLowerCase() === 's' && SIGN.test(gap));
}
