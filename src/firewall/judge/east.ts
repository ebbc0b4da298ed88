import type { Window } from '../lex/detector.js';
import { isCut } from '../pattern/coming-text.js';

const SAMPLE = 24;
const FEWEST = 2;
const MOST_AS_ONE = 6;
const MOST = 10;
const LETTER = '\u3005\u3041-\u30fa\u30fc-\u30ff\u3400-\u9fff\uac00-\ud7a3';
/** Two words at most, with what may stand between them. */
const NAME = new RegExp(`^([${LETTER}]{1,${MOST}})(?:[ \u3000\u00b7\u30fb]([${LETTER}]{1,8}))?`);
const FIRST = new RegExp(`^[${LETTER}]`);
const OUTSIDE = new RegExp(`[^${LETTER} \u3000\u00b7\u30fb]`);
/** What a form says of the field, and no person is called. */
const NO_NAME =
  /^(?:\u5fc5\u586b|\u5fc5\u987b|\u53ef\u9009|\u672a|\u4e0d|\u65e0|\u533f\u540d|\u8bf7|\u8acb|\u5b57\u7b26|\u6587\u672c|\u9ed8\u8ba4|\u6d4b\u8bd5|\u5fc5\u9808|\u4efb\u610f|\u6587\u5b57|\u306a\u3057|\u4f8b|\ud544\uc218|\uc120\ud0dd|\uc5c6\uc74c|\ubbf8|\u8f93\u5165|\u8f38\u5165|\u586b\u5199|\u586b\u5beb|\u5165\u529b|\uc785\ub825|\ubb38\uc790)/;

/** What offices, shops and departments end with. */
const OF_THINGS =
  /(?:[\u5e97\u793e\u90e8\u8ab2\u8bfe\u6821\u9662\u6240\u5c40\u5382\u5ee0\u7ad9\u9986\u9928\u5ba4\u7ec4\u7d44\u961f\u968a]|\u516c\u53f8|\u4e2d\u5fc3|\u5927\u5b66|\u5927\u5b78|\u30bb\u30f3\u30bf\u30fc|\ud68c\uc0ac|\ud559\uad50|\uc13c\ud130|\ubcd1\uc6d0|\ud300)$/;
const MOST_OF_ONE = 5;

/** Whether letters of Chinese, Japanese or Korean stand here, in which names have no capitals. */
export function isEastern(text: string, index: number): boolean {
  return text.charCodeAt(index) > 0x3000 && FIRST.test(text.charAt(index));
}

/**
 * Where such a name ends that begins at an index, behind a label that says it is one: as `personEnd`. A second word is
 * none when it is the label of what follows.
 */
export function easternEnd(window: Window, from: number): number {
  const sample = window.text.slice(from, from + SAMPLE);
  if (isCut(window, from, SAMPLE) && !OUTSIDE.test(sample.slice(0, -1))) {
    window.wait(from);
  }
  const [whole = '', first = '', second = ''] = NAME.exec(sample) ?? [];
  const isLabel = /^\s?[:\uff1a]/.test(sample.slice(whole.length));
  const length = second !== '' && isLabel ? first.length : whole.length;
  const count = length === whole.length ? first.length + second.length : first.length;
  const isName = count >= FEWEST && count <= MOST && (second !== '' || first.length <= MOST_AS_ONE);
  const isOver = length < whole.length || !/^(?:[\p{L}\p{N}_{=:\uff1a]|\[REDACTED:)/u.test(sample.slice(length));
  return isName && isOver && !NO_NAME.test(first) ? from + length : -1;
}

/** Whether a text is nothing but such a name, where things have names too. */
export function isEasternName(text: string): boolean {
  if (!isEastern(text, 0)) {
    return false;
  }
  const [whole = '', first = '', second = ''] = NAME.exec(text) ?? [];
  const isOne = second === '' && first.length >= FEWEST && first.length <= MOST_OF_ONE;
  const isTwo = second !== '' && whole.length <= MOST;
  return whole === text && (isOne || isTwo) && !OF_THINGS.test(text) && !NO_NAME.test(text);
}

const LONGEST = 120;
/** Letters of a script without capitals or with others than Latin, so many of them. */
const FOREIGN = /[\u0400-\u04ff\u3041-\u30ff\u3400-\u9fff\uac00-\ud7a3]/g;
const FEWEST_OF_ADDRESS = 4;
/** Signs for towns, quarters, streets and houses; a digit elsewhere. */
const PLACE =
  /\d|[\u7701\u5e02\u533a\u53bf\u8def\u8857\u53f7\u90fd\u5e9c\u770c\u753a\u9053]|[\uc2dc\ub3c4\uad6c\ub85c\uae38\ub3d9](?:$|[ \d])/;
/** Signs of machines, and of another label in the same line. */
const MACHINE = /[@{}<>=:\uff1a\\]|:\/\/|\d\.\d+\.\d/;

/** Whether what stands behind the word for an address can be one, in the scripts of Asia and in Cyrillic. */
export function isForeignAddress(value: string): boolean {
  return (
    value.length <= LONGEST &&
    (value.match(FOREIGN)?.length ?? 0) >= FEWEST_OF_ADDRESS &&
    PLACE.test(value) &&
    !MACHINE.test(value)
  );
}
