import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { ADDS_NOTE, agentBox } from '../support/agent-box.js';
import { openPty } from '../support/pty.js';

const WHY = ['--justification', 'the person asked for this note'];
/** The screen, and all above it. */
const all = (pty: ReturnType<typeof openPty>): string => [...pty.scrollback(), ...pty.screen()].join('\n').trimEnd();

/** Nobody answers a question before it can be read, and what comes sooner is no answer. */
function aPause(): Promise<void> {
  return sleep(700);
}

describe('akernel run on a terminal of 60 × 15', () => {
  test('leaves the conversation, the account and the next command', async () => {
    const box = await agentBox();
    const pty = openPty(box, ['run', 'demo', 'Show me 3 customers'], { columns: 60, rows: 15 });
    const { exitCode } = await pty.exit;
    expect(exitCode).toBe(0);
    const text = all(pty);
    expect(text).toMatch(
      /^> Show me 3 customers\n\nI look that up with demo__customers\.\n\n• demo\.customers {"rows":3}/,
    );
    expect(text).toContain('✓ 3 rows, handle h_');
    expect(text).toMatch(/\ncompleted · 2 model calls · 1 tool call · [\d,]+ model tokens\nin, [\d,]+ out/);
    expect(text.replace(/\n/g, '')).toMatch(/session (s_\w{10})next: akernel run demo --session \1 MESSAGE$/);
    expect(pty.written()).not.toMatch(/\u001b\[[23]J/);
    expect(pty.written().endsWith('\u001b[?25h') || !pty.written().includes('\u001b[?25l\u001b[?25l')).toBe(true);
  });

  test('asks before a call that writes', async () => {
    const box = await agentBox(ADDS_NOTE);
    const pty = openPty(box, ['run', 'demo', 'Note milk', ...WHY], { columns: 60, rows: 15 });
    await pty.waitFor('Allow notes.add? It is WRITE.');
    await pty.waitFor('{"text":"milk"}');
    expect(existsSync(join(box.directory, 'notes.txt'))).toBe(false);
    await aPause();
    pty.type('y');
    expect((await pty.exit).exitCode).toBe(0);
    expect(existsSync(join(box.directory, 'notes.txt'))).toBe(true);
    expect(all(pty)).toContain('Noted.');
  });

  test.each([['text'], ['ndjson']])('asks in a line with -o %s', async (form) => {
    const box = await agentBox(ADDS_NOTE);
    const pty = openPty(box, ['run', 'demo', 'Note milk', '-o', form, ...WHY], { columns: 200, rows: 15 });
    await pty.waitFor('allow notes.add with {"text":"milk"}? it is WRITE [y/N]');
    await aPause();
    pty.type('y\r');
    expect((await pty.exit).exitCode).toBe(0);
    expect(existsSync(join(box.directory, 'notes.txt'))).toBe(true);
    expect(all(pty).includes('akernel: calls notes.add')).toBe(form === 'text');
  });

  test('stops after the step by Ctrl-C, and now by two', async () => {
    const box = await agentBox([{ text: 'word '.repeat(500), delay_ms: 50 }]);
    const pty = openPty(box, ['run', 'demo', 'Go'], { columns: 60, rows: 15 });
    await pty.waitFor('word word');
    pty.type('\u0003');
    await pty.waitFor('stops after this step');
    pty.type('\u0003');
    expect((await pty.exit).exitCode).toBe(130);
    expect(all(pty)).toContain('cancelled ·');
  });

  test.each([
    [{ TERM: 'dumb' }, []],
    [{}, ['--screen-reader']],
  ])('is lines that are only added to: %j %j', async (env, flags) => {
    const box = await agentBox(ADDS_NOTE);
    const pty = openPty(box, ['run', 'demo', 'Note milk', ...flags, ...WHY], { columns: 100, rows: 15, env });
    await pty.waitFor('[y/N]');
    await aPause();
    pty.type('n\r');
    expect((await pty.exit).exitCode).toBe(0);
    const text = all(pty);
    expect(text).toContain('you: Note milk\nI note it.\ncalls notes.add with {"text":"milk"}\nallow notes.add with');
    expect(text).toContain('failed: POLICY_DENIED');
    expect(text).toContain('the person said no');
    expect(pty.written()).not.toMatch(/\u001b\[[\d;?]*[A-HJKhl]/);
  });
});

describe('akernel chat on a terminal', () => {
  test('goes from message to message', async () => {
    const box = await agentBox([
      { text: 'One.' },
      { tool_calls: [{ name: 'demo__customers', arguments: { rows: 2 } }] },
      { text: 'Two.' },
    ]);
    const pty = openPty(box, ['chat', 'demo'], { columns: 80, rows: 20 });
    await pty.waitFor('/help');
    pty.type('first\r');
    await pty.waitFor('One.');
    pty.type('a\u001b\rb\r');
    await pty.waitFor('Two.');
    expect(all(pty)).toContain('> a\n  b\n');
    pty.type('/session\r');
    await pty.waitFor(/session s_\w{10}\nnext: akernel run demo/);
    const [handle = ''] = /h_\w{10}/.exec(all(pty)) ?? [];
    pty.type(`/expand ${handle}\r`);
    await pty.waitFor('Ostrava');
    pty.type('q');
    await pty.waitFor('/help');
    await pty.resize(60, 15);
    pty.type('\u001b[A');
    await pty.waitFor(/> \/expand/);
    pty.type('\u0003\u0004');
    expect((await pty.exit).exitCode).toBe(0);
    expect(pty.written()).toContain('\u001b[?2004l');
  });

  test('in lines Ctrl-C ends the answer alone, and a line after a question is the next message', async () => {
    const box = await agentBox([...(ADDS_NOTE ?? []).slice(0, 1), { text: 'Third.' }]);
    const pty = openPty(box, ['chat', 'demo', '--screen-reader', ...WHY], { columns: 100, rows: 30 });
    await pty.waitFor('you>');
    pty.type('second\r');
    await pty.waitFor('[y/N]');
    // The first one answers no, too.
    pty.type('\u0003');
    await pty.waitFor(/\nakernel: the run stops after this step[\s\S]*cancelled ·[\s\S]*you>/);
    expect(all(pty)).toContain('the person said no');
    pty.type('third\r');
    await pty.waitFor(/Third\.[\s\S]*you>/);
    pty.type('\u0004');
    expect((await pty.exit).exitCode).toBe(0);
    expect(existsSync(join(box.directory, 'notes.txt'))).toBe(false);
  });

  test('in lines an answer without line breaks is seen while it is written', async () => {
    const box = await agentBox([{ text: 'word '.repeat(400), delay_ms: 20 }]);
    const pty = openPty(box, ['run', 'demo', 'Go', '--screen-reader'], { columns: 60, rows: 15 });
    await pty.waitFor(/you: Go\n(?:word )+/);
    pty.type('\u0003');
    await pty.waitFor('stops after this step');
    pty.type('\u0003');
    expect((await pty.exit).exitCode).toBe(130);
  });

  test('what is typed into a run never reaches the shell', async () => {
    const box = await agentBox([{ text: 'word '.repeat(40), delay_ms: 20 }]);
    const pty = openPty(box, [], {
      columns: 80,
      rows: 20,
      shell: 'akernel run demo Go; read -t 0.2 line; echo "got<$line>"',
    });
    await pty.waitFor('word word');
    pty.type('rm -rf x\r');
    await pty.exit;
    expect(all(pty)).toContain('got<>');
  });
});
