import type { HandleRecord } from '../contract/handle.js';
import type { RedactedRow } from '../firewall/find/text-row-redactor.js';
import type { KernelPorts } from './ports.js';
import { createTextWalk } from './text-walk.js';

/** Of each walk the rows that came last are kept: as many as this, and as many characters. */
const MOST_ROWS = 20_000;
const MOST_CHARS = 4 * 1024 * 1024;
/** Walks that are remembered: at the end of a text, at its beginning, and somewhere between. */
const MOST_WALKS = 3;

export interface ReadOn {
  /** The handle as it is now. */
  readonly record: HandleRecord;
  /** Called between pieces; throws to give up. */
  readonly check: () => void;
  readonly onProgress?: ((row: number) => void) | undefined;
}

/**
 * Kept text that is read here and there. What text shows depends on all that came before it, so a page far down costs
 * everything above it; whoever reads on from there, or a little back, does not pay that again.
 */
export interface TextReading {
  /** The rows from `first` to `last`, as far as there are any. One call at a time. */
  readonly rows: (first: number, last: number, on: ReadOn) => Promise<readonly RedactedRow[]>;
  readonly close: () => Promise<void>;
}

export function createTextReading(ports: KernelPorts, handleId: string): TextReading {
  let paths: Path[] = [];

  /** The walk that is nearest before the row; a new one takes the place of the one that has come least far. */
  async function pathTo(first: number): Promise<Path> {
    const near = paths.filter((path) => path.from() <= first).sort((a, b) => b.reached() - a.reached());
    const covering = near.find((path) => path.reached() > first) ?? near[0];
    if (covering !== undefined) {
      return covering;
    }
    const made = createPath(ports, handleId);
    paths = [...paths, made].sort((a, b) => b.reached() - a.reached());
    const dropped = paths.length > MOST_WALKS ? paths.at(-2) : undefined;
    if (dropped !== undefined) {
      await drop(dropped);
    }
    return made;
  }

  async function drop(path: Path): Promise<void> {
    paths = paths.filter((other) => other !== path);
    await path.close();
  }

  return {
    async rows(first, last, on) {
      const path = await pathTo(first);
      path.reopen(on.record);
      while (path.reached() <= last) {
        on.check();
        if (!(await stepOrDrop(path, first - MOST_ROWS))) {
          break;
        }
        on.onProgress?.(path.reached());
      }
      return path.between(first, last);
    },
    async close() {
      await Promise.all(paths.map(drop));
    },
  };

  /** A walk that failed leads nowhere. */
  async function stepOrDrop(path: Path, worthFrom: number): Promise<boolean> {
    try {
      return await path.step(worthFrom);
    } catch (error) {
      await drop(path);
      throw error;
    }
  }
}

/** A walk and the last rows it came by. */
interface Path {
  /** The first row that is still known, and the row behind the last one. */
  readonly from: () => number;
  readonly reached: () => number;
  /** false: there is nothing more now. Rows before `worthFrom` are passed by and not kept. */
  readonly step: (worthFrom: number) => Promise<boolean>;
  readonly between: (first: number, last: number) => readonly RedactedRow[];
  readonly reopen: (record: HandleRecord) => void;
  readonly close: () => Promise<void>;
}

function createPath(ports: KernelPorts, handleId: string): Path {
  const walk = createTextWalk(ports, handleId);
  let kept: RedactedRow[] = [];
  let chars = 0;
  let from = 0;
  let reached = 0;

  function forgetOldest(): void {
    let count = Math.max(0, kept.length - MOST_ROWS);
    chars -= charsOf(kept.slice(0, count));
    while (chars > MOST_CHARS && count < kept.length - 1) {
      chars -= charsOf(kept.slice(count, count + 1));
      count += 1;
    }
    kept = kept.slice(count);
    from = kept[0]?.index ?? from;
  }

  return {
    from: () => from,
    reached: () => reached,
    async step(worthFrom) {
      const more = await walk.next();
      if (more === undefined) {
        return false;
      }
      reached = (more.at(-1)?.index ?? reached - 1) + 1;
      if (reached <= worthFrom) {
        kept = [];
        chars = 0;
        from = reached;
        return true;
      }
      kept.push(...more);
      chars += charsOf(more);
      // Not at every step: what is kept is copied.
      if (kept.length > MOST_ROWS * 1.25 || chars > MOST_CHARS * 1.25) {
        forgetOldest();
      }
      return true;
    },
    between: (first, last) => kept.slice(placeOf(kept, first), placeOf(kept, last + 1)),
    reopen: walk.reopen,
    close: walk.close,
  };
}

/** The place of the first row of at least this number. */
function placeOf(rows: readonly RedactedRow[], index: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.index ?? 0) < index) {
      low = middle + 1;
    } else {
      high = middle;
    }
  }
  return low;
}

function charsOf(rows: readonly RedactedRow[]): number {
  let chars = 0;
  for (const { value } of rows) {
    const text = value !== null && typeof value === 'object' && 'text' in value ? value['text'] : undefined;
    chars += 64 + (typeof text === 'string' ? text.length : 0);
  }
  return chars;
}
