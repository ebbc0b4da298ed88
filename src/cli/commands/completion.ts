import type { Command } from 'commander';
import { COMPLETION_SCRIPTS, SHELLS } from '../completion-scripts.js';
import type { CommandContext } from '../context.js';
import { oneOf } from '../flags/values.js';

export function defineCompletion(command: Command, context: CommandContext): void {
  command
    .argument('<shell>', SHELLS.join(', '), (text) => oneOf('the shell', text, SHELLS))
    .action((shell: (typeof SHELLS)[number]) => context.stdout.write(COMPLETION_SCRIPTS[shell]));
}
