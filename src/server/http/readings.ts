import type { Reading } from '../../contract/expansion.js';
import type { Kernel } from '../../contract/kernel.js';
import type { Principal } from '../../contract/principal.js';
import { refusal } from './problem.js';

/** Which visit of which stored result, and whose. The client names the visit. */
export interface ReadingName {
  readonly owner: string;
  readonly handleId: string;
  readonly reading: string;
}

/** Stored results that clients look at here and there: pages and searches of one visit are one action with one trace. */
export interface Readings {
  /** Works with the visit of this name, which is opened where there is none. */
  readonly use: <Result>(
    name: ReadingName,
    principal: Principal,
    work: (reading: Reading) => Promise<Result>,
  ) => Promise<Result>;
  /** The same for work that yields. */
  readonly during: <Part>(
    name: ReadingName,
    principal: Principal,
    work: (reading: Reading) => AsyncIterable<Part>,
  ) => AsyncGenerator<Part, void>;
  /** Leaves the trace of a visit that has ended; nothing where there is none. */
  readonly close: (name: ReadingName) => Promise<void>;
}

export interface ReadingsOptions {
  readonly kernel: Pick<Kernel, 'openReading'>;
  readonly now: () => number;
  readonly mostOfOwner?: number;
  readonly most?: number;
}

interface Entry {
  readonly owner: string;
  readonly reading: Reading;
  usedAt: number;
  uses: number;
}

const MOST_OF_OWNER = 16;
const MOST = 256;
/** A visit without questions for so long has ended; the next question begins another one. */
const IDLE_MS = 5 * 60_000;
const SWEEP_MS = 30_000;

/** What no client closes is closed when it has been idle for long, when others need its place, and with the kernel. */
export function createReadings(options: ReadingsOptions): Readings {
  const { kernel, now, mostOfOwner = MOST_OF_OWNER, most = MOST } = options;
  const entries = new Map<string, Entry>();
  setInterval(() => void closeIdle(), SWEEP_MS).unref();

  async function closeIdle(): Promise<void> {
    const idle = [...entries].filter(([, { uses, usedAt }]) => uses === 0 && usedAt + IDLE_MS <= now());
    await Promise.all(idle.map(([key]) => end(key)));
  }

  async function end(key: string): Promise<void> {
    const entry = entries.get(key);
    entries.delete(key);
    // a trace that cannot be written was held by the store before: the next who asks for traces writes it
    await entry?.reading.close().catch(() => undefined);
  }

  /** The one that was used longest ago goes. */
  function makeRoom(owner: string): void {
    const own = [...entries].filter(([, entry]) => entry.owner === owner);
    const crowd = own.length >= mostOfOwner ? own : entries.size >= most ? [...entries] : [];
    if (crowd.length === 0) {
      return;
    }
    const [oldest] = crowd.filter(([, { uses }]) => uses === 0).sort(([, a], [, b]) => a.usedAt - b.usedAt);
    if (oldest === undefined) {
      throw refusal(429, 'LIMIT_REACHED', 'too many stored results are looked at already', {
        hint: 'try again when some have been closed',
      });
    }
    void end(oldest[0]);
  }

  function opened(name: ReadingName, principal: Principal): Entry {
    const { owner, handleId } = name;
    const key = keyOf(name);
    const known = entries.get(key);
    if (known !== undefined) {
      return known;
    }
    makeRoom(owner);
    const entry: Entry = { owner, reading: kernel.openReading({ handleId, principal }), usedAt: now(), uses: 0 };
    entries.set(key, entry);
    return entry;
  }

  function enter(name: ReadingName, principal: Principal): Entry {
    const entry = opened(name, principal);
    entry.uses += 1;
    return entry;
  }

  function leave(entry: Entry): void {
    entry.uses -= 1;
    entry.usedAt = now();
  }

  return {
    async use(name, principal, work) {
      const entry = enter(name, principal);
      try {
        return await work(entry.reading);
      } finally {
        leave(entry);
      }
    },
    async *during(name, principal, work) {
      const entry = enter(name, principal);
      try {
        yield* work(entry.reading);
      } finally {
        leave(entry);
      }
    },
    close: (name) => end(keyOf(name)),
  };
}

function keyOf({ owner, handleId, reading }: ReadingName): string {
  return JSON.stringify([owner, handleId, reading]);
}
