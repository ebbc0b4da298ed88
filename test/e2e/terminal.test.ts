import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandbox } from '../support/cli.js';
import { openPty } from '../support/pty.js';

interface Screen {
  readonly text: string;
  readonly exitCode: number;
}

/** Runs the program in a real pty and gives everything it wrote. */
async function inTerminal(
  box: ReturnType<typeof sandbox>,
  args: readonly string[],
  env: Record<string, string> = {},
): Promise<Screen> {
  const terminal = openPty(box, args, { columns: 60, rows: 15, env });
  const { exitCode } = await terminal.exit;
  return { text: terminal.written(), exitCode };
}

/** Colours, and what repaints one status line; nothing else may reach a terminal. */
const OWN_SEQUENCES = /\u001b\[(?:\d+(?:;\d+)*m|K|0K|2K)/g;
/** What the live view moves the cursor and its edges with. */
const VIEW_SEQUENCES = /\u001b\[(?:\d*[AJ]|\?(?:25|2026|7|2004)[hl])/g;

describe('a terminal of 60 × 15', () => {
  it('gets readable text, the phases, the account and the next command', async () => {
    const box = sandbox();
    const { text, exitCode } = await inTerminal(box, [
      'invoke',
      'demo.customers',
      'rows=3000',
      '--stream',
      '--budget',
      '1500',
      '-o',
      'text',
    ]);
    expect(exitCode).toBe(0);
    expect(text).not.toContain('@example.com');
    expect(text).toMatch(/name.*: /);
    expect(text).toMatch(/phase 2/);
    expect(text).toMatch(/phase 3/);
    expect(text).toMatch(/3000/);
    expect(text).toMatch(/akernel expand h_[0-9a-z]{10}/);
    expect(text.replaceAll(OWN_SEQUENCES, '')).not.toMatch(/\u001b/);
  });

  it('gets no control sequence that was in the data', async () => {
    const box = sandbox();
    const hostile = [
      '\u001b]52;c;aGFjaw==\u0007',
      '\u001b[2J\u001b[3J',
      '\u009b31m',
      '\u202ereversed',
      '\u001b]8;;http://x\u0007link',
    ];
    writeFileSync(join(box.directory, 'evil.ndjson'), hostile.map((text) => JSON.stringify({ name: text })).join('\n'));
    writeFileSync(join(box.directory, 'evil.txt'), `${hostile.join('\n')}\n`);
    const paths = ['evil.ndjson', 'evil.txt', `missing${hostile[0]}`];
    for (const [path, format] of paths.flatMap(
      (each) =>
        [
          [each, 'text'],
          [each, 'live'],
        ] as const,
    )) {
      const { text } = await inTerminal(box, ['invoke', 'fs.read_file', `path=${path}`, '--stream', '-o', format]);
      const data = text
        .replaceAll(OWN_SEQUENCES, '')
        .replaceAll(format === 'live' ? VIEW_SEQUENCES : OWN_SEQUENCES, '');
      expect(data).not.toMatch(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/);
    }
  });

  it('gets no colours with NO_COLOR', async () => {
    const box = sandbox();
    const { text } = await inTerminal(box, ['invoke', 'demo.customers', 'rows=3', '--stream', '-q'], { NO_COLOR: '1' });
    expect(text).not.toMatch(/\u001b\[\d+m/);
    expect(text).toContain('[REDACTED:email]');
  });
});
