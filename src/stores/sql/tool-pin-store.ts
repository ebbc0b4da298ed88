import { createHmac, hkdfSync } from 'node:crypto';
import type { KnownEra, ToolPin, ToolPinStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { type Database, first, numberOf, type Queries, textOf } from './database.js';
import { openText as openSealed, sealText } from './sealed-text.js';

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

/** Before what stands for the name of a tool. Earlier versions kept the name itself. */
const NAMELESS = '#';

/** What a server says of its tools, their names too, may hold what no file of ours may: it is sealed. */
export function createSqlToolPinStore({ database, storeKey }: ToolPinPorts): ToolPinStore {
  const cipher = createPinCipher(storeKey);
  return {
    list: async (server) => {
      const rows = await database.all('SELECT * FROM tool_pins WHERE server = ? AND tool <> ?', [
        server,
        SERVER_ITSELF,
      ]);
      const pins = rows.flatMap((row) => cipher.open(pinOf(row)) ?? []);
      return pins.sort((one, other) => (one.tool < other.tool ? -1 : 1));
    },
    addMissing: (pins) => writeTools(database, KEEP, { pins, cipher }),
    replace: (pins) => writeTools(database, REPLACE, { pins, cipher }),
    era: async (server) => {
      const row = await first(database, 'SELECT * FROM tool_pins WHERE server = ? AND tool = ?', [
        server,
        SERVER_ITSELF,
      ]);
      return row === undefined ? undefined : eraOf(pinOf(row));
    },
    keepEra: ({ server, era, program, found_at: pinned_at }) =>
      database.transaction((queries) =>
        write(queries, REPLACE, {
          server,
          tool: SERVER_ITSELF,
          digest: program,
          definition: era,
          confirmed: false,
          pinned_at,
        }),
      ),
  };
}

interface PinCipher {
  readonly seal: (pin: ToolPin) => ToolPin;
  /** A row as it was kept. undefined for one whose name cannot be told: it was sealed for another, or was changed. */
  readonly open: (row: ToolPin) => ToolPin | undefined;
}

function createPinCipher(storeKey: Uint8Array): PinCipher {
  const keys = new Map<string, Uint8Array>();
  const keyFor = (purpose: string): Uint8Array => {
    const key = keys.get(purpose) ?? new Uint8Array(hkdfSync('sha256', storeKey, '', `akernel tool ${purpose}`, 32));
    keys.set(purpose, key);
    return key;
  };
  const contextOf = ({ server, tool }: ToolPin): Buffer => Buffer.from(JSON.stringify([server, tool]));
  const idOf = (pin: ToolPin): string =>
    NAMELESS + createHmac('sha256', keyFor('names')).update(contextOf(pin)).digest('hex');
  const openText = (row: ToolPin): string | undefined =>
    openSealed(keyFor('pins'), Buffer.from(row.definition, 'base64'), contextOf(row));
  const openNamed = (row: ToolPin): ToolPin | undefined => {
    const text = openText(row);
    const [tool, definition]: readonly unknown[] = text === undefined ? [] : JSON.parse(text);
    return typeof tool === 'string' && typeof definition === 'string' ? { ...row, tool, definition } : undefined;
  };
  return {
    seal: (pin) => {
      const row = { ...pin, tool: idOf(pin) };
      const text = JSON.stringify([pin.tool, pin.definition]);
      return { ...row, definition: sealText(keyFor('pins'), text, contextOf(row)).toString('base64') };
    },
    open: (row) => {
      if (row.tool.startsWith(NAMELESS)) {
        return openNamed(row);
      }
      // The first versions did not seal it. What cannot be opened says nothing; the digest still tells whether it has changed.
      return row.definition.startsWith('{') ? row : { ...row, definition: openText(row) ?? '{}' };
    },
  };
}

interface Writing {
  readonly pins: readonly ToolPin[];
  readonly cipher: PinCipher;
}

async function writeTools(database: Database, sql: string, { pins, cipher }: Writing): Promise<void> {
  if (pins.length === 0) {
    return;
  }
  await database.transaction(async (queries) => {
    for (const pin of pins) {
      await hideName(queries, pin, cipher);
      await write(queries, sql, cipher.seal(pin));
    }
  });
}

/** A pin that an earlier version kept under the tool's own name stays the pin it is. */
async function hideName(queries: Queries, { server, tool }: ToolPin, cipher: PinCipher): Promise<void> {
  const row = await first(queries, 'SELECT * FROM tool_pins WHERE server = ? AND tool = ?', [server, tool]);
  const known = row && cipher.open(pinOf(row));
  if (known !== undefined) {
    await queries.run('DELETE FROM tool_pins WHERE server = ? AND tool = ?', [server, tool]);
    await write(queries, KEEP, cipher.seal(known));
  }
}

async function write(queries: Queries, sql: string, pin: ToolPin): Promise<void> {
  const { server, tool, digest, definition, confirmed, pinned_at: pinnedAt } = pin;
  const pinnedMs = toMillis(pinnedAt, 'pinned_at');
  await queries.run(sql, [server, tool, digest, definition, confirmed ? 1 : 0, pinnedMs]);
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
