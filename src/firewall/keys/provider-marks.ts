import { type Detector, found, type Verdict, type Window } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder.js';
import { whenNeeded } from '../lex/when-needed.js';
import { type CharacterKind, isEscapeLetter, isKind, KIND } from '../pattern/characters.js';
import { readReach } from '../pattern/unfinished.js';

/**
 * One kind of key that is known by a mark in its middle or at its end: name, marks, and what stands before one from the
 * first character of the key on, which is behind none of the next kind; then what follows, as a whole, and of which kind
 * its characters are; and where that is described.
 */
export type MarkRow = readonly [
  name: string,
  /** Separated by spaces. */
  marks: string,
  before: RegExp,
  joint: CharacterKind,
  after: RegExp,
  alphabet: CharacterKind,
  source: string,
];

const { alphanumeric: alnum, anyBase64: any64, base64, base64url: url64, digit, name, opaque, word } = KIND;
const NOTHING = /^$/;
const MICROSOFT = 'github.com/microsoft/security-utilities';
const NEW_RELIC = 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys';

// biome-ignore format: one key, one line
const MARKS: readonly MarkRow[] = [
  ['terraform-key', '.atlasv1.', /[0-9a-zA-Z]{14}$/, alnum, /^[\w=-]{60,70}$/, any64, 'developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens'],
  ['telegram-key', ':AA %3AAA %3aAA', /\d{8,10}$/, digit, /^[\w-]{32,33}$/, url64, 'core.telegram.org/bots/api#authorizing-your-bot'],
  ['mailchimp-key', '-us', /[0-9a-f]{32}$/, alnum, /^\d{1,2}$/, alnum, 'mailchimp.com/developer/marketing/guides/quick-start'],
  ['azure-client-secret', '7Q~ 8Q~', /[\w.-]{3}$/, url64, /^[\w.~-]{31,34}$/, opaque, 'learn.microsoft.com/entra/identity-platform'],
  ['azure-annotated-key', 'JQQJ9', /[0-9a-zA-Z]{52}$/, alnum, /^[0-9a-zA-Z]{24,28}(?:[0-9a-zA-Z]{2}==)?$/, any64, MICROSOFT],
  ['azure-devops-key', 'AZDO', /[0-9a-zA-Z]{75,76}$/, alnum, /^[0-9a-zA-Z]{4,5}$/, alnum, 'learn.microsoft.com/azure/devops personal-access-tokens'],
  ['azure-search-key', 'AzSe AzCa', /[0-9a-zA-Z]{33,42}$/, alnum, /^[0-9a-zA-Z]{6}=?$/, any64, MICROSOFT],
  ['azure-long-key', 'APIM ACDb +ABa +AMC +ASt', /[0-9a-zA-Z+/]{76}$/, any64, /^[0-9a-zA-Z+/]{5}[AQgw]==$/, base64, MICROSOFT],
  ['azure-short-key', 'AIoT AZEG +ASb +AEh +ARm', /[0-9a-zA-Z+/]{33}$/, any64, /^[A-P][0-9a-zA-Z+/]{5}=$/, base64, MICROSOFT],
  ['azure-registry-key', '+ACR', /[0-9a-zA-Z+/]{42}$/, any64, /^[A-D][0-9a-zA-Z+/]{5}$/, base64, MICROSOFT],
  ['azure-function-key', 'AzFu', /[\w-]{44}$/, url64, /^[\w-]{5}[AQgw]==$/, any64, MICROSOFT],
  ['firebase-key', ':APA91b', /[\w-]{11}$/, url64, /^[\w-]{100,160}$/, url64, 'firebase.google.com/docs/cloud-messaging/auth-server'],
  ['salesforce-key', '!AQ !AR', /00D[0-9a-zA-Z]{12}$/, alnum, /^[\w.]{60,260}$/, name, 'help.salesforce.com session-id'],
  ['twitter-bearer', '%3D %2B %2F', /A{19}[0-9a-zA-Z]{12,60}$/, alnum, /^[0-9a-zA-Z]{40,70}$/, alnum, 'docs.x.com/fundamentals/authentication/oauth-2-0/application-only'],
  ['maxmind-key', '_mmk', /[0-9a-zA-Z]{6}_[0-9a-zA-Z]{29}$/, word, NOTHING, url64, 'dev.maxmind.com/license-key'],
  ['rapidapi-key', 'msh', /[0-9a-f]{10}$/, alnum, /^[0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}$/, alnum, 'docs.rapidapi.com/docs/keys'],
  ['newrelic-license-key', 'NRAL', /(?:[0-9a-f]{36}|[a-z]{2}\d\dx[0-9a-fx][0-9a-f]{30})$/, word, NOTHING, url64, NEW_RELIC],
];

/** Keys that are known by a mark in their middle or at their end: one detector for each row of the table. */
export const providerMarks: readonly Detector[] = MARKS.map(createDetector);

/** A place of a mark, and how far before and behind it a key goes on at most. */
interface Place {
  readonly start: number;
  readonly end: number;
  readonly before: number;
  readonly after: number;
}

/** How long a key is at most is found out when its mark first turns up: most never do. */
function createDetector(row: MarkRow): Detector {
  const [name, marks, before, , after, , source] = row;
  const exact = marks.split(' ');
  const longest = whenNeeded(() => ({ before: longestOf(before), after: longestOf(after) }));
  return {
    name,
    group: 'secret',
    validates: 'the mark, and alphabet and length before and behind it',
    source,
    literals: exact.map((mark) => mark.toLowerCase()),
    match: (window, start, end) => {
      const isMark = exact.includes(window.text.slice(start, end));
      return isMark ? matchAround(row, window, { start, end, ...longest() }) : undefined;
    },
  };
}

function matchAround(row: MarkRow, window: Window, place: Place): Verdict | undefined {
  const start = startOf(row, window, place);
  return start < 0 ? undefined : matchRest(row, window, { ...place, start });
}

/**
 * Where the key would begin; -1 when what stands before the mark belongs to none. In `\nabc` the `n` is no part of it.
 */
function startOf([, , before, joint]: MarkRow, { text, floor }: Window, mark: Place): number {
  if (mark.start <= floor || !isKind(text, mark.start - 1, KIND.anyBase64)) {
    return -1;
  }
  const length = before.exec(text.slice(Math.max(floor, mark.start - mark.before), mark.start))?.[0].length;
  const start = length === undefined ? -1 : mark.start - length;
  const isPart = start > floor && isKind(text, start - 1, joint) && !isEscapeLetter(text, start - 1, floor);
  // An equals sign stands between a name and its value, not in the middle of a key.
  return isPart && text.charAt(start - 1) !== '=' ? -1 : start;
}

/** What stands behind the mark of a key that begins at the place. */
function matchRest([name, , , , rest, alphabet]: MarkRow, window: Window, key: Place): Verdict | undefined {
  const { text } = window;
  const stop = window.run(alphabet, key.end, key.end + key.after);
  if (isPlaceholderAt(window, stop, key.start)) {
    return undefined;
  }
  const end = text.charAt(stop - 1) === '.' ? stop - 1 : stop;
  return rest.test(text.slice(key.end, end)) ? found(key.start, end, name.replaceAll('-', '_')) : undefined;
}

/** Of what a pattern fits, and one character more, which tells where that ends. */
function longestOf({ source, flags }: RegExp): number {
  return readReach(source, flags).most;
}
