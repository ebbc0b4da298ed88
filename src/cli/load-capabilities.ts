import type { Kernel } from '../contract/kernel.js';
import { terminalSafeLine } from '../contract/terminal-safe.js';
import type { CommandContext } from './context.js';

/** Loads what comes from elsewhere, such as MCP servers. Who fails is told of on standard error, and hides no other. */
export async function loadCapabilities({ stderr, settings }: CommandContext, kernel: Kernel): Promise<void> {
  for (const { namespace, error } of await kernel.capabilities.load()) {
    if (!settings.quiet) {
      const hint = error.hint === undefined ? '' : ` (${error.hint})`;
      stderr.write(`akernel: warning: ${terminalSafeLine(`${namespace}: ${error.message}${hint}`)}\n`);
    }
  }
}
