import { type Detector, found } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { partOf, runOf } from '../pattern/coming-text.js';

const MAX_BEHIND = 112;
/** How much may stand between the name and the key; neither the end of the line nor what was replaced. */
const MAX_GAP = 48;
const BORDER = /[\n[]/;
const LINE_FEED = /\n/;

/** Keys without a prefix of their own, behind the name of whose they are. */
const KEYS: ReadonlyMap<string, readonly [type: string, key: RegExp]> = new Map([
  ['jenkins', ['jenkins_key', /(?<![\w-])11[0-9a-f]{32}(?![\w-])/]],
  ['ngrok', ['ngrok_key', /(?<![\w-])[12][0-9A-Za-z]{25,27}_[0-9A-Za-z]{18,24}(?![\w-])/]],
  ['mailgun', ['mailgun_key', /(?<![\w-])[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/]],
  ['ssws ', ['okta_key', /(?<![\w-])00[\w-]{40}(?![\w-])/]],
]);

/** Keys that are known only together with the name of their provider before them. */
export const contextKey: Detector = {
  name: 'context-key',
  group: 'secret',
  validates: 'the name of the provider just before; then alphabet and length',
  source: 'jenkins.io remote-access-api, ngrok.com/docs, documentation.mailgun.com, developer.okta.com',
  literals: [...KEYS.keys()],
  match: (window, start, end) => {
    const sample = partOf(window, end, MAX_BEHIND, LINE_FEED);
    const [type = '', pattern] = KEYS.get(window.text.slice(start, end).toLowerCase()) ?? [];
    const key = pattern?.exec(sample);
    if (key === null || key === undefined || key.index > MAX_GAP || BORDER.test(sample.slice(0, key.index))) {
      return undefined;
    }
    const from = end + key.index;
    return found(from, from + key[0].length, type);
  },
};

const ID_LENGTH = 16;
const SECRET_LENGTH = 40;
const MAX_BETWEEN = 4;
const SIGNS = ',;:|"\'\\/';
const SECRET = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[A-Za-z0-9+/]{40}$/;
/** The secret behind an AWS access key id, as in the files of the console; with a name before it, `assignment` finds it. */
export const awsSecretKey: Detector = {
  name: 'aws-secret-key',
  group: 'secret',
  validates: 'forty characters of mixed base64 next to an access key id',
  source: 'docs.aws.amazon.com/IAM/latest/UserGuide/id_credentials_access-keys.html',
  literals: ['akia', 'asia'],
  match: (window, _start, end) => {
    const { text } = window;
    const idEnd = runOf(window, KIND.upperOrDigit, end, ID_LENGTH + 1);
    if (idEnd - end !== ID_LENGTH) {
      return undefined;
    }
    const from = behindGap(text, idEnd);
    const stop = runOf(window, KIND.base64, from, SECRET_LENGTH + 1);
    const isLength = from > idEnd && stop - from === SECRET_LENGTH;
    return isLength && SECRET.test(text.slice(from, stop)) ? found(from, stop, 'aws_key') : undefined;
  },
};

function behindGap(text: string, from: number): number {
  let at = from;
  while (at < from + MAX_BETWEEN && at < text.length && isGap(text, at)) {
    at += 1;
  }
  return at;
}

function isGap(text: string, index: number): boolean {
  return isKind(text, index, KIND.space | KIND.lineEnd) || SIGNS.includes(text.charAt(index));
}
