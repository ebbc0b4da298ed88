import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises';
import { onTestFinished } from 'vitest';
import type { Capability } from '../../../src/contract/capability.js';
import type { Kernel } from '../../../src/contract/kernel.js';
import type { Principal } from '../../../src/contract/principal.js';
import { coerceArguments } from '../../../src/kernel/argument-coercion.js';
import { createKernel } from '../../../src/library.js';
import { recordsFromValues } from '../../../src/streams/records.js';
import type { UiOptions } from '../../../src/tui/ui.js';
import { runUi } from '../../../src/tui/ui.js';
import { createFakeTerminal, type FakeTerminal } from '../../support/fake-terminal.js';

export const ANN: Principal = {
  principal_id: 'ann',
  roles: ['reader', 'service'],
  attributes: { tenant: 'local' },
};

/** Capabilities of all kinds, over a driver whose rows the test knows. */
export const CAPABILITIES: readonly Capability[] = [
  capability('crm.find_customers', {
    name: 'Find customers',
    description: 'Customers whose name contains a text, with what they owe.',
    sensitivity: 'PII',
    tags: ['crm', 'customers'],
    params: {
      type: 'object',
      properties: {
        name: { type: 'string', description: 'A part of the name.' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 10, description: 'How many at most.' },
        exact: { type: 'boolean' },
        order: { enum: ['name', 'amount'], description: 'What comes first.' },
        where: { type: 'object', description: 'Further conditions.' },
      },
      required: ['name'],
      additionalProperties: false,
    },
  }),
  capability('crm.delete_customer', {
    name: 'Delete a customer',
    description: 'Deletes one customer for good.',
    safety_class: 'DESTRUCTIVE',
    params: { type: 'object', properties: { id: { type: 'integer' } }, required: ['id'], additionalProperties: false },
  }),
  capability('notes.add_note', {
    name: 'Add a note',
    description: 'Adds a note about something that happened.',
    safety_class: 'WRITE',
    tags: ['notes'],
  }),
  capability('slow.count', { name: 'Count', description: 'Counts until it is stopped.' }),
];

function capability(id: string, more: Partial<Capability>): Capability {
  return {
    capability_id: id,
    name: id,
    description: '',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: [],
    params: { type: 'object', additionalProperties: false },
    driver: { driver_id: 'test', operation: id },
    ...more,
  };
}

export function createTestKernel(): Promise<Kernel> {
  return createKernel({
    capabilities: CAPABILITIES,
    drivers: [
      {
        driver_id: 'test',
        async *executeStream({ binding, signal }) {
          const isSlow = binding.operation === 'slow.count';
          for (let id = 1; id <= (isSlow ? Number.MAX_SAFE_INTEGER : 3); id += 1) {
            yield recordsFromValues([{ id, name: `name ${id}`, email: `ann${id}@example.com` }]);
            await (isSlow ? delay(5, undefined, { signal }) : undefined);
          }
        },
      },
    ],
  });
}

const HOUR_MS = 3_660_000;

export interface OpenUi {
  readonly terminal: FakeTerminal;
  readonly kernel: Kernel;
  /** Settles when the browser has been left. */
  readonly ended: Promise<void>;
  /** Presses keys, one read each, and lets everything they caused happen. */
  readonly press: (...reads: readonly string[]) => Promise<void>;
  /** Types a text, a read a character. */
  readonly type: (text: string) => Promise<void>;
  /** What is seen, when nothing more happens. */
  readonly seen: () => Promise<string>;
}

/** The browser on a fake terminal over a real kernel. */
export async function openUi(
  size: { readonly columns: number; readonly rows: number; readonly ascii?: boolean } = { columns: 80, rows: 24 },
  { now = Date.now() + HOUR_MS, ...more }: Partial<UiOptions> & { readonly now?: number } = {},
): Promise<OpenUi> {
  // An hour later than what the kernel writes, so that ages are the same on every run.
  const terminal = createFakeTerminal({ ...size, now });
  const kernel = more.kernel ?? (await createTestKernel());
  const testEnd = new AbortController();
  const ended = runUi({
    terminal,
    kernel,
    principal: ANN,
    defaults: { maxTokens: 4000, encoding: 'o200k_base' },
    coerceArguments,
    receipts: () => [],
    ...more,
    signal: AbortSignal.any([testEnd.signal, ...(more.signal === undefined ? [] : [more.signal])]),
  });
  onTestFinished(async () => {
    testEnd.abort();
    await ended;
  });

  async function settle(): Promise<void> {
    for (let turn = 0; turn < 20; turn += 1) {
      await nextTurn();
      terminal.advance(40);
    }
  }

  async function press(...reads: readonly string[]): Promise<void> {
    for (const read of reads) {
      await terminal.press(read);
      await settle();
    }
  }

  await settle();
  return {
    terminal,
    kernel,
    ended,
    press,
    async type(text) {
      await terminal.press(...text);
      await settle();
    },
    async seen() {
      await settle();
      return (await terminal.screen()).join('\n');
    },
  };
}
