import { type Detector, found } from '../lex/detector.js';
import { partOf } from '../pattern/coming-text.js';

const MAX_BEHIND = 112;
/** How much may stand between the name and the key; neither the end of the line nor what was replaced. */
const MAX_GAP = 48;
const BORDER = /[\n[]/;
const LINE_FEED = /\n/;

/** A key without a prefix of its own, behind the name of whose it is. */
interface ContextKey {
  readonly type: string;
  readonly key: string;
}

const KEYS: ReadonlyMap<string, ContextKey> = new Map([
  ['jenkins', { type: 'jenkins_key', key: '11[0-9a-f]{32}' }],
  ['ngrok', { type: 'ngrok_key', key: '[12][0-9A-Za-z]{25,27}_[0-9A-Za-z]{18,24}' }],
  ['mailgun', { type: 'mailgun_key', key: '[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}' }],
  ['ssws ', { type: 'okta_key', key: '00[\\w-]{40}' }],
]);
const patterns = new Map<string, RegExp>();

/** Keys that are known only together with the name of their provider before them. */
export const contextKey: Detector = {
  name: 'context-key',
  group: 'secret',
  validates: 'the name of the provider just before; then alphabet and length',
  source: 'jenkins.io remote-access-api, ngrok.com/docs, documentation.mailgun.com, developer.okta.com',
  literals: [...KEYS.keys()],
  match: (window, start, end) => {
    const sample = partOf(window, end, MAX_BEHIND, LINE_FEED);
    const name = window.text.slice(start, end).toLowerCase();
    const key = patternOf(name)?.exec(sample);
    if (key === null || key === undefined || key.index > MAX_GAP || BORDER.test(sample.slice(0, key.index))) {
      return undefined;
    }
    const from = end + key.index;
    return found(from, from + key[0].length, KEYS.get(name)?.type ?? '');
  },
};

/** Made when the first name turns up. */
function patternOf(name: string): RegExp | undefined {
  const known = KEYS.get(name);
  if (known === undefined) {
    return undefined;
  }
  const pattern = patterns.get(name) ?? new RegExp(`(?<![\\w-])${known.key}(?![\\w-])`);
  patterns.set(name, pattern);
  return pattern;
}
