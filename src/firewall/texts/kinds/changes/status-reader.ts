import type { KindReader } from '../kind.js';
import { createDirectoryCounts } from '../listings/directory-counts.js';
import { spreadWeight } from '../spread.js';
import { createTally } from '../tally.js';

const SECTION =
  /^(Changes to be committed|Changes not staged for commit|Untracked files|Unmerged paths|Ignored files):$/;
const STATE = /^\t([a-z][a-z ]{2,20}): {2,12}(\S.{0,300})$/;
const SHORT = /^([ MTADRCU?!]{2}) (\S.{0,300})$/;
const BRANCH = /^(?:On branch |HEAD detached|## |Your branch |You have unmerged|nothing to commit|no changes added)/;
const WEIGHT = { branch: 300, section: 200, conflict: 500, state: 120, usual: 30 } as const;
const CONFLICT = /^(?:both|added by|deleted by)|^(?:DD|AU|UD|UA|DU|AA|UU)$/;
const MOST_STATES = 10;

export function isStatusStart(text: string): boolean {
  return /^(?:On branch \S|HEAD detached at |## \S)/.test(text);
}

export function isShortStatus(text: string): boolean {
  return SHORT.test(text) && !text.startsWith('   ');
}

/** `git status`, long or short: how many files in which state, and where. */
export function createStatusReader(): KindReader {
  const states = createTally();
  const directories = createDirectoryCounts();
  let section: string | undefined;
  let entries = 0;

  function weighEntry(state: string, path: string): number {
    const name = section === undefined ? state : `${section}, ${state}`;
    entries += 1;
    states.add(name);
    directories.add(path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : '');
    if (CONFLICT.test(state)) {
      return WEIGHT.conflict;
    }
    return states.of(name) === 1 ? WEIGHT.state : spreadWeight(WEIGHT.usual, entries);
  }

  function entryOf(text: string): { readonly state: string; readonly path: string } | undefined {
    const found = section === undefined ? SHORT.exec(text) : STATE.exec(text);
    if (found !== null) {
      const state = found[1] ?? '';
      return { state: section === undefined ? state.replaceAll(' ', '.') : state, path: found[2] ?? '' };
    }
    const isName = section !== undefined && text.startsWith('\t') && text.length > 1;
    return isName ? { state: 'files', path: text.slice(1) } : undefined;
  }

  return {
    isCounted: true,
    isOfNames: true,
    weigh(text) {
      const begun = SECTION.exec(text)?.[1];
      if (begun !== undefined) {
        section = begun;
        return WEIGHT.section;
      }
      const entry = entryOf(text);
      if (entry !== undefined) {
        return weighEntry(entry.state, entry.path);
      }
      return BRANCH.test(text) ? WEIGHT.branch : 0;
    },
    facts: () => [
      ...(states.size() > 0
        ? [
            `files by state: ${section === undefined ? states.sentence(MOST_STATES) : asWords(states.sentence(MOST_STATES))}`,
          ]
        : []),
      ...directories.facts(),
    ],
  };
}

/** `Untracked files, files=42` */
function asWords(sentence: string): string {
  return sentence.replaceAll(', files=', '=').replaceAll(/(=\d{1,9}) (?=[A-Z])/g, '$1; ');
}
