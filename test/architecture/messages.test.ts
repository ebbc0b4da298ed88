import { describe, expect, it } from 'vitest';
import { type Message, messagesOf } from '../support/messages.js';

/** Words with a capital that a message may begin with, besides variables and acronyms. */
const NAMES = ['KernelError.code', 'Node.js'];

const MESSAGES = messagesOf('src')
  .map((message) => ({ ...message, text: bare(message.text) }))
  .filter(({ text }) => /[a-z]{2}/i.test(text.replace(/\{[^}]*\}/g, '')));

describe('what the program says', () => {
  it('is found', () => {
    expect(MESSAGES.filter(({ code }) => code !== undefined).length).toBeGreaterThan(300);
    expect(new Set(MESSAGES.map(({ code }) => code)).size).toBeGreaterThan(15);
  });

  it('begins small, or with a name', () => {
    expect(MESSAGES.filter(({ text }) => !beginsSmall(text)).map(placed)).toEqual([]);
  });

  it('is a fragment: without a full stop, parts joined by semicolons', () => {
    expect(MESSAGES.filter(({ text }) => !isFragment(text)).map(placed)).toEqual([]);
  });

  it('neither begs nor calls', () => {
    expect(MESSAGES.filter(({ text }) => !isCalm(text)).map(placed)).toEqual([]);
  });

  it('would be found out', () => {
    const bad = ['The run failed', 'the run failed.', 'it failed. Try again', 'please try again', 'done!'];
    expect(bad.filter((text) => beginsSmall(text) && isFragment(text) && isCalm(text))).toEqual([]);
    const good = [
      'MCP is off',
      'AKERNEL_HOME is no folder',
      'use != or ~',
      '--budget is missing',
      'write h_… in 1.5 s',
    ];
    expect(good.filter((text) => beginsSmall(text) && isFragment(text) && isCalm(text))).toEqual(good);
  });

  it('is all in one file, to be read there (vitest -u writes it)', async () => {
    await expect(listed()).toMatchFileSnapshot('../../fixtures/messages.txt');
  });
});

/** What stands before a notice, and the end of its line, are not the notice. */
function bare(text: string): string {
  return text.replace(/^(?:akernel: |hint: | \()?(?:warning: )?/, '').trimEnd();
}

function beginsSmall(text: string): boolean {
  return (
    !/^[A-Z]/.test(text) ||
    /^(?:[A-Z][A-Z0-9_]+\b|[A-Z] |[A-Z]$)/.test(text) ||
    NAMES.some((name) => text.startsWith(name))
  );
}

function isFragment(text: string): boolean {
  return !/\.$|[\w)`"]\. [A-Z]/.test(text);
}

function isCalm(text: string): boolean {
  return !/!(?!=)|\b(?:please|sorry|oops)\b/i.test(text);
}

function placed({ file, text }: Message): string {
  return `src/${file}: ${text}`;
}

/** By code, then by file; texts without a code of their own are handed on to where they get one. */
function listed(): string {
  const codes = [...new Set(MESSAGES.map(({ code }) => code ?? ''))].sort();
  const parts = codes.map((code) => {
    const said = MESSAGES.filter((message) => (message.code ?? '') === code);
    const files = [...new Set(said.map(({ file }) => file))];
    return `${code === '' ? 'PARTS, WARNINGS AND NOTICES' : code}\n${files.map((file) => ofFile(file, said)).join('')}`;
  });
  return `${parts.join('\n')}`;
}

const MARKS: Readonly<Record<Message['kind'], string>> = { message: '', hint: 'hint: ', notice: 'notice: ' };

function ofFile(file: string, said: readonly Message[]): string {
  const lines = said.filter((message) => message.file === file).map(({ kind, text }) => `    ${MARKS[kind]}${text}\n`);
  return `  src/${file}\n${[...new Set(lines)].join('')}`;
}
