import { connect, createServer, type Server, type Socket } from 'node:net';

/** Passes connections on to a server, and can break all that are open. */
export interface BreakingProxy {
  readonly url: string;
  readonly breakAll: () => void;
  readonly close: () => Promise<void>;
}

export async function startBreakingProxy(target: string): Promise<BreakingProxy> {
  const { hostname, port } = new URL(target);
  const open = new Set<Socket>();
  const server: Server = createServer((near) => {
    const far = connect(Number(port), hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one);
      one.on('error', () => other.destroy());
      one.on('close', () => {
        open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const breakAll = (): void => {
    for (const socket of open) {
      socket.destroy();
    }
  };
  return {
    url: `http://127.0.0.1:${typeof address === 'object' && address !== null ? address.port : 0}`,
    breakAll,
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      breakAll();
      return closed;
    },
  };
}
