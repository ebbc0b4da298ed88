import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';

/** How a request is treated: as it is, not at all, or in place of the server behind. */
export type Fault =
  | 'pass'
  /** Never answered. */
  | 'hang'
  /** The connection ends in the middle of the answer. */
  | 'cut'
  /** One byte of what is sent is another one. */
  | 'change'
  | { readonly status: number; readonly headers?: Readonly<Record<string, string>>; readonly body?: string };

export interface FaultyDoor {
  readonly endpoint: string;
  /** What came, as `METHOD /path`. */
  readonly seen: readonly string[];
  /** Resolves when so many have come. */
  readonly hasSeen: (count: number) => Promise<void>;
  readonly treat: (how: (asked: { readonly method: string; readonly url: string }) => Fault) => void;
  /** Ends it at once, as a crash does. */
  readonly close: () => Promise<void>;
  /** Opens it again. */
  readonly open: () => Promise<void>;
}

/** Stands before an HTTP server and hands on what comes, headers as they are: signatures stay true. */
export async function openFaultyDoor(target: string): Promise<FaultyDoor> {
  const seen: string[] = [];
  const waiting = new Set<() => void>();
  let treat: (asked: { readonly method: string; readonly url: string }) => Fault = () => 'pass';
  const server = createServer((asked, answer) => {
    const { method = '', url = '' } = asked;
    const fault = treat({ method, url });
    seen.push(`${method} ${url}`);
    for (const look of waiting) {
      look();
    }
    if (typeof fault === 'object') {
      asked.resume();
      asked.on('end', () => answer.writeHead(fault.status, fault.headers).end(fault.body ?? ''));
    } else if (fault !== 'hang') {
      handOn(target, asked, answer, fault);
    }
  });
  const listen = (port: number) => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  await listen(0);
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    open: () => listen(port),
    seen,
    hasSeen: (count) =>
      new Promise((resolve) => {
        const look = (): void => {
          if (seen.length >= count) {
            waiting.delete(look);
            resolve();
          }
        };
        waiting.add(look);
        look();
      }),
    treat: (how) => {
      treat = how;
    },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function handOn(
  target: string,
  asked: IncomingMessage,
  answer: ServerResponse,
  fault: 'pass' | 'cut' | 'change',
): void {
  const { hostname, port } = new URL(target);
  const { method, url: path, rawHeaders } = asked;
  const far = request({ hostname, port, method, path, headers: rawHeaders, setHost: false });
  far.on('error', () => answer.destroy());
  far.on('response', (answered) => {
    answer.writeHead(answered.statusCode ?? 0, answered.rawHeaders);
    answered.on('data', (piece: Buffer) => {
      answer.write(fault === 'cut' ? piece.subarray(0, 1) : piece);
      if (fault === 'cut') {
        answer.destroy();
        answered.destroy();
      }
    });
    answered.on('end', () => answer.end());
    answered.on('error', () => answer.destroy());
  });
  let isChanged = fault !== 'change';
  asked.on('data', (piece: Buffer) => {
    const copy = Buffer.from(piece);
    if (!isChanged) {
      isChanged = true;
      copy[0] = (copy[0] ?? 0) ^ 1;
    }
    far.write(copy);
  });
  asked.on('end', () => far.end());
}
