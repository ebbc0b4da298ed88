import { plural } from '../../../facts/format.js';
import type { OutlineName } from '../kind.js';
import { SOURCE } from '../source.js';
import { spreadWeight } from '../spread.js';
import { byName, type FileChange, fileFacts, MOST_NAMED, outlinedFile } from './file-changes.js';

/** Reads the lines of a difference as they come: which files, how many lines each. */
export interface DiffReader {
  /** How telling the line is; undefined for one that is no part of a difference. */
  readonly weigh: (text: string, row: number) => number | undefined;
  /** What follows is none, such as the next commit of a log. */
  readonly leave: () => void;
  /** The file whose lines begin there, where there are more than facts name. */
  readonly fileAt: (row: number) => OutlineName | undefined;
  readonly facts: () => readonly string[];
}

const FILE = /^diff --git "?a\/(.{1,400}?)"? "?b\//;
const HUNK = /^@@ -\d{1,9}(?:,(\d{1,9}))? \+\d{1,9}(?:,(\d{1,9}))? @@/;
const EVENT = /^(new file|deleted file|rename from|copy from|Binary files)\b/;
const QUIET = /^(?:index |--- |similarity index |old mode |new mode )/;
/** What the file is called now, above its first hunk. */
const CALLED = /^(?:rename to |copy to |\+\+\+ (?:b\/)?)([^\t]{1,400})/;
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|go\.sum|composer\.lock)$|\.min\.\w+$|\.snap$/;
const EVENT_NAMES: Readonly<Record<string, string>> = {
  'new file': 'new',
  'deleted file': 'deleted',
  'rename from': 'renamed',
  'copy from': 'copied',
  'Binary files': 'binary',
};
const NO_FILE = '/dev/null';
const MOST_FILES = 2048;
/** Of a file's changed lines so many are asked whether they define something. */
const MOST_ASKED = 60;
/** A function, a type, a method; a constant says no more than any other line. */
const FEWEST_OF_DEFINITION = 160;
const CLOSING = /^.[\s()[\]{};,]{0,80}$/;
const IMPORT = /^.(?:import |from \S{1,120} import |#\s?include\b|use |using |(?:const|var) .{1,120} = require\()/;
const WEIGHT = {
  file: 110,
  hunk: 60,
  event: 90,
  changed: 160,
  import: 60,
  definition: 260,
  least: 20,
  generated: 1,
} as const;

export function isDiffStart(text: string): boolean {
  return text.startsWith('diff --git ') || HUNK.test(text);
}

export function createDiffReader(): DiffReader {
  const source = SOURCE.create([]);
  const files: FileChange[] = [];
  const events = new Map<string, number>();
  const all = { files: 0, added: 0, removed: 0 };
  let file: FileChange | undefined;
  /** Its first lines are read, which may name it again. */
  let isNamed = false;
  /** The first line of it that defines something came. */
  let isDefined = false;
  let isShort = false;
  /** Commits that ended; a file may be changed by several of them. */
  let parts = 0;
  /** Lines of the hunk that are still to come, of the old and of the new file. */
  const left = { old: 0, new: 0 };

  function begin(name: string, row: number): number {
    file = { name: Buffer.from(name).toString(), row, event: undefined, added: 0, removed: 0 };
    all.files += 1;
    if (files.length < MOST_FILES) {
      files.push(file);
    }
    isDefined = false;
    return spreadWeight(WEIGHT.file, all.files - 1);
  }

  /** The first changed lines of a file are worth more than its later ones, so that every file has its turn. */
  function changed(text: string, current: FileChange): number {
    const isAdded = text.startsWith('+');
    const key = isAdded ? 'added' : 'removed';
    current[key] += 1;
    all[key] += 1;
    const count = current.added + current.removed;
    if (GENERATED.test(current.name) || CLOSING.test(text)) {
      return WEIGHT.generated;
    }
    const isDefinition =
      isAdded && !isDefined && count <= MOST_ASKED && source.weigh(text.slice(1), count) >= FEWEST_OF_DEFINITION;
    isDefined ||= isDefinition;
    if (isDefinition) {
      return WEIGHT.definition;
    }
    const first = IMPORT.test(text) ? WEIGHT.import : WEIGHT.changed;
    return Math.max(WEIGHT.least, Math.floor(first / (1 + count / 6)));
  }

  function inHunk(text: string, row: number): number | undefined {
    const sign = text.charAt(0);
    if (sign === '\\') {
      return 0;
    }
    if (sign !== '' && !' +-'.includes(sign)) {
      leaveHunk();
      return header(text, row);
    }
    left.old -= sign === '+' ? 0 : 1;
    left.new -= sign === '-' ? 0 : 1;
    return file !== undefined && (sign === '+' || sign === '-') ? changed(text, file) : 0;
  }

  /** Lines of it were left out, or hidden together with others. */
  function leaveHunk(): void {
    isShort ||= left.old > 0 || left.new > 0;
    left.old = 0;
    left.new = 0;
  }

  function beginHunk([, old = '1', added = '1']: RegExpExecArray): number {
    isNamed = false;
    left.old = Number(old);
    left.new = Number(added);
    return WEIGHT.hunk;
  }

  /** What git says of the file as a whole. */
  function event(text: string): number | undefined {
    const found = EVENT.exec(text)?.[1];
    const named = found === undefined ? undefined : EVENT_NAMES[found];
    if (file === undefined || named === undefined) {
      return file !== undefined && QUIET.test(text) ? 0 : undefined;
    }
    events.set(named, (events.get(named) ?? 0) + 1);
    file.event = named;
    return WEIGHT.event;
  }

  function amountOfFiles(): string {
    if (parts === 0) {
      return `${plural(all.files, 'file')} changed`;
    }
    const least = files.length < all.files ? 'at least ' : '';
    return `${plural(all.files, 'change')} of ${least}${plural(byName(files).length, 'file')}`;
  }

  /** A file that was renamed is one file; without a line of git above it, it begins here. */
  function callFile(name: string, text: string, row: number): number | undefined {
    if (file !== undefined && isNamed) {
      file.name = name === NO_FILE ? file.name : Buffer.from(name).toString();
      return 0;
    }
    return !text.startsWith('+++ ') ? undefined : name === NO_FILE ? 0 : begin(name, row);
  }

  function header(text: string, row: number): number | undefined {
    const name = FILE.exec(text)?.[1];
    isNamed &&= !text.startsWith('diff ');
    if (name !== undefined) {
      isNamed = true;
      return begin(name, row);
    }
    const called = CALLED.exec(text)?.[1];
    if (called !== undefined) {
      return callFile(called, text, row);
    }
    const hunk = HUNK.exec(text);
    return hunk === null ? event(text) : beginHunk(hunk);
  }

  return {
    weigh: (text, row) => (left.old > 0 || left.new > 0 ? inHunk(text, row) : header(text, row)),
    leave() {
      leaveHunk();
      parts += file === undefined ? 0 : 1;
      file = undefined;
    },
    fileAt(row) {
      const found = parts === 0 && all.files > MOST_NAMED ? files.find((each) => each.row === row) : undefined;
      return found && outlinedFile(found);
    },
    facts() {
      if (all.files === 0) {
        return [];
      }
      const least = isShort || left.old > 0 || left.new > 0 ? 'at least ' : '';
      const what = [...events].map(([event, count]) => `${event}=${count}`);
      return [
        `${amountOfFiles()}${what.length > 0 ? ` (${what.join(' ')})` : ''}, lines added: ${least}${all.added}, removed: ${least}${all.removed}`,
        ...fileFacts(files, { all: all.files, isOnce: parts === 0 }),
      ];
    },
  };
}
