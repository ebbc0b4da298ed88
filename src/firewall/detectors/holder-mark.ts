import { type Detector, LOOK_BACK, undecided, type Window } from '../redactor/detector.js';

/** What begins the values: a bracket; the end of the line of a section; that of a key, with a line below that is indented further. */
const OBJECT = /^\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}\{/;
const OBJECT_BEGUN = /^\\{0,7}(?:["']?\s{0,4}(?:(?::|=>?)\s{0,4})?)?$/;
const LINES = /^(?:\]|["']?[ \t]{0,4}:)[ \t\r]{0,8}\n/;
const LINES_BEGUN = /^(?:\]|["']?[ \t]{0,4}:?)[ \t\r]{0,8}$/;
/** Before the name of a section, and of a key. */
const SECTION = /(?:^|\n)[ \t]{0,20}\[{1,2}["']?(?:[\w-]{1,20}[.:/ ]["']?){0,3}[\w-]{0,20}$/;
const KEY = /(?:^|\n)([ \t]{0,40})(?:- )?["']?[\w.-]{0,40}$/;
const NEXT_LINE = /^[^\n]{0,12}\n(?:[ \t]*\r?\n){0,2}([ \t]{0,60})["'\w#]/;
const MAX_NEXT = 80;
const SIGNS = '"\'\\]:= ';

/**
 * Marks the names of what holds secrets: `"passwords": {`, `[secrets]`, `api_keys:`. It finds nothing itself: what follows is
 * read by `redactor/held-secret-reader.ts`.
 */
export const holderMark: Detector = {
  name: 'holder-mark',
  group: 'control',
  validates: 'nothing: what follows is read member by member',
  source: 'JSON, YAML, TOML, HCL and files of settings',
  literals: ['secrets', 'passwords', 'credentials', 'api_keys', 'api-keys', 'apikeys'],
  match: (window, start, end) => {
    const holds = mayHold(window.text, end) ? isHolding(window, start, end) : false;
    if (holds === true) {
      window.mark(start);
    }
    return holds === undefined ? undecided(start) : undefined;
  },
};

/** A cheap question: whether a sign follows, or the end of what there is. */
function mayHold(text: string, end: number): boolean {
  const next = text.charAt(end) === ' ' ? text.charAt(end + 1) : text.charAt(end);
  return SIGNS.includes(next);
}

/** Whether values follow a name by which they are held; `undefined` when more text is needed. */
function isHolding(window: Window, start: number, end: number): boolean | undefined {
  const { text, isFinal } = window;
  const behind = text.slice(end, end + MAX_NEXT);
  const isCut = behind.length < MAX_NEXT && !isFinal;
  if (OBJECT.test(behind)) {
    return true;
  }
  const lines = LINES.exec(behind)?.[0];
  if (lines === undefined) {
    return isCut && (OBJECT_BEGUN.test(behind) || LINES_BEGUN.test(behind)) ? undefined : false;
  }
  const before = window.before(start, LOOK_BACK);
  if (lines.startsWith(']')) {
    return SECTION.test(before);
  }
  const [, indent] = KEY.exec(before) ?? [];
  if (indent === undefined || isCut) {
    return indent === undefined ? false : undefined;
  }
  return (NEXT_LINE.exec(behind)?.[1]?.length ?? 0) > indent.length;
}
