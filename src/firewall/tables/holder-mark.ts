import { type Detector, LOOK_BACK, type Window } from '../lex/detector.js';
import { pattern } from '../pattern/pattern.js';

/** What begins the values: a bracket; the end of the line of a section; that of a key, with a line below that is indented further. */
const OBJECT = pattern(/\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}\{/);
const LINES = pattern(/(?:\]|["']?[ \t]{0,4}:)[ \t\r]{0,8}\n/);
/** Before the name of a section, and of a key. */
const SECTION = /(?:^|\n)[ \t]{0,20}\[{1,2}["']?(?:[\w-]{1,20}[.:/ ]["']?){0,3}[\w-]{0,20}$/;
const KEY = /(?:^|\n)([ \t]{0,40})(?:- )?["']?[\w.-]{0,40}$/;
const NEXT_LINE = pattern(/[^\n]{0,12}\n(?:[ \t]{0,60}\r?\n){0,2}([ \t]{0,60})["'\w#]/);
const SIGNS = '"\'\\]:= ';

/**
 * Marks the names of what holds secrets: `"passwords": {`, `[secrets]`, `api_keys:`. It finds nothing itself: what follows is
 * read by `tables/held-secret-reader.ts`.
 */
export const holderMark: Detector = {
  name: 'holder-mark',
  group: 'control',
  validates: 'nothing: what follows is read member by member',
  source: 'JSON, YAML, TOML, HCL and files of settings',
  literals: ['secrets', 'passwords', 'credentials', 'api_keys', 'api-keys', 'apikeys'],
  match: (window, start, end) => {
    if (mayHold(window.text, end) && isHolding(window, start, end)) {
      window.mark(start);
    }
    return undefined;
  },
};

/** A cheap question: whether a sign follows, or the end of what there is. */
function mayHold(text: string, end: number): boolean {
  const next = text.charAt(end) === ' ' ? text.charAt(end + 1) : text.charAt(end);
  return SIGNS.includes(next);
}

/** Whether values follow a name by which they are held. */
function isHolding(window: Window, start: number, end: number): boolean {
  if (OBJECT.fits(window, end)) {
    return true;
  }
  const lines = LINES.at(window, end)?.[0];
  if (lines === undefined) {
    return false;
  }
  const before = window.before(start, LOOK_BACK);
  if (lines.startsWith(']')) {
    return SECTION.test(before);
  }
  const [, indent] = KEY.exec(before) ?? [];
  return indent !== undefined && (NEXT_LINE.at(window, end)?.[1]?.length ?? 0) > indent.length;
}
