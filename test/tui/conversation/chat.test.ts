import { describe, expect, test } from 'vitest';
import type { ActorResult } from '../../../src/contract/actor.js';
import { type ChatAnswer, runChat } from '../../../src/tui/chat.js';
import type { RunControls } from '../../../src/tui/run-conversation.js';
import { createFakeTerminal, KEYS } from '../../support/fake-terminal.js';
import { createSampleAgentRun } from '../../support/sample-agent-run.js';
import { settle } from '../../support/sample-run.js';

function openChat(answers: Readonly<Record<string, ChatAnswer>> = {}) {
  const terminal = createFakeTerminal({ columns: 70, rows: 20 });
  const runs: { message: string; controls: RunControls; sample: ReturnType<typeof createSampleAgentRun> }[] = [];
  const end = new AbortController();
  let left: { readonly result: ActorResult | undefined } | undefined;
  void runChat({
    terminal,
    about: 'demo in s_1, /help',
    limits: {},
    history: ['an old one'],
    start(message, controls) {
      const sample = createSampleAgentRun();
      runs.push({ message, controls, sample });
      return sample.run;
    },
    command: async (line) => answers[line] ?? { type: 'text', text: `no ${line}` },
    openPager: () => {
      throw new Error('there is none');
    },
    signal: end.signal,
  }).then((result) => {
    left = { result };
  });
  return {
    terminal,
    runs,
    end,
    async left() {
      await settle();
      return left;
    },
    async text() {
      await settle();
      terminal.advance(500);
      return (await terminal.scrollback()).join('\n').trimEnd();
    },
  };
}

describe('a chat', () => {
  test('asks, shows the answer above, and asks again', async () => {
    const chat = openChat();
    expect(await chat.text()).toBe('>\ndemo in s_1, /help');
    await chat.terminal.press('Hello', KEYS.enter);
    expect(chat.runs.map(({ message }) => message)).toEqual(['Hello']);
    expect(await chat.text()).toMatch(/^> Hello\n• model answers {2}step 0.*\n>\ndemo in s_1/);
    await chat.runs[0]?.sample.give({ type: 'text-delta', delta: 'Good day.\nHow are' });
    expect(await chat.text()).toMatch(/^> Hello\n\nGood day\.\nHow are\n• model/);
    // What is typed meanwhile waits for its Enter.
    await chat.terminal.press('next', KEYS.enter);
    await chat.runs[0]?.sample.give({ type: 'text-delta', delta: ' you?' });
    await chat.runs[0]?.sample.end();
    expect(await chat.text()).toBe('> Hello\n\nGood day.\nHow are you?\n> next\ndemo in s_1, /help');
    await chat.terminal.press(KEYS.enter);
    expect(chat.runs.map(({ message }) => message)).toEqual(['Hello', 'next']);
    await chat.runs[1]?.sample.end();
    await chat.terminal.press(KEYS.up, KEYS.up, KEYS.up);
    expect(await chat.text()).toContain('\n> an old one\n');
  });

  test('stops an answer by Ctrl-C, and is left by Ctrl-D only', async () => {
    const chat = openChat();
    await chat.terminal.press(KEYS['ctrl+c']);
    expect(await chat.text()).toContain('Ctrl-D or /exit leaves');
    await chat.terminal.press('Hello', KEYS.enter, KEYS['ctrl+c']);
    expect(chat.runs[0]?.controls.stopSignal.aborted).toBe(true);
    await chat.terminal.press(KEYS['ctrl+c']);
    expect(await chat.text()).toContain('the answer was stopped');
    expect(chat.runs[0]?.sample.cancelled()).toBe('cancelled by a person');
    await chat.terminal.press('Again', KEYS.enter);
    expect(chat.runs[1]?.controls.stopSignal.aborted).toBe(false);
    await chat.runs[1]?.sample.end({ text: 'done' });
    await chat.terminal.press('\u0004');
    expect((await chat.left())?.result?.text).toBe('done');
    expect(chat.terminal.isRaw()).toBe(false);
    expect(chat.terminal.written()).toMatch(/\u001b\[\?2004h[\s\S]*\u001b\[\?2004l/);
    expect(chat.terminal.timers()).toBe(0);
  });

  test('marks pastes while it has the terminal, and not for the shell that Ctrl-Z goes to', async () => {
    const chat = openChat();
    const modes = () => chat.terminal.written().match(/2004[hl]/g);
    await chat.terminal.press(KEYS['ctrl+z']);
    expect(modes()).toEqual(['2004h', '2004l']);
    chat.terminal.resume();
    expect(modes()).toEqual(['2004h', '2004l', '2004h']);
    await chat.terminal.press('\u0004');
    await chat.left();
    expect(modes()).toEqual(['2004h', '2004l', '2004h', '2004l']);
  });

  test('shows the beginning of a message of ten thousand lines', async () => {
    const chat = openChat();
    const lines = Array.from({ length: 10_000 }, (_, index) => `line ${index}`);
    await chat.terminal.press(`\u001b[200~${lines.join('\r')}\u001b[201~`, KEYS.enter);
    const text = await chat.text();
    expect(text).toContain('line 19\n  and 9,980 more lines');
    expect(text).not.toContain('line 20\n');
  });

  test('obeys commands', async () => {
    const chat = openChat({ '/exit': { type: 'exit' } });
    await chat.terminal.press('/tools', KEYS.enter);
    expect(await chat.text()).toContain('> /tools\nno /tools\n');
    await chat.terminal.press('/exit', KEYS.enter);
    expect(await chat.left()).toEqual({ result: undefined });
    expect(chat.runs).toEqual([]);
  });

  test('ends with the process, and its run with it', async () => {
    const chat = openChat();
    await chat.terminal.press('Hello', KEYS.enter);
    chat.end.abort();
    expect((await chat.left())?.result?.status).toBe('cancelled');
  });
});
