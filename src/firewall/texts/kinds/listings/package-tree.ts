import { ownCopy } from '../../../lex/own-copy.js';
import { createTally } from '../tally.js';

/** What a tree of installed packages holds, as `npm ls --all` and `cargo tree` print it. */
export interface PackageTree {
  /** What stands behind a branch, and how deep. */
  readonly add: (text: string, depth: number) => void;
  /** undefined where most entries are no packages. */
  readonly facts: () => readonly string[] | undefined;
}

const PACKAGE = /^(?:UNMET (?:OPTIONAL )?DEPENDENCY )?((?:@[\w.-]{1,100}\/)?[\w.-]{1,100})(?:@| v)([^\s@]{1,40})/;
const MARK = /\b(deduped|overridden|invalid|extraneous|UNMET OPTIONAL DEPENDENCY|UNMET DEPENDENCY)\b|(\(\*\))$/g;
const MOST_NAMES = 4096;
const MOST_NAMED = 10;
const LEAST_PERCENT = 80;

export function createPackageTree(): PackageTree {
  const marks = createTally();
  const packages = createTally();
  const versions = new Map<string, Set<string>>();
  let entries = 0;
  let known = 0;
  let top = 0;
  let isFull = false;

  function addVersion(name: string, version: string): void {
    const own = versions.get(name);
    if (own !== undefined) {
      own.add(ownCopy(version));
    } else if (versions.size < MOST_NAMES) {
      versions.set(ownCopy(name), new Set([ownCopy(version)]));
    } else {
      isFull = true;
    }
  }

  /** A version that nobody has installed is one that was asked for. */
  function several(): readonly string[] {
    const found = [...versions].filter(([, own]) => own.size > 1).sort((a, b) => b[1].size - a[1].size);
    const named = found.slice(0, MOST_NAMED).map(([name, own]) => `${name} (${[...own].join(' ')})`);
    const left = found.length - named.length;
    return found.length === 0
      ? []
      : [`in several versions: ${found.length}: ${named.join(', ')}${left > 0 ? `, ${left} more` : ''}`];
  }

  return {
    add(text, depth) {
      entries += 1;
      const [, name, version] = PACKAGE.exec(text) ?? [];
      if (name === undefined || version === undefined) {
        return;
      }
      known += 1;
      top += depth === 1 ? 1 : 0;
      packages.add(`${name}@${version}`);
      for (const [, word, star] of text.matchAll(MARK)) {
        marks.add(word ?? star ?? '');
      }
      if (!text.startsWith('UNMET')) {
        addVersion(name, version);
      }
    },
    facts() {
      if (known * 100 < entries * LEAST_PERCENT) {
        return;
      }
      return [
        `entries: ${entries}, at the top level ${top}`,
        ...(isFull ? [] : [`packages: ${versions.size}`]),
        ...(marks.size() > 0 ? [`marks: ${marks.sentence(MOST_NAMED)}`] : []),
        ...(isFull ? [] : several()),
        `most often: ${packages.sentence(MOST_NAMED)}`,
      ];
    },
  };
}
