import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { manPage } from '../man-page.js';

/** Prints the page for man(1); the build writes it into the package. */
export function defineMan(command: Command, context: CommandContext): void {
  command.action(async () => {
    const program = command.parent;
    if (program === null) {
      return;
    }
    const loaded: Command[] = [];
    for (const each of program.createHelp().visibleCommands(program)) {
      const found = await context.loadCommand(each.name());
      loaded.push(...(found === undefined ? [] : [found]));
    }
    await context.stdout.write(manPage(program, loaded));
  });
}
