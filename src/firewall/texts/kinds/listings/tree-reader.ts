import type { KindReader } from '../kind.js';
import { spreadWeight } from '../spread.js';
import { type Entry, sizeOf, wordsOf } from './entry.js';
import { createEntryCounts } from './entry-counts.js';
import { numbersOf } from './listing-reader.js';
import { createPackageTree } from './package-tree.js';

const BRANCH = /^(?:(?:[│|][ \u00a0]{3}|[ \u00a0]{4}){0,40}(?:├── |└── |\|-- |`-- )|(?:[│ ] ){0,40}[├└]─[─┬] )/;
/** npm indents by two. */
const OF_NPM = /^(?:[│ ] ){0,40}[├└]─┬ |^(?:[│ ] {3}){0,40}[│ ] [├└]/;
const PROBLEM = /^UNMET DEPENDENCY | invalid: /;
const TOTALS = /^\d{1,9} director(?:y|ies)(?:, \d{1,9} files?)?(?:, \d{1,9} links?)?$/;
const STEP = 4;
const STEP_OF_NPM = 2;
const MARK = 4;
const WEIGHT = { totals: 420, problem: 300, largest: 130, newExtension: 70, newDirectory: 30, usual: 16 } as const;
const FEW_ENTRIES = 12;
const MOST_DEPTH = 40;

export function isBranch(text: string): boolean {
  return BRANCH.test(text);
}

/** `tree`, also with sizes in brackets: what has branches of its own is a directory. */
export function createTreeReader(): KindReader {
  const counts = createEntryCounts();
  const packages = createPackageTree();
  const path: string[] = [];
  let waiting: { readonly entry: Entry; readonly depth: number } | undefined;
  let told: string | undefined;
  let step = STEP;

  /** Whether it is a directory is known with the next line. */
  function count(nextDepth: number): number {
    if (waiting === undefined) {
      return 0;
    }
    const { entry, depth } = waiting;
    const type = nextDepth > depth ? 'directory' : 'file';
    waiting = undefined;
    counts.add({ ...entry, type });
    return counts.entries();
  }

  function weighBranch(text: string, length: number): number {
    const depth = Math.min(MOST_DEPTH, (length - MARK) / step + 1);
    const before = count(depth);
    packages.add(text.slice(length), depth);
    const { name, size, sizeText } = branchOf(text.slice(length));
    path.length = Math.min(path.length, depth - 1);
    waiting = { entry: { path: [...path, name].join('/'), type: undefined, size, sizeText }, depth };
    path.push(name);
    if (PROBLEM.test(text.slice(length))) {
      return spreadWeight(WEIGHT.problem, before);
    }
    return spreadWeight(
      depth <= (step === STEP ? 2 : 1) && before > FEW_ENTRIES ? WEIGHT.newDirectory : WEIGHT.usual,
      before,
    );
  }

  return {
    isOfNames: true,
    isCounted: true,
    weigh(text) {
      const branch = BRANCH.exec(text)?.[0];
      if (branch !== undefined) {
        step = step === STEP && OF_NPM.test(text) ? STEP_OF_NPM : step;
        return weighBranch(text, branch.length);
      }
      count(0);
      if (TOTALS.test(text)) {
        told = text;
        return WEIGHT.totals;
      }
      return 0;
    },
    facts() {
      count(0);
      const ofPackages = told === undefined ? packages.facts() : undefined;
      if (ofPackages !== undefined) {
        return ofPackages;
      }
      const own = counts.entries();
      const said = numbersOf(told ?? '').reduce((sum, each) => sum + each, 0);
      // `tree` counts the directory that it begins with, or does not, as its version likes.
      const isWhole = told === undefined || (said >= own && said <= own + 1);
      const totals = told === undefined ? [] : [`totals: ${told}`];
      // Without its branches an empty directory looks like a file, so these are not told apart.
      const facts = counts.facts().flatMap(ofBranches);
      return isWhole ? [...totals, ...facts] : totals;
    },
  };
}

function ofBranches(fact: string): readonly string[] {
  return fact.startsWith('sizes ') ? [] : [fact.replace(/^(entries: \d{1,15}) .{0,200}/, '$1')];
}

interface Branch {
  readonly name: string;
  readonly size?: number | undefined;
  readonly sizeText?: string | undefined;
}

/** `[4.0K May 20  2026]  name`, `[     17]  name`, `name -> target`. */
function branchOf(text: string): Branch {
  const end = text.startsWith('[') ? text.indexOf(']') : -1;
  const rest = text.slice(end + 1).trim();
  const arrow = rest.indexOf(' -> ');
  const name = (arrow > 0 ? rest.slice(0, arrow) : rest).replaceAll('/', '');
  const sizeText = end < 0 ? undefined : wordsOf(text.slice(1, end), 8).words.findLast(isTreeSize);
  return sizeText === undefined ? { name } : { name, size: sizeOf(sizeText), sizeText };
}

/** A year or a day is none: sizes stand alone, or carry a unit. */
function isTreeSize(word: string, index: number, all: readonly string[]): boolean {
  return sizeOf(word) !== undefined && (all.length === 1 || /[KMGT]$/.test(word)) && index < all.length;
}
