import type { Command } from 'commander';
import { KernelError } from '../contract/errors.js';
import type { MemoryItem, SessionMemory } from '../contract/session.js';
import { terminalSafe, terminalSafeLine } from '../contract/terminal-safe.js';
import type { CommandContext } from './context.js';
import { readStdin } from './key-values.js';
import { printList, printValue } from './output/print-value.js';

interface MemoryFlags {
  readonly as?: string;
}

const AS = ['--as <principal>', 'act as this principal of the config'] as const;
const SESSION = ['<session>', 'its id'] as const;
const KEY = ['<key>', 'such as project.language'] as const;

export function defineSessionMemory(command: Command, context: CommandContext): void {
  command.summary('what a session remembers by key').description('what a session remembers by key');
  command
    .command('list')
    .description('all of it, redacted')
    .argument(...SESSION)
    .option(...AS)
    .action((sessionId: string, flags: MemoryFlags) =>
      withMemory(context, { sessionId, flags }, async (memory) =>
        printList(context, await memory.list(), { row: memoryRow, none: 'nothing is remembered' }),
      ),
    );
  command
    .command('get')
    .description('one value, redacted')
    .argument(...SESSION)
    .argument(...KEY)
    .option(...AS)
    .action((sessionId: string, key: string, flags: MemoryFlags) =>
      withMemory(context, { sessionId, flags }, async (memory) => {
        const item = await memory.get(key);
        if (item === undefined) {
          throw notRemembered();
        }
        await printValue(context, item, ({ value }) => `${terminalSafe(textOf(value))}\n`);
      }),
    );
  command
    .command('set')
    .description('remember a value in place of what was there')
    .argument(...SESSION)
    .argument(...KEY)
    .argument('<value>', 'JSON, or a text as it is; - reads it from standard input')
    .option(...AS)
    .action(async (sessionId: string, key: string, given: string, flags: MemoryFlags) => {
      const text = given === '-' ? (await readStdin(context, 'the value')).replace(/\n$/, '') : given;
      await withMemory(context, { sessionId, flags }, async (memory) => {
        await memory.set(key, givenValue(text));
        await printValue(context, { key, remembered: true }, () => `remembered ${terminalSafeLine(key)}\n`);
      });
    });
  command
    .command('rm')
    .description('forget a value')
    .argument(...SESSION)
    .argument(...KEY)
    .option(...AS)
    .action((sessionId: string, key: string, flags: MemoryFlags) =>
      withMemory(context, { sessionId, flags }, async (memory) => {
        if (!(await memory.remove(key))) {
          throw notRemembered();
        }
        await printValue(context, { removed: [key] }, () => `removed ${terminalSafeLine(key)}\n`);
      }),
    );
}

function withMemory(
  context: CommandContext,
  { sessionId, flags }: { readonly sessionId: string; readonly flags: MemoryFlags },
  use: (memory: SessionMemory) => Promise<void>,
): Promise<void> {
  return context.withKernel({ as: flags.as }, ({ kernel, principal }) =>
    use(kernel.sessions.memory(sessionId, principal)),
  );
}

function notRemembered(): KernelError {
  return new KernelError('MEMORY_NOT_FOUND', 'the session remembers nothing under this key', {
    hint: 'akernel session memory list shows what it remembers',
  });
}

function memoryRow({ key, value, changed_at: changed }: MemoryItem): Readonly<Record<string, unknown>> {
  return { key, value: textOf(value), changed };
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

function givenValue(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
