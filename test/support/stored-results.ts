import type { Capability } from '../../src/contract/capability.js';
import type { Chunk } from '../../src/contract/chunk.js';
import type { DriverCall } from '../../src/contract/driver.js';
import type { Kernel } from '../../src/contract/kernel.js';
import { createKernel } from '../../src/library.js';
import { recordsFromValues } from '../../src/streams/records.js';
import { ANN, drain, TEST_CAPABILITY } from './test-kernel.js';

export const MAIL = ['ada', 'example.org'].join('@');
const ROWS = [
  { id: 7, mail: MAIL, big: 12345678901234567890n, deep: { list: [1, 2] } },
  { id: 8, mail: MAIL },
  { id: 9, mail: MAIL, deep: { list: [3] } },
];
export const LOG = 'first line\nsecond line\n';

/** What the last call of the driver `take` was given. */
interface Taken {
  args: unknown;
  bytes: string | undefined;
}

export const SOURCE: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.rows',
  driver: { driver_id: 'give', operation: 'rows' },
};
const TEXT: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.text',
  driver: { driver_id: 'give', operation: 'text' },
};
const BROKEN: Capability = {
  ...SOURCE,
  capability_id: 'test.broken',
  driver: { driver_id: 'give', operation: 'broken' },
};
const NARROW: Capability = { ...SOURCE, capability_id: 'test.narrow', allowed_fields: ['id'] };
export const TAKER: Capability = {
  ...TEST_CAPABILITY,
  capability_id: 'test.take',
  accepts_handles: true,
  params: {
    type: 'object',
    properties: {
      ids: { type: 'array', items: { type: 'integer' } },
      any: {},
      body: { type: 'array', items: { type: 'object', required: ['id'] } },
      whole: {},
    },
    additionalProperties: false,
  },
  driver: { driver_id: 'take', operation: 'run' },
};

interface SetUp {
  readonly source?: Partial<Capability>;
  readonly taker?: Partial<Capability>;
  readonly failing?: boolean;
  /** The driver takes the failure of a stream for its end. */
  readonly swallowing?: boolean;
  readonly streamedArguments?: readonly string[];
}

export async function setUp(more: SetUp = {}) {
  const taken: Taken = { args: undefined, bytes: undefined };
  const kernel = await createKernel({
    capabilities: [{ ...SOURCE, ...more.source }, TEXT, BROKEN, NARROW, { ...TAKER, ...more.taker }],
    drivers: [
      {
        driver_id: 'give',
        async *executeStream(call) {
          const { operation } = call.binding;
          yield operation === 'text' ? { type: 'text', channel: 'stdout', text: LOG } : recordsFromValues(ROWS);
          if (operation === 'text') {
            yield { type: 'text', channel: 'stderr', text: 'no part of the text' };
          }
          if (operation === 'broken') {
            throw new Error('broken');
          }
        },
      },
      {
        driver_id: 'take',
        streamedArguments: () => more.streamedArguments ?? ['body', 'whole'],
        async *executeStream(call): AsyncGenerator<Chunk> {
          taken.args = call.args;
          taken.bytes = await bytesOf(call).catch((error: unknown) => {
            if (more.swallowing !== true) {
              throw error;
            }
            return undefined;
          });
          if (more.failing === true) {
            throw new Error(`no such customer ${JSON.stringify(call.args)}`);
          }
          yield recordsFromValues([{ done: true, echo: call.args }]);
        },
      },
    ],
  });
  const [rows, text, narrow] = [
    await keep(kernel, 'test.rows'),
    await keep(kernel, 'test.text'),
    await keep(kernel, 'test.narrow'),
  ];
  return { kernel, taken, rows, text, narrow };
}

async function bytesOf({ stored = {} }: DriverCall): Promise<string | undefined> {
  const [input] = Object.values(stored);
  const pieces: Uint8Array[] = [];
  for await (const piece of input?.bytes() ?? []) {
    pieces.push(piece);
  }
  return input === undefined ? undefined : Buffer.concat(pieces).toString();
}

async function keep(kernel: Kernel, capabilityId: string): Promise<string> {
  return (await run(kernel, capabilityId, {})).result.handle_id ?? '';
}

export async function run(
  kernel: Kernel,
  capabilityId: string,
  args: Readonly<Record<string, unknown>>,
  principal = ANN,
) {
  const { capability_token: capabilityToken } = await kernel.grant({ principal, capabilityId });
  return drain(kernel.invokeStream({ capabilityId, args, principal, capabilityToken }));
}
