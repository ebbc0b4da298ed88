const LONGEST = 120;
/** Letters of a script without capitals or with others than Latin, so many of them. */
const FOREIGN = /[\u0400-\u04ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g;
const FEWEST = 4;
/** Signs for towns, quarters, streets and houses; a digit elsewhere. */
const PLACE =
  /\d|[\u7701\u5e02\u533a\u53bf\u8def\u8857\u53f7\u90fd\u5e9c\u770c\u753a\u9053]|[\uc2dc\ub3c4\uad6c\ub85c\uae38\ub3d9](?:$|[ \d])/;
/** Signs of machines, and of another label in the same line. */
const MACHINE = /[@{}<>=:\uff1a\\]|:\/\/|\d\.\d+\.\d/;

/** Whether what stands behind the word for an address can be one, in the scripts of Asia and in Cyrillic. */
export function isForeignAddress(value: string): boolean {
  return (
    value.length <= LONGEST &&
    (value.match(FOREIGN)?.length ?? 0) >= FEWEST &&
    PLACE.test(value) &&
    !MACHINE.test(value)
  );
}
