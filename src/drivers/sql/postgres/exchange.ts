import type { Connection, FieldDef, Submittable } from 'pg';

/** The values of a row in the text form of their types; null for NULL. */
export type TextRow = readonly (string | null)[];

/** What the server said between our messages and its being ready again. */
export interface Reply {
  /** Undefined for a statement that gives no rows. */
  readonly fields?: readonly Pick<FieldDef, 'name' | 'dataTypeID'>[];
  readonly parameterTypes?: readonly number[];
  /** Such as `INSERT 0 5`; undefined while there are rows left. */
  readonly commandTag?: string;
}

export interface Exchange {
  /** For `client.query`. */
  readonly query: Submittable;
  /** Rejects with what the server or the connection said. */
  readonly reply: Promise<Reply>;
  /** Waits for rows; undefined when the exchange is over. Between two calls the server is held up. */
  readonly takeRows: () => Promise<readonly TextRow[] | undefined>;
}

/** Sends messages of which the last is a sync, and gathers what comes back. */
export function createExchange(send: (connection: Connection) => void): Exchange {
  let reply: Reply = {};
  let connection: Connection | undefined;
  const { promise, resolve, reject } = createSettler<Reply>();
  const rows = createRowBuffer();
  const add = (part: Reply): void => {
    reply = { ...reply, ...part };
  };
  const noteParameters = ({ dataTypeIDs }: { readonly dataTypeIDs: readonly number[] }): void =>
    add({ parameterTypes: dataTypeIDs });
  const end = (): void => {
    connection?.off('parameterDescription', noteParameters);
    connection?.stream.resume();
    rows.end();
  };
  const handlers = {
    submit(opened: Connection) {
      connection = opened;
      opened.on('parameterDescription', noteParameters);
      opened.stream.cork();
      send(opened);
      opened.stream.uncork();
    },
    handleRowDescription: ({ fields }: { readonly fields: readonly FieldDef[] }) => add({ fields }),
    handleDataRow({ fields, length }: { readonly fields: TextRow; readonly length: number }) {
      if (rows.push(fields, length) === 'full') {
        connection?.stream.pause();
      }
    },
    handleCommandComplete: ({ text }: { readonly text: string }) => add({ commandTag: text }),
    handleEmptyQuery: () => add({ commandTag: '' }),
    handlePortalSuspended: () => undefined,
    handleCopyInResponse: () => connection?.stream.write(COPY_FAIL),
    handleCopyData: () => undefined,
    handleError(error: unknown) {
      reject(error);
      end();
    },
    handleReadyForQuery() {
      resolve(reply);
      end();
    },
  };
  return {
    query: handlers,
    reply: promise,
    takeRows: async () => (await rows.take(() => connection?.stream.resume())) ?? (await promise.then(() => undefined)),
  };
}

/** `f`, its length, and an empty reason. */
const COPY_FAIL = Buffer.from([0x66, 0, 0, 0, 5, 0]);

function createSettler<Result>() {
  let resolve = (_result: Result): void => undefined;
  let reject = (_error: unknown): void => undefined;
  const promise = new Promise<Result>((onResult, onError) => {
    resolve = onResult;
    reject = onError;
  });
  // Whoever takes rows hears of a failure there.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

/** So much may wait in memory before the socket is paused; what is read already still comes. */
const MAX_WAITING_BYTES = 512 * 1024;

function createRowBuffer() {
  let rows: TextRow[] = [];
  let bytes = 0;
  let isOver = false;
  let wake = (): void => undefined;
  return {
    push(row: TextRow, size: number): 'full' | 'room' {
      rows.push(row);
      bytes += size;
      if (bytes <= MAX_WAITING_BYTES) {
        return 'room';
      }
      wake();
      return 'full';
    },
    end() {
      isOver = true;
      wake();
    },
    /** All rows as soon as it is full or over; undefined when it is over and empty. */
    async take(makeRoom: () => void): Promise<readonly TextRow[] | undefined> {
      if (!isOver && bytes <= MAX_WAITING_BYTES) {
        const news = new Promise<void>((resolve) => {
          wake = resolve;
        });
        makeRoom();
        await news;
      }
      const taken = rows;
      rows = [];
      bytes = 0;
      return taken.length === 0 && isOver ? undefined : taken;
    },
  };
}
