import { FIRST_BEYOND_ASCII, isKind, KIND, kindAt } from '../pattern/characters.js';

/**
 * What can follow a run of digits, as in `DigitRuns.followedBy`: the first stands for everything else, `A` for a letter,
 * `(` for any joint that is not named, such as those beyond ASCII, and for `_`, with which programs group digits.
 */
export const FOLLOWERS = '$A -./+(';
export const OTHER = 0;
const LETTER = 1;
/** From here on more digits can stand behind the follower. */
export const SPACE = 2;
const JOINT = 7;

const followers = Uint8Array.from({ length: FIRST_BEYOND_ASCII }, (_, code) =>
  followerOf(String.fromCharCode(code), 0),
);

/** Which of the followers stands at an index; the end of the text is something else. */
export function followerAt(text: string, index: number): number {
  if (index >= text.length) {
    return OTHER;
  }
  const code = text.charCodeAt(index);
  return code < FIRST_BEYOND_ASCII ? (followers[code] ?? OTHER) : followerOf(text, index);
}

/** Whether a run that asks for some followers asks for this one; `$` is everything but a letter. */
export function isFollower(followedBy: string | undefined, follower: number): boolean {
  return (
    followedBy === undefined ||
    followedBy.includes(FOLLOWERS.charAt(follower)) ||
    (follower !== LETTER && followedBy.includes(FOLLOWERS.charAt(OTHER)))
  );
}

function followerOf(text: string, index: number): number {
  const kinds = kindAt(text, index);
  if ((kinds & KIND.alphanumeric) !== 0) {
    return LETTER;
  }
  if ((kinds & KIND.space) !== 0) {
    return text.charCodeAt(index) < FIRST_BEYOND_ASCII || (kinds & KIND.joint) === 0 ? SPACE : JOINT;
  }
  const named = FOLLOWERS.indexOf(text.charAt(index), SPACE);
  const isJoint = isKind(text, index, KIND.joint) || text.charAt(index) === '_';
  return named < 0 && isJoint ? JOINT : Math.max(OTHER, named);
}

/**
 * With other small letters than those that the words for streets in France begin with, a word begins of which few digits
 * before tell how many there are: `14 days`.
 */
const BEGINS_AMOUNT = Uint8Array.from({ length: FIRST_BEYOND_ASCII }, (_, code) =>
  Number(/[d-hj-os-z]/.test(String.fromCharCode(code))),
);

/** Whether such a word begins here. */
export function isAmountOf(text: string, index: number): boolean {
  return BEGINS_AMOUNT[text.charCodeAt(index)] === 1;
}
