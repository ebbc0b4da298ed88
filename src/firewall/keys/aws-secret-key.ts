import { type Detector, found } from '../lex/detector.js';
import { isKind, KIND } from '../pattern/characters.js';
import { runOf } from '../pattern/coming-text.js';

const ID_LENGTH = 16;
const SECRET_LENGTH = 40;
const MAX_GAP = 4;
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
  while (at < from + MAX_GAP && at < text.length && isGap(text, at)) {
    at += 1;
  }
  return at;
}

function isGap(text: string, index: number): boolean {
  return isKind(text, index, KIND.space | KIND.lineEnd) || SIGNS.includes(text.charAt(index));
}
