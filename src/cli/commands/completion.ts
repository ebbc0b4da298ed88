import type { Command } from 'commander';
import { COMPLETION_SCRIPTS, SHELLS } from '../completion-scripts.js';
import type { CommandContext } from '../context.js';
import { oneOf } from '../flags/values.js';

const INSTALL = `
Install:
  bash   akernel completion bash > ~/.local/share/bash-completion/completions/akernel
  zsh    akernel completion zsh > "\${fpath[1]}/_akernel"
  fish   akernel completion fish > ~/.config/fish/completions/akernel.fish`;

export function defineCompletion(command: Command, context: CommandContext): void {
  command
    .argument('<shell>', SHELLS.join(', '), (text) => oneOf('the shell', text, SHELLS))
    .addHelpText('after', INSTALL)
    .action((shell: (typeof SHELLS)[number]) => context.stdout.write(COMPLETION_SCRIPTS[shell]));
}
