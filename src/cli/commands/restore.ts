import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { type RestoreFlags, restore } from '../in-clear/restore.js';

const HELP = `
Only the principal that made the map can use it, as long as its handle lasts (akernel handles list); each time leaves a
trace with counts. What stands around a placeholder may have been changed. One that the map does not have stays as it is.`;

export function defineRestore(command: Command, context: CommandContext): void {
  command
    .argument('[file...]', 'texts with placeholders; standard input if none is given, or for -')
    .requiredOption('--map <handle>', 'the handle that akernel redact --keep-map told')
    .option('--write', 'put the values back into the files themselves, each in one step')
    .option('--out <file>', 'write to a new file, readable only by you')
    .addHelpText('after', HELP)
    .action((words: readonly string[], flags: RestoreFlags) => restore(context, words, flags));
}
