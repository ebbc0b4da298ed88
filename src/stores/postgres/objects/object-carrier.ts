import type { Liveness } from '../../liveness.js';
import type { Database } from '../../sql/database.js';
import type { ObjectClient, ObjectPart } from './object-client.js';
import { damagedObject } from './object-failure.js';
import {
  claimMove,
  claimNext,
  doomedObjects,
  doomOrphans,
  forgetObject,
  giveUpObject,
  leaveMove,
  movingObjects,
  unknownObjects,
} from './object-index.js';
import { createObjectMover, folderOf } from './object-mover.js';

/** Carries sealed blocks from the database to a bucket, in the background, and removes objects that nobody needs. */
export interface ObjectCarrier {
  /** There is more of a handle to be moved, or this is its end. Settles when that was tried; never rejects. */
  readonly offer: (handleId: string, isEnd: boolean) => Promise<void>;
  readonly read: (object: string, part: ObjectPart, signal: AbortSignal) => Promise<Buffer>;
  /** Objects were given up. */
  readonly sweep: () => void;
  /** Moves and removes all that was left by whomever, and objects that no row knows. */
  readonly tidy: () => Promise<void>;
  /** Whether the service fails: nobody waits for it then. */
  readonly isFailing: () => boolean;
  /** Ends what was offered, within a time; what is left is another one's. */
  readonly close: () => Promise<void>;
}

interface Ports {
  readonly database: Database;
  readonly liveness: Liveness;
  readonly connect: () => ObjectClient;
  readonly newId: () => string;
}

const CLOSING_MS = 10_000;
const FIRST_PAUSE_MS = 2000;
const LONGEST_PAUSE_MS = 60_000;
const PAGE = 100;
const AT_ONCE = 4;
const OBJECT = /^[0-9a-f]{16}\/[\w-]{1,100}\/[\w-]{1,100}$/;

export function createObjectCarrier({ database, liveness, connect, newId }: Ports): ObjectCarrier {
  const ended = new AbortController();
  const { signal } = ended;
  let client: ObjectClient | undefined;
  let work: Promise<void> = Promise.resolve();
  let isClosing = false;
  let pauseMs = 0;
  let timer: NodeJS.Timeout | undefined;

  const opened = (): ObjectClient => {
    client ??= connect();
    return client;
  };
  const mover = createObjectMover({
    database,
    liveness,
    newId,
    signal,
    client: lazily(opened),
  });

  const removeDoomed = async (): Promise<void> => {
    const folder = await folderOf(database);
    for (let after = -1; after !== 0 && !signal.aborted; ) {
      const doomed = (await doomedObjects(database, PAGE)).filter((object) => isOurs(object, folder));
      await inParallel(doomed, async (object) => {
        await opened().remove(object, signal);
        await forgetObject(database, object);
      });
      after = doomed.length;
    }
  };
  const moveClaimed = async (handleId: string, isEnd: boolean): Promise<void> => {
    try {
      await mover.move(handleId, isEnd);
    } catch (error) {
      await leaveMove(database, handleId).catch(nothing);
      throw error;
    }
  };
  /** Moving what somebody else moves costs time, and no more. */
  const moveLeft = async (all: boolean): Promise<void> => {
    while (!isClosing) {
      const handleId = await claimNext(database, all);
      if (handleId === undefined) {
        return;
      }
      await moveClaimed(handleId, true);
    }
  };
  /** What a process that died, or whose database was away, was writing. */
  const giveUpDead = async (): Promise<void> => {
    for (const { object, owner } of await movingObjects(database)) {
      const isDead = owner === liveness.self ? object !== mover.current() : (await liveness.judge(owner)) === 'dead';
      if (isDead) {
        await giveUpObject(database, object);
      }
    }
  };
  const removeUnknown = async (): Promise<void> => {
    const folder = await folderOf(database);
    for (let after: string | undefined; ; ) {
      const { keys, next } = await opened().list(folder, after, signal);
      const unknown = await unknownObjects(
        database,
        keys.filter((key) => isOurs(key, folder)),
      );
      await inParallel(unknown, (object) => opened().remove(object, signal));
      after = next;
      if (after === undefined) {
        return;
      }
    }
  };

  /** One after the other; a failure puts off what is not urgent. */
  const enqueue = (job: () => Promise<void>): Promise<void> => {
    const done = work.then(job).then(
      () => {
        pauseMs = 0;
      },
      (error: unknown) => {
        pauseMs = Math.min(LONGEST_PAUSE_MS, Math.max(FIRST_PAUSE_MS, 2 * pauseMs));
        tryLater();
        throw error;
      },
    );
    work = done.catch(nothing);
    return done;
  };
  const tryLater = (): void => {
    if (timer === undefined && !isClosing) {
      timer = setTimeout(() => {
        timer = undefined;
        enqueue(async () => {
          await moveLeft(false);
          await removeDoomed();
        }).catch(nothing);
      }, pauseMs).unref();
    }
  };
  const isFailing = () => pauseMs > 0;
  const moveOffered = async (handleId: string, isEnd: boolean): Promise<void> => {
    await moveClaimed(handleId, isEnd);
    await moveLeft(false);
  };

  return {
    isFailing,
    offer: (handleId, isEnd) => {
      // At once: whoever dies while others are moved leaves word of it.
      const claimed = claimMove(database, handleId);
      claimed.catch(nothing);
      if (isFailing()) {
        work = Promise.all([work, claimed.then(() => leaveMove(database, handleId))]).then(nothing, nothing);
        return work;
      }
      // What fails stays where it is, and is moved later.
      return enqueue(() => claimed.then(() => moveOffered(handleId, isEnd))).catch(nothing);
    },
    read: async (object, part, given) => {
      if (!OBJECT.test(object)) {
        throw damagedObject('read a result');
      }
      return opened().get(object, part, given);
    },
    sweep: () => {
      if (!isFailing()) {
        enqueue(removeDoomed).catch(nothing);
      }
    },
    tidy: () =>
      enqueue(async () => {
        await giveUpDead();
        await doomOrphans(database);
        await moveLeft(true);
        await removeDoomed();
        await removeUnknown();
      }),
    close: async () => {
      isClosing = true;
      clearTimeout(timer);
      const late = setTimeout(() => ended.abort(), CLOSING_MS);
      await work;
      clearTimeout(late);
      ended.abort();
      client?.close();
    },
  };
}

function nothing(): void {}

function isOurs(object: string, folder: string): boolean {
  return OBJECT.test(object) && object.startsWith(folder);
}

/** No connection, and no library, before the first use. */
function lazily(opened: () => ObjectClient): ObjectClient {
  return {
    put: (...given) => opened().put(...given),
    get: (...given) => opened().get(...given),
    remove: (...given) => opened().remove(...given),
    list: (...given) => opened().list(...given),
    close: () => opened().close(),
  };
}

async function inParallel<Item>(items: readonly Item[], work: (item: Item) => Promise<void>): Promise<void> {
  for (let from = 0; from < items.length; from += AT_ONCE) {
    await Promise.all(items.slice(from, from + AT_ONCE).map(work));
  }
}
