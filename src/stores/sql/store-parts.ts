import type { MigrationPlan } from './migrations.js';
import type { SqlStorePorts } from './sql-stores.js';

/** An engine's parts of a store, and what looks after them needs to know. */
export interface StoreParts extends SqlStorePorts {
  readonly plan: MigrationPlan;
  /** Statements that tell of the engine. */
  readonly told: {
    readonly engine: string;
    readonly writers?: string;
    readonly runs?: string;
    readonly objects?: string;
  };
  /** Where long results are kept besides the database; `ask` fails where that cannot be reached. */
  readonly bucket?: { readonly place: string; readonly ask: () => Promise<void> };
}
