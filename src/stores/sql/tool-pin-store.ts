import type { KnownEra, ToolPin, ToolPinStore } from '../../contract/stores.js';
import { toMillis } from '../time.js';
import { type Database, first, numberOf, textOf } from './database.js';

const INSERT = `INSERT INTO tool_pins (server, tool, digest, definition, confirmed, pinned_ms) VALUES (?, ?, ?, ?, ?, ?)
  ON CONFLICT (server, tool)`;
const KEEP = `${INSERT} DO NOTHING`;
const REPLACE = `${INSERT} DO UPDATE SET digest = excluded.digest, definition = excluded.definition,
  confirmed = excluded.confirmed, pinned_ms = excluded.pinned_ms`;

/** What is known of a server itself stands where the tool without a name would; no tool is without one. */
const SERVER_ITSELF = '';

export function createSqlToolPinStore(database: Database): ToolPinStore {
  return {
    list: async (server) => {
      const rows = await database.all('SELECT * FROM tool_pins WHERE server = ? AND tool <> ? ORDER BY tool', [
        server,
        SERVER_ITSELF,
      ]);
      return rows.map(pinOf);
    },
    addMissing: (pins) => writeAll(database, KEEP, pins),
    replace: (pins) => writeAll(database, REPLACE, pins),
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
