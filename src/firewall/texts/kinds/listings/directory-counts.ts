/** Counts what stands below directories, in bounded memory; every count that is told is exact. */
export interface DirectoryCounts {
  /** Something in the directory: `src/a`, `/etc`, or `` for none. The answer says whether it is the first there. */
  readonly add: (directory: string) => boolean;
  /** Whether something was counted below it. */
  readonly has: (directory: string) => boolean;
  /** There may be directories that are not known. */
  readonly isFull: () => boolean;
  readonly facts: () => readonly string[];
}

interface Count {
  readonly path: string;
  readonly depth: number;
  below: number;
  inside: number;
}

const MOST_NAMES = 4096;
/** Of these there are always some left. */
const SHALLOW = 3;
const MOST_SHALLOW = 5120;
const MOST_DEPTH = 24;
/** In percent of all entries. */
const NEARLY_ALL = 90;
const LARGE = 40;
const MOST_NAMED = 12;
const MOST_INSIDE = 6;
const FEWEST_INSIDE = 3;

export function createDirectoryCounts(): DirectoryCounts {
  const counts = new Map<string, Count>();
  let all = 0;
  let latest: { readonly directory: string; readonly chain: readonly Count[] } | undefined;
  let isFull = false;

  function countOf(path: string, depth: number): Count | undefined {
    const known = counts.get(path);
    if (known !== undefined) {
      return known;
    }
    if (counts.size >= (depth <= SHALLOW ? MOST_SHALLOW : MOST_NAMES)) {
      isFull = true;
      return;
    }
    const made: Count = { path: Buffer.from(path).toString(), depth, below: 0, inside: 0 };
    counts.set(made.path, made);
    return made;
  }

  /** The directory and all above it. */
  function chainOf(directory: string): readonly Count[] {
    if (latest?.directory === directory) {
      return latest.chain;
    }
    const chain: Count[] = [];
    let depth = 0;
    for (let end = nextEnd(directory, 0); end > 0 && depth < MOST_DEPTH; end = nextEnd(directory, end)) {
      depth += 1;
      const count = countOf(directory.slice(0, end), depth);
      if (count !== undefined) {
        chain.push(count);
      }
    }
    latest = { directory, chain };
    return chain;
  }

  function below(base: Count | undefined): readonly Count[] {
    const depth = (base?.depth ?? 0) + 1;
    const parts = [...counts.values()].filter((each) => each.depth === depth && isBelow(each, base));
    return parts.sort(byNumber(({ below: number }) => number));
  }

  /** Where the entries part: below a directory that holds nearly all of them. */
  function parting(): readonly Count[] {
    let parts = below(undefined);
    for (let depth = 1; depth <= MOST_DEPTH; depth += 1) {
      const inside = parts[0] === undefined || parts[0].below * 100 < all * NEARLY_ALL ? [] : below(parts[0]);
      if (inside.length === 0) {
        break;
      }
      parts = inside;
    }
    return parts;
  }

  function partsFact(name: string, parts: readonly Count[], whole: number): readonly string[] {
    const shown = parts.slice(0, MOST_NAMED);
    const left = whole - shown.reduce((sum, each) => sum + each.below, 0);
    const named = shown.map((each) => `${each.path}/=${each.below}`);
    return shown.length === 0 ? [] : [`${name}: ${[...named, ...(left > 0 ? [`elsewhere=${left}`] : [])].join(' ')}`];
  }

  function largestPart([first]: readonly Count[]): readonly string[] {
    const parts = first === undefined || first.below * 100 < all * LARGE ? [] : below(first);
    return first === undefined || parts.length < 2 ? [] : partsFact(`in ${first.path}/`, parts, first.below);
  }

  return {
    add(directory) {
      all += 1;
      const chain = chainOf(directory);
      for (const count of chain) {
        count.below += 1;
      }
      const own = chain.at(-1);
      if (own?.path !== directory) {
        return false;
      }
      own.inside += 1;
      return own.inside === 1;
    },
    has: (directory) => counts.has(directory),
    isFull: () => isFull,
    facts() {
      const parts = parting();
      const inside = [...counts.values()].filter(({ inside: own }) => own >= FEWEST_INSIDE);
      const named = inside.sort(byNumber(({ inside: own }) => own)).slice(0, MOST_INSIDE);
      const limit = isFull ? ` (of the first ${counts.size} directories)` : '';
      return [
        ...partsFact('by directory', parts, all),
        ...largestPart(parts),
        ...(named.length < 2
          ? []
          : [
              `directly in one directory${limit}: ${named.map(({ path, inside: own }) => `${path}/=${own}`).join(' ')}`,
            ]),
      ];
    },
  };
}

function byNumber(numberOf: (count: Count) => number): (a: Count, b: Count) => number {
  return (a, b) => numberOf(b) - numberOf(a) || (a.path < b.path ? -1 : 1);
}

function isBelow({ path }: Count, base: Count | undefined): boolean {
  return base === undefined || path.startsWith(`${base.path}/`);
}

/** Of `/a/b/c` first `/a`, then `/a/b`; 0 when there is no further one. */
function nextEnd(directory: string, from: number): number {
  if (from >= directory.length) {
    return 0;
  }
  const slash = directory.indexOf('/', from + 1);
  return slash < 0 ? directory.length : slash;
}
