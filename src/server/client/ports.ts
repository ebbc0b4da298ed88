import type { Connection } from './connection.js';

/** What everything that asks a server works with. */
export interface RemotePorts {
  readonly connection: Connection;
  readonly onWarning: (text: string) => void;
  /** Ends every request. */
  readonly signal: AbortSignal;
}
