import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import { framesOf, sandbox } from '../support/cli.js';
import { openPty, type Pty, type PtyOptions } from '../support/pty.js';

const LIVE = ['invoke', 'demo.customers', 'rows=200', 'delay_ms=15', '--stream'];
/** What a terminal would wipe with: the whole screen, or what has scrolled out of it. */
const WIPES = /\u001b\[[23]J|\u001bc/;
const ENTER_ALTERNATE = '\u001b[?1049h';
const LEAVE_ALTERNATE = '\u001b[?1049l';
const SHOW_CURSOR = '\u001b[?25h';

const opened: Pty[] = [];

afterEach(async () => {
  for (const terminal of opened.splice(0)) {
    terminal.kill('SIGKILL');
    await terminal.exit;
  }
});

function open(box: ReturnType<typeof sandbox>, args: readonly string[], options?: PtyOptions): Pty {
  const terminal = openPty(box, args, options);
  opened.push(terminal);
  return terminal;
}

function everything(terminal: Pty): string {
  return [...terminal.scrollback(), ...terminal.screen()].join('\n');
}

async function keptHandle(box: ReturnType<typeof sandbox>, rows = 5000): Promise<string> {
  const { stdout } = await box.inside(['invoke', 'demo.customers', `rows=${rows}`, '--mode', 'handle_only']);
  return String(framesOf(stdout).at(-1)?.['handle_id']);
}

describe('the live view', () => {
  it('shows a run, leaves its account in the scrollback and wipes nothing', async () => {
    const box = sandbox();
    // Slow enough for each phase to last several screens.
    const shell = `for n in $(seq 1 60); do echo before-$n; done; akernel invoke demo.customers rows=150 delay_ms=25 --budget 8000 --stream; echo after`;
    const terminal = open(box, [], { shell });
    await terminal.waitFor('demo.customers');
    // On the screen, as only what changes of a line is written.
    await terminal.waitFor('[2 trimmed]');
    await terminal.waitFor('[3 summary]');
    expect((await terminal.exit).exitCode).toBe(0);
    const text = everything(terminal);
    for (let line = 1; line <= 60; line += 1) {
      expect(text.split('\n').filter((shown) => shown === `before-${line}`)).toHaveLength(1);
    }
    expect(text).toMatch(/completed · seen 150 rows/);
    expect(text).toMatch(/akernel expand h_[0-9a-z]{10} --offset \d+\nafter/);
    expect(text).not.toContain('space freeze');
    expect(text).not.toContain('@example.com');
    expect(terminal.written()).not.toMatch(WIPES);
    expect(terminal.written()).not.toContain(ENTER_ALTERNATE);
    expect(terminal.written()).toContain(SHOW_CURSOR);
  });

  it('keeps its place while the terminal goes from 200 × 60 to 40 × 12 and back', async () => {
    const box = sandbox();
    const shell = `for n in $(seq 1 30); do echo before-$n; done; akernel ${LIVE.join(' ')} --budget 100000; echo after`;
    const terminal = open(box, [], { shell, columns: 200, rows: 60 });
    await terminal.waitFor('demo.customers');
    for (const [columns, rows] of [
      [40, 12],
      [80, 24],
      [60, 15],
      [200, 60],
    ] as const) {
      await terminal.resize(columns, rows);
      await terminal.waitFor(columns === 40 ? /handle h_/ : /action a_/, `${columns} × ${rows}`);
    }
    expect((await terminal.exit).exitCode).toBe(0);
    const text = everything(terminal);
    for (let line = 1; line <= 30; line += 1) {
      expect(text.split('\n').filter((shown) => shown === `before-${line}`)).toHaveLength(1);
    }
    expect(text).toMatch(/completed · seen 200 rows/);
    expect(terminal.written()).not.toMatch(WIPES);
  });

  it('leaves an account that begins with the exit status of a command that failed', async () => {
    const terminal = open(sandbox(), ['exec', '--', 'sh', '-c', 'echo shown; exit 7']);
    expect((await terminal.exit).exitCode).toBe(7);
    expect(everything(terminal)).toMatch(/exit status 7 {2}\d:\d\d\n[\s\S]*\nexit status 7 · seen 1 line/);
    expect(everything(terminal)).not.toContain('completed');
  });

  it('cancels with Ctrl-C: the account says so, and the command that ran is gone', async () => {
    const box = sandbox();
    const terminal = open(box, ['exec', '--', 'sh', '-c', 'echo started; sleep 300.25']);
    await terminal.waitFor('started');
    terminal.type('\u0003');
    expect((await terminal.exit).exitCode).toBe(130);
    expect(everything(terminal)).toMatch(/cancelled/);
    expect(running('sleep 300.25')).toEqual([]);
    expect(terminal.written()).toContain(SHOW_CURSOR);
  });

  it('cancels with c only when asked again', async () => {
    const terminal = open(sandbox(), [...LIVE]);
    await terminal.waitFor('demo.customers');
    terminal.type('c');
    await terminal.waitFor(/cancel/i);
    terminal.type('c');
    await terminal.exit;
    expect(everything(terminal)).toMatch(/cancelled · seen \d+ rows/);
  });

  it('can be left while the run goes on into its handle', async () => {
    const terminal = open(sandbox(), ['invoke', 'demo.customers', 'rows=100', 'delay_ms=20', '--stream']);
    await terminal.waitFor(/handle h_/);
    terminal.type('q');
    await terminal.waitFor(/finish/);
    terminal.type('f');
    expect((await terminal.exit).exitCode).toBe(0);
    expect(everything(terminal)).toMatch(/goes on[\s\S]*completed · seen 100 rows/);
  });

  it('opens the pager on the handle while the run goes on, and comes back', async () => {
    const terminal = open(sandbox(), [...LIVE, '--budget', '2000']);
    await terminal.waitFor(/handle h_/);
    terminal.type('e');
    await terminal.waitFor(/rows \d+-\d+ of/);
    expect(terminal.emulator.buffer.active.type).toBe('alternate');
    terminal.type('q');
    await terminal.waitFor('space freeze');
    expect(terminal.emulator.buffer.active.type).toBe('normal');
  });

  it('stops with Ctrl-Z, gives the terminal back, and goes on with fg', async () => {
    const box = sandbox();
    const terminal = open(box, [], {
      shell: `set -m; akernel ${LIVE.join(' ')} & fg; echo; echo back-in-shell; fg; echo after`,
    });
    await terminal.waitFor('demo.customers');
    terminal.type('\u001a');
    await terminal.waitFor('space freeze');
    expect((await terminal.exit).exitCode).toBe(0);
    const text = everything(terminal);
    expect(text).toContain('back-in-shell');
    expect(text).toMatch(/completed · seen 200 rows[\s\S]*after/);
  });

  it('reads keys from the terminal while data is piped in', async () => {
    const shell = '(seq 1 200; sleep 1; seq 201 400; sleep 3) | akernel pipe';
    const terminal = open(sandbox(), [], { shell });
    await terminal.waitFor('stdin.read');
    terminal.type('?');
    await terminal.waitFor('Live view');
    terminal.type('?');
    await terminal.waitFor('space freeze');
    terminal.type('c');
    await terminal.waitFor(/cancel/i);
    terminal.type('c');
    await terminal.exit;
    expect(everything(terminal)).toMatch(/cancelled/);
  });

  it('ends with the status of the signal and gives the terminal back, though keys are typed all the time', async () => {
    const terminal = open(sandbox(), ['invoke', 'demo.customers', 'rows=100000', 'delay_ms=15', '--stream']);
    await terminal.waitFor(/handle h_/);
    terminal.kill('SIGTERM');
    const typing = setInterval(() => terminal.type(' '), 20);
    const { exitCode } = await terminal.exit;
    clearInterval(typing);
    expect(exitCode).toBe(143);
    expect(everything(terminal)).toMatch(/cancelled/);
    expect(terminal.written()).toContain(SHOW_CURSOR);
  });

  it.each([
    ['TERM=dumb', { TERM: 'dumb' }, []],
    ['-o text', {}, ['-o', 'text']],
    ['-o ndjson', {}, ['-o', 'ndjson']],
    ['-q', {}, ['-q']],
    ['--screen-reader', {}, ['--screen-reader']],
  ])('gives way to plain output: %s', async (_, env, flags) => {
    const terminal = open(sandbox(), ['invoke', 'demo.customers', 'rows=30', '--stream', ...flags], { env });
    expect((await terminal.exit).exitCode).toBe(0);
    expect(terminal.written().replaceAll(/\u001b\[(?:\d+(?:;\d+)*m|K|0K|2K)/g, '')).not.toContain('\u001b');
    expect(everything(terminal)).not.toContain('space freeze');
  });

  it('announces phases and totals as plain lines with --screen-reader', async () => {
    const terminal = open(sandbox(), ['invoke', 'demo.customers', 'rows=100000', '--stream', '--screen-reader']);
    expect((await terminal.exit).exitCode).toBe(0);
    expect(everything(terminal)).toMatch(
      /demo\.customers begins[\s\S]*phase 2[\s\S]*phase 3[\s\S]*phase 4[\s\S]*completed/,
    );
    expect(terminal.written()).not.toContain('\r\u001b');
  });

  it('is refused with -o live where there is no terminal', async () => {
    const { status, stderr } = await sandbox().inside(['invoke', 'demo.customers', '--stream', '-o', 'live']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('there is no terminal')]);
  });
});

describe('the pager', () => {
  it('moves, jumps, filters, opens a record and leaves the screen as it was', async () => {
    const box = sandbox();
    const handle = await keptHandle(box);
    const terminal = open(box, [], { shell: `echo before; akernel expand ${handle}; echo after` });
    await terminal.waitFor(/rows 1-\d+ of 5,000/);
    terminal.type('G');
    await terminal.waitFor(/-5,000 of 5,000/);
    terminal.type(':1234\r');
    // The row itself must be there, not only its number.
    await terminal.waitFor(/> ?1,234 +1234/);
    terminal.type('\r');
    await terminal.waitFor('created_at');
    terminal.type('\u001b');
    await terminal.waitFor('columns 1-');
    terminal.type('fplan = "team" and amount > 9000\r');
    await terminal.waitFor(/matches 1-\d+ of \d+/);
    await terminal.resize(40, 12);
    await terminal.waitFor(/match|rows/);
    await terminal.resize(80, 24);
    terminal.type('q');
    expect((await terminal.exit).exitCode).toBe(0);
    expect(everything(terminal)).toMatch(/before\nafter/);
    expect(terminal.written()).toContain(LEAVE_ALTERNATE);
    expect(terminal.written()).not.toContain('@example.com');
  });

  it('ends with status 4 and one trace where there is no such handle', async () => {
    const box = sandbox();
    const terminal = open(box, ['expand', 'h_0000000000']);
    expect((await terminal.exit).exitCode).toBe(4);
    expect(everything(terminal)).toContain('there is no such handle');
    expect(terminal.written()).not.toContain(ENTER_ALTERNATE);
    const { stdout } = await box.inside(['audit', 'list']);
    expect(JSON.parse(stdout)).toMatchObject([{ event: 'expand', error: { code: 'HANDLE_NOT_FOUND' } }]);
  });

  it('gives one page as text when a size is asked for', async () => {
    const box = sandbox();
    const terminal = open(box, ['expand', await keptHandle(box, 100), '--limit', '3']);
    expect((await terminal.exit).exitCode).toBe(0);
    expect(everything(terminal)).toContain('rows 0 to 2 of 100');
    expect(terminal.written()).not.toContain(ENTER_ALTERNATE);
  });
});

describe('akernel ui', () => {
  it('runs a capability from its form, shows its handle and its trace, and verifies the chain', async () => {
    const terminal = open(sandbox(), ['ui'], { columns: 100, rows: 30 });
    await terminal.waitFor('demo.customers');
    await terminal.waitFor('allowed');
    terminal.type('\r');
    await terminal.waitFor('delay_ms');
    terminal.type('25');
    await terminal.waitFor(/rows +25/);
    terminal.type('\r');
    await terminal.waitFor(/completed[\s\S]*25 rows/);
    terminal.type('q');
    await terminal.waitFor('Open its result');
    terminal.type('\u001b');
    await terminal.waitFor('enter run');
    terminal.type('\u001b');
    await terminal.waitFor('enter arguments');
    terminal.type('3');
    await terminal.waitFor(/complete/);
    terminal.type('4');
    await terminal.waitFor(/invoke/);
    terminal.type('v');
    await terminal.waitFor(/chain: intact, \d+ records checked/);
    terminal.type('q');
    expect((await terminal.exit).exitCode).toBe(0);
    expect(terminal.written()).toContain(LEAVE_ALTERNATE);
  });

  it('needs a terminal', async () => {
    const { status, stderr } = await sandbox().inside(['ui']);
    expect([status, stderr]).toEqual([2, expect.stringContaining('needs a terminal')]);
  });
});

/** Processes whose command line holds these words. */
function running(words: string): readonly string[] {
  if (process.platform !== 'linux') {
    return execFileSync('ps', ['-A', '-o', 'command'], { encoding: 'utf8' })
      .split('\n')
      .filter((line) => line.includes(words));
  }
  return readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ').includes(words);
    } catch {
      return false;
    }
  });
}
