import type { KindReader, TextKind } from './kind.js';

const FILE = /^diff --git "?a\/(.+?)"? "?b\/|^\+\+\+ (?:b\/)?(\S+)/;
const HUNK = /^@@ .* @@/;
const COMMIT = /^commit [0-9a-f]{7,64}\b/;
const SUBJECT = /^ {4}\S/;
const GENERATED =
  /(?:^|\/)(?:package-lock\.json|yarn\.lock|pnpm-lock\.yaml|Cargo\.lock|poetry\.lock|go\.sum|composer\.lock)$|\.min\.\w+$|\.snap$/;
const MOST_FILES = 512;
const MOST_NAMED = 20;

interface FileChange {
  readonly name: string;
  added: number;
  removed: number;
}

/** Changes: which files, how many lines each, and of each file's lines the first ones before the next ones of another. */
export const DIFF: TextKind = {
  kind_id: 'diff',
  matches: (sample) =>
    sample.slice(0, 3).some((text) => /^(?:diff --git |commit [0-9a-f]{40}\b|--- \S)/.test(text)) &&
    sample.some((text) => COMMIT.test(text) || HUNK.test(text) || text.startsWith('diff --git ')),
  create: createDiffReader,
};

function createDiffReader(): KindReader {
  const files: FileChange[] = [];
  let further = 0;
  let commits = 0;
  let file: FileChange | undefined;
  let isInHunk = false;
  let hasSubject = true;

  function begin(name: string): number {
    isInHunk = false;
    if (file?.name === name) {
      return 0;
    }
    file = { name, added: 0, removed: 0 };
    if (files.length < MOST_FILES) {
      files.push(file);
    } else {
      further += 1;
    }
    return 320;
  }

  /** The first changed lines of a file are worth more than its later ones, so that every file has its turn. */
  function changed(text: string, current: FileChange): number {
    const isAdded = text.startsWith('+');
    current.added += isAdded ? 1 : 0;
    current.removed += isAdded ? 0 : 1;
    const count = current.added + current.removed;
    const isPlain = text.length > 1 && text.trim().length > 2;
    return GENERATED.test(current.name) || !isPlain ? 1 : Math.max(20, Math.floor(160 / (1 + count / 6)));
  }

  return {
    weigh(text) {
      if (COMMIT.test(text)) {
        commits += 1;
        hasSubject = false;
        isInHunk = false;
        return 120;
      }
      const named = FILE.exec(text);
      if (named !== null && !(isInHunk && text.startsWith('+++ '))) {
        return begin(named[1] ?? named[2] ?? '');
      }
      if (HUNK.test(text)) {
        isInHunk = true;
        return 60;
      }
      if (!hasSubject && SUBJECT.test(text)) {
        hasSubject = true;
        return 340;
      }
      return isInHunk && file !== undefined && /^[+-]/.test(text) ? changed(text, file) : 0;
    },
    facts() {
      const named = files.slice(0, MOST_NAMED).map(({ name, added, removed }) => `${name} +${added} −${removed}`);
      const left = files.length + further - named.length;
      const rest = left > 0 ? [`${left} more`] : [];
      return [
        ...(commits > 0 ? [`commits: ${commits}`] : []),
        ...(named.length > 0 ? [`${files.length + further} files changed: ${[...named, ...rest].join(', ')}`] : []),
      ];
    },
  };
}
