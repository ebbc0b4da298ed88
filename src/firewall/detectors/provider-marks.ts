import { type CharacterKind, isEscapeLetter, isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../redactor/detector.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';

/** One kind of key that is known by a mark in its middle or at its end. */
interface Mark {
  readonly name: string;
  readonly marks: readonly string[];
  /** What stands before the mark, from the first character of the key on, which is behind none of `joint`. */
  readonly before: RegExp;
  readonly mostBefore: number;
  readonly joint: CharacterKind;
  /** What follows the mark, as a whole. */
  readonly after: RegExp;
  readonly alphabet: CharacterKind;
  readonly mostAfter: number;
  readonly source: string;
}

const WORD_END = { after: /^$/, alphabet: KIND.base64url, mostAfter: 1 } as const;

const MARKS: readonly Mark[] = [
  {
    name: 'terraform-key',
    marks: ['.atlasv1.'],
    before: /[0-9a-zA-Z]{14}$/,
    mostBefore: 14,
    joint: KIND.alphanumeric,
    after: /^[\w=-]{60,70}$/,
    alphabet: KIND.anyBase64,
    mostAfter: 70,
    source: 'developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens',
  },
  {
    name: 'telegram-key',
    marks: [':AA'],
    before: /\d{8,10}$/,
    mostBefore: 10,
    joint: KIND.digit,
    after: /^[\w-]{33}$/,
    alphabet: KIND.base64url,
    mostAfter: 33,
    source: 'core.telegram.org/bots/api#authorizing-your-bot',
  },
  {
    name: 'mailchimp-key',
    marks: ['-us'],
    before: /[0-9a-f]{32}$/,
    mostBefore: 32,
    joint: KIND.alphanumeric,
    after: /^\d{1,2}$/,
    alphabet: KIND.alphanumeric,
    mostAfter: 2,
    source: 'mailchimp.com/developer/marketing/guides/quick-start',
  },
  {
    name: 'azure-client-secret',
    marks: ['7Q~', '8Q~'],
    before: /[\w.-]{3}$/,
    mostBefore: 3,
    joint: KIND.base64url,
    after: /^[\w.~-]{31,34}$/,
    alphabet: KIND.opaque,
    mostAfter: 34,
    source: 'learn.microsoft.com/entra/identity-platform',
  },
  {
    name: 'azure-annotated-key',
    marks: ['JQQJ9'],
    before: /[0-9a-zA-Z]{52}$/,
    mostBefore: 52,
    joint: KIND.alphanumeric,
    after: /^[0-9a-zA-Z]{24,28}(?:[0-9a-zA-Z]{2}==)?$/,
    alphabet: KIND.anyBase64,
    mostAfter: 32,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'azure-devops-key',
    marks: ['AZDO'],
    before: /[0-9a-zA-Z]{75,76}$/,
    mostBefore: 76,
    joint: KIND.alphanumeric,
    after: /^[0-9a-zA-Z]{4,5}$/,
    alphabet: KIND.alphanumeric,
    mostAfter: 5,
    source: 'learn.microsoft.com/azure/devops personal-access-tokens',
  },
  {
    name: 'azure-search-key',
    marks: ['AzSe', 'AzCa'],
    before: /[0-9a-zA-Z]{33,42}$/,
    mostBefore: 42,
    joint: KIND.alphanumeric,
    after: /^[0-9a-zA-Z]{6}=?$/,
    alphabet: KIND.anyBase64,
    mostAfter: 7,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'azure-long-key',
    marks: ['APIM', 'ACDb', '+ABa', '+AMC', '+ASt'],
    before: /[0-9a-zA-Z+/]{76}$/,
    mostBefore: 76,
    joint: KIND.anyBase64,
    after: /^[0-9a-zA-Z+/]{5}[AQgw]==$/,
    alphabet: KIND.base64,
    mostAfter: 8,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'azure-short-key',
    marks: ['AIoT', 'AZEG', '+ASb', '+AEh', '+ARm'],
    before: /[0-9a-zA-Z+/]{33}$/,
    mostBefore: 33,
    joint: KIND.anyBase64,
    after: /^[A-P][0-9a-zA-Z+/]{5}=$/,
    alphabet: KIND.base64,
    mostAfter: 7,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'azure-registry-key',
    marks: ['+ACR'],
    before: /[0-9a-zA-Z+/]{42}$/,
    mostBefore: 42,
    joint: KIND.anyBase64,
    after: /^[A-D][0-9a-zA-Z+/]{5}$/,
    alphabet: KIND.base64,
    mostAfter: 6,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'azure-function-key',
    marks: ['AzFu'],
    before: /[\w-]{44}$/,
    mostBefore: 44,
    joint: KIND.base64url,
    after: /^[\w-]{5}[AQgw]==$/,
    alphabet: KIND.anyBase64,
    mostAfter: 8,
    source: 'github.com/microsoft/security-utilities',
  },
  {
    name: 'firebase-key',
    marks: [':APA91b'],
    before: /[\w-]{11}$/,
    mostBefore: 11,
    joint: KIND.base64url,
    after: /^[\w-]{100,160}$/,
    alphabet: KIND.base64url,
    mostAfter: 160,
    source: 'firebase.google.com/docs/cloud-messaging/auth-server',
  },
  {
    name: 'salesforce-key',
    marks: ['!AQ'],
    before: /00D[0-9a-zA-Z]{12}$/,
    mostBefore: 15,
    joint: KIND.alphanumeric,
    after: /^[\w.]{60,260}$/,
    alphabet: KIND.name,
    mostAfter: 260,
    source: 'help.salesforce.com session-id',
  },
  {
    name: 'twitter-bearer',
    marks: ['%3D', '%2B', '%2F'],
    before: /A{19}[0-9a-zA-Z]{12,60}$/,
    mostBefore: 80,
    joint: KIND.alphanumeric,
    after: /^[0-9a-zA-Z]{40,70}$/,
    alphabet: KIND.alphanumeric,
    mostAfter: 70,
    source: 'docs.x.com/fundamentals/authentication/oauth-2-0/application-only',
  },
  {
    name: 'maxmind-key',
    marks: ['_mmk'],
    before: /[0-9a-zA-Z]{6}_[0-9a-zA-Z]{29}$/,
    mostBefore: 36,
    joint: KIND.word,
    ...WORD_END,
    source: 'dev.maxmind.com/license-key',
  },
  {
    name: 'rapidapi-key',
    marks: ['msh'],
    before: /[0-9a-f]{10}$/,
    mostBefore: 10,
    joint: KIND.alphanumeric,
    after: /^[0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}$/,
    alphabet: KIND.alphanumeric,
    mostAfter: 37,
    source: 'docs.rapidapi.com/docs/keys',
  },
  {
    name: 'newrelic-license-key',
    marks: ['NRAL'],
    before: /(?:[0-9a-f]{36}|[a-z]{2}\d\dxx[0-9a-f]{30})$/,
    mostBefore: 36,
    joint: KIND.word,
    ...WORD_END,
    source: 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys',
  },
];

/** Keys that are known by a mark in their middle or at their end: one detector for each kind. */
export const providerMarks: readonly Detector[] = MARKS.map(createDetector);

function createDetector(mark: Mark): Detector {
  const { name, marks, source } = mark;
  return {
    name,
    group: 'secret',
    validates: 'the mark, and alphabet and length before and behind it',
    source,
    literals: marks.map((each) => each.toLowerCase()),
    match: (window, markStart, markEnd) => {
      const isMark = marks.includes(window.text.slice(markStart, markEnd));
      const start = isMark ? startOf(mark, window.text, window.floor, markStart) : -1;
      return start < 0 ? undefined : matchRest(mark, window, start, markEnd);
    },
  };
}

function matchRest(
  { name, alphabet, after, mostAfter }: Mark,
  window: Window,
  start: number,
  markEnd: number,
): Verdict | undefined {
  const { text, isFinal } = window;
  const stop = window.run(alphabet, markEnd, markEnd + mostAfter + 1);
  if (stop === text.length && !isFinal && stop - markEnd <= mostAfter) {
    return undecided(start);
  }
  const isJoined = isBeforePlaceholder(text, stop, isFinal);
  if (isJoined !== false) {
    return isJoined === undefined ? undecided(start) : undefined;
  }
  const end = text.charAt(stop - 1) === '.' ? stop - 1 : stop;
  return after.test(text.slice(markEnd, end)) ? found(start, end, name.replaceAll('-', '_')) : undefined;
}

/**
 * Where the key would begin; -1 when what stands before the mark belongs to none. In `\nabc` the `n` is no part of it.
 */
function startOf({ before, mostBefore, joint }: Mark, text: string, floor: number, markStart: number): number {
  if (markStart <= floor || !isKind(text, markStart - 1, KIND.anyBase64)) {
    return -1;
  }
  const length = before.exec(text.slice(Math.max(floor, markStart - mostBefore), markStart))?.[0].length;
  const start = length === undefined ? -1 : markStart - length;
  return start > floor && isJoint(text, start - 1, joint, floor) ? -1 : start;
}

/** An equals sign stands between a name and its value, not in the middle of a key. */
function isJoint(text: string, index: number, joint: CharacterKind, floor: number): boolean {
  return isKind(text, index, joint) && text.charAt(index) !== '=' && !isEscapeLetter(text, index, floor);
}
