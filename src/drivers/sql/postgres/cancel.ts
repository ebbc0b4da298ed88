import { isIP, Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { Address } from '../../../postgres/address.js';

export interface BackendKey {
  readonly processId: number;
  readonly secretKey: number;
}

const PATIENCE_MS = 2000;
const CANCEL_REQUEST = 80_877_102;
const SSL_REQUEST = 80_877_103;

/**
 * Asks the server to end the statement that a backend is running. Settles when the server has seen it, when it cannot
 * be reached, or after two seconds, and never rejects.
 */
export function cancelStatement(address: Address, key: BackendKey): Promise<void> {
  return new Promise((resolve) => {
    const socket = new Socket();
    const timer = setTimeout(() => socket.destroy(), PATIENCE_MS);
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
    socket.once('connect', () => {
      if (address.ssl === false) {
        socket.end(message(CANCEL_REQUEST, key.processId, key.secretKey));
        socket.resume();
      } else {
        cancelOverTls(socket, address, key);
      }
    });
    if (address.host.startsWith('/')) {
      socket.connect(`${address.host}/.s.PGSQL.${address.port}`);
    } else {
      socket.connect(address.port, address.host);
    }
  });
}

/** The server hangs up as soon as it has read the request. */
function cancelOverTls(socket: Socket, { ssl, host }: Address, key: BackendKey): void {
  socket.write(message(SSL_REQUEST));
  socket.once('data', (answer) => {
    if (answer.toString('latin1') !== 'S') {
      socket.destroy();
      return;
    }
    const servername = isIP(host) === 0 ? { servername: host } : {};
    const secure = connectTls({ ...(ssl === false ? {} : ssl), ...servername, host, socket });
    secure.on('error', () => socket.destroy());
    secure.once('close', () => socket.destroy());
    secure.once('secureConnect', () => secure.end(message(CANCEL_REQUEST, key.processId, key.secretKey)));
    secure.resume();
  });
}

function message(...numbers: readonly number[]): Buffer {
  const bytes = Buffer.alloc(4 + numbers.length * 4);
  bytes.writeInt32BE(bytes.length);
  for (const [index, number] of numbers.entries()) {
    bytes.writeInt32BE(number, 4 + index * 4);
  }
  return bytes;
}
