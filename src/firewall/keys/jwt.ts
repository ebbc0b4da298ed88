import { type Detector, found, type Swallow, type Verdict, type Window } from '../lex/detector.js';
import { FULL_STOP, isKind, KIND } from '../pattern/characters.js';
import { comingText, searched } from '../pattern/coming-text.js';

/** The shortest that names an algorithm: `{"alg":""}`. */
const MIN_HEADER = 14;
const MAX_HEADER = 512;
/** A longer one is withheld to its end. */
const MAX_LENGTH = 1024;

/** `{"`, also with white space before the quote, in base64. */
const BRACE = /^e(?:yJ|yA[giJK]|wo[giJK]|w0K|wki)/;

/** Signed, unsigned and encrypted JSON web tokens. */
export const jwt: Detector = {
  name: 'jwt',
  group: 'secret',
  validates: 'the header decodes to JSON with an algorithm',
  source: 'RFC 7519, RFC 7516',
  literals: 'eyj eyai eyag eyaj eyak ewoi ewog ewoj ewok ew0k ewki'.split(' '),
  match: (window, start) => {
    const { text } = window;
    const limit = start + MAX_HEADER + 1;
    const headerEnd = searched(window, window.run(KIND.base64url, start, limit), limit);
    if (headerEnd - start > MAX_HEADER || headerEnd - start < MIN_HEADER || text.charAt(headerEnd) !== '.') {
      return undefined;
    }
    const payload = searched(window, headerEnd + 1, headerEnd + 2);
    return isKind(text, payload, KIND.name) ? matchParts(window, start, headerEnd) : undefined;
  },
};

function matchParts(window: Window, start: number, headerEnd: number): Verdict | undefined {
  const { text } = window;
  const header = decode(text.slice(start, headerEnd));
  if (header === undefined) {
    return undefined;
  }
  const swallow = untilLastPart(header.isEncrypted ? 4 : 2);
  const { upTo, isDone } = swallow(comingText(text.slice(0, start + MAX_LENGTH), false), start);
  if (!isDone) {
    searched(window, text.length, start + MAX_LENGTH);
  }
  return isDone || text.length < start + MAX_LENGTH
    ? found(start, upTo, 'jwt')
    : { kind: 'open', start, type: 'jwt', sampleEnd: upTo, swallow };
}

function decode(header: string): { readonly isEncrypted: boolean } | undefined {
  if (!BRACE.test(header)) {
    return undefined;
  }
  const json = Buffer.from(header, 'base64url').toString('utf8');
  if (!json.includes('"alg"') || !json.trimEnd().endsWith('}')) {
    return undefined;
  }
  try {
    const parsed: unknown = JSON.parse(json);
    const isHeader = typeof parsed === 'object' && parsed !== null && 'alg' in parsed;
    return isHeader ? { isEncrypted: 'enc' in parsed } : undefined;
  } catch {
    return undefined;
  }
}

/** The dot behind the last part ends a sentence, not the credential. */
function untilLastPart(dots: number): Swallow {
  let left = dots;
  return ({ text }, from) => {
    for (let index = from; index < text.length; index += 1) {
      const isDot = text.charCodeAt(index) === FULL_STOP;
      if (isDot && left > 0) {
        left -= 1;
      } else if (isDot || !isKind(text, index, KIND.base64url)) {
        return { upTo: index, isDone: true };
      }
    }
    return { upTo: text.length, isDone: false };
  };
}
