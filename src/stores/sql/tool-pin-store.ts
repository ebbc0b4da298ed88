import { hkdfSync } from 'node:crypto';
import type { KnownEra, ToolPin, ToolPinStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { type Database, first, numberOf, textOf } from './database.js';
import { openText, sealText } from './sealed-text.js';

const INSERT = `INSERT INTO tool_pins (server, tool, digest, definition, confirmed, pinned_ms) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (server, tool)`;
const KEEP = `${INSERT} DO NOTHING`;
const REPLACE = `${INSERT} DO UPDATE SET digest = excluded.digest, definition = excluded.definition,
  confirmed = excluded.confirmed, pinned_ms = excluded.pinned_ms`;

interface ToolPinPorts {
  readonly database: Database;
  readonly storeKey: Uint8Array;
}

/** What is known of a server itself stands where the tool without a name would; no tool is without one. */
const SERVER_ITSELF = '';

/** What a server says of its tools may hold what no file of ours may: it is sealed. */
export function createSqlToolPinStore({ database, storeKey }: ToolPinPorts): ToolPinStore {
  const cipher = createPinCipher(storeKey);
  return {
    list: async (server) => {
      const rows = await database.all('SELECT * FROM tool_pins WHERE server = ? AND tool <> ? ORDER BY tool', [
        server,
        SERVER_ITSELF,
      ]);
      return rows.map((row) => opened(pinOf(row), cipher));
    },
    addMissing: (pins) => writeAll(database, KEEP, pins.map(cipher.seal)),
    replace: (pins) => writeAll(database, REPLACE, pins.map(cipher.seal)),
    era: async (server) => {
      const row = await first(database, 'SELECT * FROM tool_pins WHERE server = ? AND tool = ?', [
        server,
        SERVER_ITSELF,
      ]);
      return row === undefined ? undefined : eraOf(pinOf(row));
    },
    keepEra: ({ server, era, program, found_at: pinned_at }) =>
      writeAll(database, REPLACE, [
        { server, tool: SERVER_ITSELF, digest: program, definition: era, confirmed: false, pinned_at },
      ]),
  };
}

interface PinCipher {
  readonly seal: (pin: ToolPin) => ToolPin;
  /** undefined when it was sealed for another tool, or was changed. */
  readonly open: (pin: ToolPin) => string | undefined;
}

function createPinCipher(storeKey: Uint8Array): PinCipher {
  let key: Uint8Array | undefined;
  const keyOf = (): Uint8Array => {
    key ??= new Uint8Array(hkdfSync('sha256', storeKey, '', 'akernel tool pins', 32));
    return key;
  };
  const contextOf = ({ server, tool }: ToolPin): Buffer => Buffer.from(JSON.stringify([server, tool]));
  return {
    seal: (pin) => ({ ...pin, definition: sealText(keyOf(), pin.definition, contextOf(pin)).toString('base64') }),
    open: (pin) => openText(keyOf(), Buffer.from(pin.definition, 'base64'), contextOf(pin)),
  };
}

/** Earlier versions did not seal it. What cannot be opened says nothing; the digest still tells whether it has changed. */
function opened(pin: ToolPin, cipher: PinCipher): ToolPin {
  return pin.definition.startsWith('{') ? pin : { ...pin, definition: cipher.open(pin) ?? '{}' };
}

async function writeAll(database: Database, sql: string, pins: readonly ToolPin[]): Promise<void> {
  if (pins.length === 0) {
    return;
  }
  await database.transaction(async (queries) => {
    for (const { server, tool, digest, definition, confirmed, pinned_at: pinnedAt } of pins) {
      const pinnedMs = toMillis(pinnedAt, 'pinned_at');
      await queries.run(sql, [server, tool, digest, definition, confirmed ? 1 : 0, pinnedMs]);
    }
  });
}

function eraOf({ server, definition, digest, pinned_at: found_at }: ToolPin): KnownEra {
  return { server, era: definition === 'modern' ? 'modern' : 'legacy', program: digest, found_at };
}

function pinOf(row: Readonly<Record<string, unknown>>): ToolPin {
  return {
    server: textOf(row, 'server'),
    tool: textOf(row, 'tool'),
    digest: textOf(row, 'digest'),
    definition: textOf(row, 'definition'),
    confirmed: numberOf(row, 'confirmed') !== 0,
    pinned_at: new Date(numberOf(row, 'pinned_ms')).toISOString(),
  };
}
