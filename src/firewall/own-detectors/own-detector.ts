import { KernelError } from '../../contract/errors.js';
import { isOwnMistake, type OwnShape, readOwnDetector } from '../../contract/own-detector.js';
import type { OwnDetector } from '../../contract/redaction.js';
import { type Detector, found, undecided, type Verdict, type Window } from '../lex/detector.js';
import { isInPlaceholder, learnTypes, placeholderEnd } from '../lex/placeholder.js';
import { isKind, KIND } from '../pattern/characters.js';
import { isCut } from '../pattern/coming-text.js';
import { passesChecksum } from './checksums.js';
import { createLongestMatch, MORE } from './longest-match.js';

/** How far behind its keyword a value may begin. */
const MAX_GAP = 40;

/** A detector from its description in the config; one that cannot be made is refused. */
export function createOwnDetector(own: OwnDetector): Detector {
  const shape = readOwnDetector(own);
  if (isOwnMistake(shape)) {
    throw new KernelError('CONFIG_INVALID', `own detector ${own.name}: ${shape.member} ${shape.message}`, {
      hint: shape.hint,
    });
  }
  const judge = createJudge(own, shape);
  learnTypes(() => [own.type]);
  return {
    name: own.name,
    group: 'secret',
    validates: `the pattern${own.checksum === undefined ? '' : ` and ${own.checksum}`}`,
    source: 'config',
    literals: shape.anchors,
    match: (window, start, end) => {
      if (isInPlaceholder(window, start)) {
        return undefined;
      }
      return own.keywords === undefined ? judge(window, start) : matchBehind(window, { start, end }, judge);
    },
  };
}

/** A verdict about a value that would begin just here. */
type Judge = (window: Window, start: number) => Verdict | undefined;

function createJudge({ type, checksum }: OwnDetector, { program, longest }: OwnShape): Judge {
  const longestMatch = createLongestMatch(program, longest);
  return (window, start) => {
    const end = longestMatch(window, start);
    if (end === MORE) {
      return undecided(start);
    }
    const isValue = end > start && (checksum === undefined || passesChecksum(checksum, window.text.slice(start, end)));
    return isValue ? found(start, end, type) : undefined;
  };
}

/** The first value behind a keyword on its line. A placeholder in between may stand for any number of characters. */
function matchBehind(
  window: Window,
  keyword: { readonly start: number; readonly end: number },
  judge: Judge,
): Verdict | undefined {
  const { text, floor } = window;
  if (keyword.start > floor && isKind(text, keyword.start - 1, KIND.alphanumeric)) {
    return undefined;
  }
  const last = Math.min(keyword.end + MAX_GAP, text.length);
  for (let start = keyword.end; start < last; start += 1) {
    if (isKind(text, start, KIND.lineEnd) || placeholderEnd(text, start) > 0) {
      return undefined;
    }
    const verdict = judge(window, start);
    if (verdict !== undefined) {
      return verdict;
    }
  }
  return last < keyword.end + MAX_GAP && isCut(window, last) ? undecided(last) : undefined;
}
