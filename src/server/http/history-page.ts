import type { Principal } from '../../contract/principal.js';
import type { SessionEntry } from '../../contract/session.js';
import type { Service } from './service.js';

interface Asked {
  readonly sessionId: string;
  readonly principal: Principal;
  /** The seq of the last entry that is known. */
  readonly after?: number | undefined;
  readonly limit?: number | undefined;
  /** Only so many, the last ones. */
  readonly newest?: number | undefined;
}

export interface HistoryPage {
  readonly entries: readonly SessionEntry[];
  /** Behind which entry to go on, where there are more. */
  readonly next_after?: number;
}

/** Characters of one page, as JSON; one entry is given whatever its size. */
const MOST_CHARS = 4 * 1024 * 1024;

/** So many entries are read from the end backwards, and held; more are read from the first on. */
const MOST_BACKWARD = 2000;

/** A page of a conversation. Only what may belong to it is read: entries are numbered from 1 on without gaps. */
export async function historyPage({ kernel }: Pick<Service, 'kernel'>, asked: Asked): Promise<HistoryPage> {
  const { sessionId, principal, after = 0, limit = 100, newest } = asked;
  const { entries: count } = await kernel.sessions.get(sessionId, principal);
  const first = Math.max(after, newest === undefined ? 0 : count - newest) + 1;
  const read = (most?: number) => {
    const options = most === undefined ? {} : { newest: most };
    return pageFrom(kernel.sessions.history(sessionId, principal, options), first, limit);
  };
  const left = count - first + 1;
  const page = await (first === 1 || left > MOST_BACKWARD ? read() : read(Math.max(1, left)));
  const isShifted = (page.entries[0]?.seq ?? first) > first;
  // what was said meanwhile counts among the newest: all is read then
  return isShifted ? read() : page;
}

async function pageFrom(history: AsyncIterable<SessionEntry>, first: number, limit: number): Promise<HistoryPage> {
  const entries: SessionEntry[] = [];
  let chars = 0;
  for await (const entry of history) {
    const isFull = entries.length === limit || (entries.length > 0 && chars >= MOST_CHARS);
    if (isFull) {
      return { entries, next_after: entries.at(-1)?.seq ?? first };
    }
    if (entry.seq >= first) {
      chars += JSON.stringify(entry).length;
      entries.push(entry);
    }
  }
  return { entries };
}
