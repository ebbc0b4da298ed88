import type { Asking } from './connection.js';
import { parseJson } from './json.js';
import type { RemotePorts } from './ports.js';
import { notOurs } from './problems.js';

/** An answer of the expected shape, with all its members as they came. Throws for any other. */
export type AskJson = <Value>(is: (value: unknown) => value is Value, asking: Asking) => Promise<Value>;

export function createAskJson({ connection, signal }: Omit<RemotePorts, 'onWarning'>): AskJson {
  return async (is, asking) => {
    const value = parseJson(await connection.ask({ signal, ...asking }));
    if (!is(value)) {
      throw notOurs(connection.serverName);
    }
    return value;
  };
}
