import { isEscapeLetter, isKind, KIND } from '../redactor/characters.js';
import { type Detector, found, undecided, type Window } from '../redactor/detector.js';
import { createInnerScan } from '../redactor/inner-scan.js';
import { isBeforePlaceholder } from '../redactor/placeholder.js';
import { whileKind } from '../redactor/until.js';

const NAME = 'encoded-secret';
const MIN_LENGTH = 16;
/** What is longer is judged by so many characters, and withheld to its end. */
const MAX_LENGTH = 4096;
/** So much is decoded first, to see whether it is text at all. */
const SAMPLE = 24;
/** The slowest text to search costs little as long as it is text. */
const NOT_TEXT = /[^\t\n\r\x20-\x7e\u00a0-\ud7ff\ue000-\ufffc\ud800-\udfff]/;

/**
 * How base64 begins when the text in it begins with a JSON object or list, armour, a URL, a name that is often
 * sensitive or the prefix of a key. Letters, digits and case are checked when the text is decoded.
 */
const OPENINGS = [
  ...'eyj eyai ewog ew0k w3si wyj ls0tls1crudjt'.split(' '),
  ...'c2st c2tf cmtf z2hwx z2hvx z2hzx z2hyx z2l0ahvix3bhdf z2xwyxqt qutjq qvnjq eg94 qul6y bnbtx cHlwaS'.split(' '),
  ...'ahr0c cg9zdgdyzx bxlzcww6 bw9uz29ky cmvkaxm6 yw1xc'.split(' '),
  ...'cgfzc uefTU yxbpx2tle qvbjx0tfw yxbps2v5 c2vjcmv0 qmvhcmvy qvdtx yxdzx refuqujbu0vf rejf'.split(' '),
  ...'dxnlcj zxhwb3j0i dg9rzw y2xpzw50x3nly3jld dxnlcm5hbw'.split(' '),
].map((opening) => opening.toLowerCase());

/** Base64 of a text in which one of the given detectors finds something; one level deep. */
export function createEncodedSecret(detectors: () => readonly Detector[]): Detector {
  const find = createInnerScan(() => detectors().filter(({ name }) => name !== NAME));
  const typeOf = (base64: string): string | undefined => {
    const text = isText(base64.slice(0, SAMPLE)) ? decode(base64) : '';
    return NOT_TEXT.test(text) ? undefined : find(text)?.type;
  };
  return {
    name: NAME,
    group: 'secret',
    validates: 'decodes to text in which another detector finds something',
    source: 'RFC 4648 sections 4 and 5',
    literals: OPENINGS,
    match: (window, start) => {
      const { text, isFinal } = window;
      const kind = alphabetAt(window, start);
      const stop = window.run(kind, start, start + MAX_LENGTH + 1);
      const end = behindPadding(text, start, stop);
      if (end === text.length && end - start <= MAX_LENGTH && !isFinal) {
        return undecided(start);
      }
      if (end - start < MIN_LENGTH) {
        return undefined;
      }
      const isJoined = isBeforePlaceholder(text, end, isFinal);
      if (isJoined !== false) {
        return isJoined === undefined ? undecided(start) : undefined;
      }
      const type = typeOf(text.slice(start, Math.min(end, start + MAX_LENGTH)));
      if (type === undefined) {
        return undefined;
      }
      return end - start > MAX_LENGTH
        ? { kind: 'open', start, type, sampleEnd: end, swallow: whileKind(kind) }
        : found(start, end, type);
    },
  };
}

/**
 * The alphabet of the base64 that begins here; 0 where a longer word goes on. Behind a slash begins a segment of a
 * path, which holds no slash itself.
 */
function alphabetAt({ text, floor }: Window, start: number): number {
  if (start <= floor || isEscapeLetter(text, start - 1, floor)) {
    return KIND.anyBase64;
  }
  const before = text.charAt(start - 1);
  if (before === '/') {
    return KIND.base64url;
  }
  return before !== '=' && isKind(text, start - 1, KIND.anyBase64) ? 0 : KIND.anyBase64;
}

/** Padding ends it: what stands behind is something else. */
function behindPadding(text: string, start: number, stop: number): number {
  const padding = text.slice(start, stop).indexOf('=');
  if (padding < 0) {
    return stop;
  }
  const end = start + padding + 1;
  return text.charAt(end) === '=' ? end + 1 : end;
}

/** A character that is cut is no reason to take the beginning of a text for something else. */
function isText(base64: string): boolean {
  return !NOT_TEXT.test(decode(base64));
}

/** Without what is left of a character at the end. */
function decode(base64: string): string {
  return Buffer.from(base64, 'base64')
    .toString('utf8')
    .replace(/\ufffd{1,3}$/, '');
}
