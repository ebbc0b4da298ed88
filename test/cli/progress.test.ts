import { writeFileSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createNdjsonPrinter } from '../../src/cli/output/print-ndjson.js';
import { resolveSettings } from '../../src/cli/settings.js';
import type { InvokeUsage } from '../../src/contract/kernel.js';
import { createCliWorkshop } from '../support/cli-host.js';

/** What standard error gets while a source tells how far it is. */
async function told({ isTty, verbose = false }: { readonly isTty: boolean; readonly verbose?: boolean }) {
  let [stdout, stderr, clock] = ['', '', 0];
  let usage: InvokeUsage = { frames: 0, rows: 0, bytes: 5 };
  const printer = createNdjsonPrinter(
    {
      stdout: {
        isTty: false,
        columns: () => undefined,
        isClosed: () => false,
        flush: () => Promise.resolve(),
        write: async (text) => {
          stdout += String(text);
        },
      },
      stderr: {
        isTty,
        columns: () => 80,
        write: (text) => {
          stderr += text;
        },
        ready: async () => undefined,
        isDelivered: async () => true,
      },
      settings: resolveSettings({ verbose }, {}, { stdoutIsTty: false, stderrIsTty: isTty }),
      now: () => {
        clock += 250;
        return clock;
      },
    },
    () => usage,
  );
  for (let done = 0; done <= 30; done += 1) {
    usage = { ...usage, progress: { done, total: 30 } };
    printer.tick?.();
  }
  await printer.end();
  return { stdout, stderr };
}

test('on a terminal how far the source is stands in one line, which is gone in the end', async () => {
  const { stdout, stderr } = await told({ isTty: true });
  expect(stdout).toBe('');
  expect(stderr).toContain('\r\u001b[Kphase 1 full · progress 40 % (12 of 30) · 5 bytes seen');
  expect(stderr).not.toContain('\n');
  expect(stderr.endsWith('\r\u001b[K')).toBe(true);
});

test('elsewhere each tenth is a line, for whoever asks for more', async () => {
  expect(await told({ isTty: false })).toEqual({ stdout: '', stderr: '' });
  const { stderr } = await told({ isTty: false, verbose: true });
  expect(stderr.split('\n').slice(0, 3)).toEqual([
    'progress 10 % (3 of 30)',
    'progress 20 % (6 of 30)',
    'progress 30 % (9 of 30)',
  ]);
  expect(stderr.split('\n')).toHaveLength(11);
});

const HALF = 2 * 1024 ** 2;

test('a call that shows one frame tells how far its source is, too', async () => {
  const shop = createCliWorkshop();
  const answers: ServerResponse[] = [];
  const server = createServer((_request, answer) => {
    answers.push(answer);
    answer.writeHead(200, { 'content-type': 'text/plain', 'content-length': 2 * HALF });
    answer.write('a line\n'.repeat(HALF / 7 + 1).slice(0, HALF));
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(shop.directory, 'akernel.config.yaml'),
    `capabilities:
  - capability_id: far.text
    name: Far
    description: A text that comes slowly
    safety_class: READ
    sensitivity: NONE
    driver: { driver_id: http, operation: request, options: { url: 'http://127.0.0.1:${port}/', allow_hosts: [127.0.0.1] } }
`,
  );
  let told = '';
  try {
    const { status, lines } = await shop.run(['invoke', 'far.text', '-v'], {
      onStderr: (text) => {
        told += text;
        // The rest comes when the half was told of, and not before.
        if (/^progress \d+ % /m.test(told)) {
          answers.shift()?.end('b'.repeat(HALF));
        }
      },
    });
    expect([status, lines.length]).toEqual([0, 1]);
  } finally {
    server.closeAllConnections();
    server.close();
    shop.dispose();
  }
});
