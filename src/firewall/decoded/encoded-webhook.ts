import { type Detector, found } from '../lex/detector.js';
import { isPlaceholderAt } from '../lex/placeholder-at.js';
import { isKind, KIND } from '../pattern/characters.js';
import { needs } from '../pattern/coming-text.js';

/** The longest have less than half as many characters. */
const LONGEST = 512;
const SHORTEST = 20;
const PERCENT = 0x25;
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
