import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { defineImportOpenApi } from '../import-openapi.js';

export function defineImport(command: Command, context: CommandContext): void {
  defineImportOpenApi(command.command('openapi'), context);
}
