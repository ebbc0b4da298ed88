import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { inject } from 'vitest';
import type { LentServers } from './lend-servers.js';

/** How to reach the server that all test files of this run share. */
export async function lentServer<Kind extends keyof LentServers>(kind: Kind): Promise<LentServers[Kind]> {
  const socket = connect(inject('serversAt'));
  socket.write(`${kind}\n`);
  const answer = JSON.parse(await text(socket)) as LentServers[Kind] & { readonly error?: string };
  if (answer.error !== undefined) {
    throw new Error(answer.error);
  }
  return answer;
}
