import { BARE_DATA } from '../judge/field-rule.js';
import { isValue } from '../judge/secret-value.js';
import { type Detector, found } from '../lex/detector.js';
import { beginningOf, untilMark } from '../lex/long-value.js';
import { holdsPlaceholder, isPlaceholderAt } from '../lex/placeholder.js';
import { isKind, KIND, PERCENT } from '../pattern/characters.js';
import { needs, searched } from '../pattern/coming-text.js';

/** Of longer ones, what follows the colon is withheld to their end. */
const MAX_AUTHORITY = 512;
const AUTHORITY_END = /%(?:2f|3f|23)/i;
const AUTHORITY_ENDS = ['%2f', '%3f', '%23'];
const AFTER_LIMIT = untilMark(AUTHORITY_ENDS, KIND.stop);

const COLON = '%3a';
const AT = '%40';

/** Passwords in URLs that are a part of another URL: `postgres%3A%2F%2Fuser%3Apassword%40host`. */
export const encodedUrlCredentials: Detector = {
  name: 'encoded-url-credentials',
  group: 'secret',
  validates: 'an encoded `@` before the path, and an encoded colon before it',
  source: 'RFC 3986 sections 2.1 and 3.2.1',
  literals: ['%3a%2f%2f'],
  match: (window, _start, end) => {
    const { text } = window;
    const limit = end + MAX_AUTHORITY;
    const stop = window.next(KIND.stop, end, limit);
    const rest = text.slice(end, stop);
    const close = rest.search(AUTHORITY_END);
    if (close < 0) {
      searched(window, stop, limit);
    }
    const shown = close < 0 ? rest : rest.slice(0, close);
    const authority = shown.toLowerCase();
    const at = authority.lastIndexOf(AT);
    const colon = authority.indexOf(COLON);
    const from = colon + COLON.length;
    if (colon < 0 || holdsPlaceholder(shown)) {
      return undefined;
    }
    if (close < 0 && stop === limit) {
      const sampleEnd = end + beginningOf(authority, AUTHORITY_ENDS);
      return { kind: 'open', start: end + from, type: 'password', sampleEnd, swallow: AFTER_LIMIT };
    }
    return at > colon && isValue(shown.slice(from, at), BARE_DATA)
      ? found(end + from, end + at, 'password')
      : undefined;
  },
};

/** The longest have less than half as many characters. */
const LONGEST = 512;
const SHORTEST = 20;
const SLASH = /^%2f/i;
const LONGEST_ESCAPE = 3;

/** Addresses of webhooks that are a part of another URL: `redirect=https%3A%2F%2Fhooks.slack.com%2Fservices%2F…`. */
export const encodedWebhook: Detector = {
  name: 'encoded-webhook',
  group: 'secret',
  validates: 'host and path before; letters, digits and encoded slashes, a digit among them, of length',
  source: 'RFC 3986 section 2.1, api.slack.com, discord.com/developers',
  literals: [
    'hooks.slack.com%2fservices%2f',
    'hooks.slack.com%2fworkflows%2f',
    'discord.com%2fapi%2fwebhooks%2f',
    'discordapp.com%2fapi%2fwebhooks%2f',
  ],
  match: (window, start, from) => {
    const { text } = window;
    let end = from;
    while (end < from + LONGEST && isPart(text, end)) {
      end += text.charCodeAt(end) === PERCENT ? LONGEST_ESCAPE : 1;
    }
    needs(window, end, LONGEST_ESCAPE);
    if (isPlaceholderAt(window, end) || end - from < SHORTEST || !/\d/.test(text.slice(from, end))) {
      return undefined;
    }
    const type = text.charAt(start).toLowerCase() === 'h' ? 'slack_webhook' : 'discord_webhook';
    return found(from, end, type);
  },
};

function isPart(text: string, index: number): boolean {
  return text.charCodeAt(index) === PERCENT
    ? SLASH.test(text.slice(index, index + LONGEST_ESCAPE))
    : isKind(text, index, KIND.base64url);
}
