import { describe, expect, test } from 'vitest';
import type { CommandContext } from '../../src/cli/context.js';
import { createTextPrinter } from '../../src/cli/output/print-text.js';
import { savingsLine } from '../../src/cli/output/savings-line.js';
import { resolveSettings } from '../../src/cli/settings.js';
import type { Frame } from '../../src/contract/frame.js';

const BUDGET = { total: 4000, used: 100, remaining: 3900 };

function frame(members: Partial<Frame>): Frame {
  return { seq: 0, phase: 1, budget: BUDGET, is_final: false, ...members };
}

interface Screen {
  readonly isTty?: boolean;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
}

/** What a person sees: both streams in the order of writing, notices in braces. */
async function printed(frames: readonly Frame[], { isTty = false, quiet = false, verbose = false }: Screen = {}) {
  let stdout = '';
  let screen = '';
  let clock = 0;
  const printer = await createTextPrinter(
    {
      stdout: {
        isTty,
        columns: () => 80,
        isClosed: () => false,
        flush: () => Promise.resolve(),
        write: (text) => {
          stdout += text;
          screen += text;
          return Promise.resolve();
        },
      },
      stderr: {
        isTty,
        columns: () => 80,
        write: (text) => {
          screen += `{${text}}`;
        },
        ready: async () => undefined,
        isDelivered: async () => true,
      },
      settings: resolveSettings({ color: false, quiet, verbose }, {}, { stdoutIsTty: isTty, stderrIsTty: isTty }),
      env: {},
      now: () => {
        clock += 1000;
        return clock;
      },
    },
    () => ({ frames: 1, rows: 12_345, bytes: 99 }),
  );
  for (const one of frames) {
    await printer.frame(one);
  }
  await printer.end();
  return { stdout, screen };
}

describe('standard output holds the result alone', () => {
  test('text is joined exactly as it came', async () => {
    const texts = ['one\ntw', 'o\nthr', 'ee'].map((text) => frame({ text }));
    const final = frame({ is_final: true, status: 'completed', facts: ['text: 3 lines'] });
    const { stdout, screen } = await printed([...texts, final]);
    expect(stdout).toBe('one\ntwo\nthree');
    expect(screen).toBe(stdout);
    expect((await printed([...texts, final], { isTty: true })).screen).toMatch(
      /three\{[\r\n].*• text: 3 lines\ncompleted/,
    );
  });

  test('facts stand for what was left out', async () => {
    const final = frame({ is_final: true, status: 'completed', omitted: { chars: 7 }, facts: ['text: 3 lines'] });
    expect((await printed([frame({ text: 'cut' }), final])).stdout).toBe(
      'cut\n• text: 3 lines\n[akernel] omitted 7 chars; nothing is kept\n',
    );
  });

  test('facts alone are the result', async () => {
    const final = frame({ is_final: true, status: 'completed', facts: ['rows: 3'], omitted: { rows: 3 } });
    expect((await printed([final], { isTty: true })).stdout).toBe('• rows: 3\n');
    expect((await printed([{ ...final, omitted: { rows: 0 } }])).stdout).toBe('');
  });

  test('what a command says on standard error goes there', async () => {
    const { stdout, screen } = await printed([frame({ text: 'out\n' }), frame({ text: 'err\n', channel: 'stderr' })]);
    expect(stdout).toBe('out\n');
    expect(screen).toBe('out\n{err\n}');
  });

  test('raw data is printed', async () => {
    expect((await printed([frame({ raw_data: { a: [1] } })])).stdout).toBe('{"a":[1]}\n');
  });

  test('nothing a capability sent is obeyed by the terminal', async () => {
    const evil = 'a\u001b]52;c;aGk=\u0007b\u009b2Jc';
    const hostile = frame({
      rows: [{ [evil]: evil }],
      text: evil,
      facts: [evil],
      warnings: [evil],
      raw_data: evil,
      handle_id: evil,
      is_final: true,
      status: 'failed',
      next: evil,
      redactions: { [evil]: 1 },
      handle: { handle_id: evil, total_rows: 1, size_bytes: 1, expires_at: evil, state: 'partial', reason: evil },
      provenance: { principal_id: evil, driver_id: evil, invoked_at: evil },
    });
    const { screen } = await printed([hostile], { verbose: true, isTty: true });
    expect(screen).not.toMatch(/[\u001b\u009b\u0007]/);
    expect(screen).not.toContain('52;c');
  });
});

describe('notices', () => {
  test('a change of phase is announced once', async () => {
    const frames = [frame({ text: 'a\n', phase: 2 }), frame({ text: 'b\n', phase: 2 })];
    expect((await printed(frames, { verbose: true })).screen).toBe('a\n{phase 2 (trimmed), budget 100/4,000\n}b\n');
    expect((await printed(frames)).screen).toBe('a\nb\n');
  });

  test('warnings are shown even when it is quiet', async () => {
    const { screen } = await printed([frame({ warnings: ['line is not valid JSON (3)'] })], { quiet: true });
    expect(screen).toBe('{warning: line is not valid JSON (3)\n}');
  });

  test('with verbose it says how the budget was counted, and in which encoding where that is known', async () => {
    const final = frame({ is_final: true, status: 'completed' });
    expect((await printed([final], { isTty: true, verbose: true })).screen).toMatch(
      /budget 100\/4,000 (?:\w+ )?\(\w+( \w+)?\)/,
    );
  });

  test('the account counts what was kept of a text in lines', async () => {
    const final = frame({
      is_final: true,
      status: 'completed',
      seen: { lines: 2, chars: 8, bytes: 8 },
      handle: { handle_id: 'h_1', total_rows: 2, size_bytes: 5, expires_at: 'T', state: 'complete' },
    });
    expect((await printed([final], { isTty: true })).screen).toContain('handle h_1: 2 lines, 5 bytes, complete');
  });

  test('the account says what was seen, shown, omitted, redacted and kept', async () => {
    const final = frame({
      is_final: true,
      status: 'completed',
      seen: { rows: 1000, bytes: 1 },
      shown: { rows: 10 },
      omitted: { rows: 990, fields: ['notes'] },
      redactions: { email: 1200 },
      handle: { handle_id: 'h_1', total_rows: 1000, size_bytes: 5, expires_at: 'T', state: 'partial', reason: 'cap' },
      next: 'akernel expand h_1 --offset 10',
    });
    const { screen } = await printed([final], { isTty: true });
    expect(screen).toBe(`{completed · seen 1,000 rows, 1 byte · shown 10 rows · omitted 990 rows, fields notes
redacted: email 1,200
budget 100/4,000
handle h_1: 1,000 rows, 5 bytes, partial (cap), until T
next: akernel expand h_1 --offset 10
}`);
    expect((await printed([final])).screen).toBe(
      '[akernel] omitted 990 rows, fields notes; redacted: email 1,200; kept in part: cap; next: akernel expand h_1 --offset 10\n',
    );
    expect((await printed([final], { quiet: true, isTty: true })).screen).toBe(
      '{akernel: omitted 990 rows, fields notes; akernel expand h_1 --offset 10\n}',
    );
  });

  test('a command that a signal ended says so where something was left out, and its own output stays as it is', async () => {
    const final = frame({
      is_final: true,
      status: 'completed',
      exit: { exit_code: null, signal: 'SIGKILL' },
      text: '# fail 0\n',
      handle: { handle_id: 'h_1', total_rows: 1, size_bytes: 9, expires_at: 'T', state: 'partial', reason: 'killed' },
    });
    expect((await printed([final])).screen).toBe('# fail 0\n');
    const cut = { ...final, omitted: { chars: 990 } };
    expect((await printed([cut])).screen).toBe(
      '# fail 0\n[akernel] ended by SIGKILL; omitted 990 chars; kept in part: killed; handle h_1\n',
    );
  });

  test('a budget without a ceiling', async () => {
    const budget = { used: 5, remaining: null };
    const frames = [frame({ budget, phase: 2 }), frame({ is_final: true, status: 'completed', budget })];
    const { screen } = await printed(frames, { isTty: true });
    expect(screen).toContain('budget 5/none');
  });
});

describe('on a terminal', () => {
  test('the status line is painted and removed before anything else is written', async () => {
    const { screen } = await printed([frame({ text: 'a\n', handle_id: 'h_1' }), frame({ text: 'b\n' })], {
      isTty: true,
    });
    const status = '\r\u001b[Kphase 1 full · budget 100/4,000 · 12,345 rows seen · h_1';
    expect(screen).toBe(`a\n{${status}}{\r\u001b[K}b\n{${status}}{\r\u001b[K}`);
  });

  test('a line that is not at its end is never painted over', async () => {
    const { screen } = await printed([frame({ text: 'half' }), frame({ text: ' done\n' })], { isTty: true });
    expect(screen).toMatch(/^half done\n\{/);
  });

  test('a notice begins on a line of its own, and the prompt too', async () => {
    const { screen } = await printed([frame({ text: 'half', warnings: ['w'] }), frame({ text: 'end' })], {
      isTty: true,
      quiet: true,
    });
    expect(screen).toBe('half{\nwarning: w\n}end\n');
  });
});

describe('what the budget kept out', () => {
  const whole = { used: 3600, total: 4000, remaining: 400 };
  const final = frame({ is_final: true, status: 'completed', budget: whole, seen: { bytes: 523_999, rows: 9 } });
  const settings = (quiet: boolean, env = {}) =>
    resolveSettings({ quiet }, env, { stdoutIsTty: false, stderrIsTty: true });
  const told = (one: Frame, isTty = true, quiet = false, env = {}) =>
    savingsLine(one, { settings: settings(quiet, env), stderr: { isTty } as CommandContext['stderr'] });

  test('is told to whoever looks on', () => {
    const cut = { ...final, omitted: { rows: 5 } };
    expect(told(cut)).toBe('akernel: about 131,000 → 3,600 model tokens\n');
    expect(told(cut, true, false, { LANG: 'C' })).toBe('akernel: about 131,000 -> 3,600 model tokens\n');
    expect([told(cut, false), told(cut, true, true)]).toEqual(['', '']);
  });

  test('is nothing where all is shown, or what is shown is longer', () => {
    expect(told(final)).toBe('');
    expect(told({ ...final, omitted: { rows: 5 }, seen: { bytes: 100 } })).toBe('');
    expect(told({ ...final, omitted: { rows: 5 }, is_final: false })).toBe('');
  });

  test('stands in the account on a terminal', async () => {
    const { screen } = await printed([{ ...final, omitted: { rows: 5 } }], { isTty: true });
    expect(screen).toContain('budget 3,600/4,000\nabout 131,000 → 3,600 model tokens\n');
  });
});
