import type { Command } from 'commander';
import type { CommandContext } from '../context.js';
import { defineImportMcp } from '../import-mcp.js';
import { defineImportOpenApi } from '../import-openapi.js';

export function defineImport(command: Command, context: CommandContext): void {
  defineImportMcp(command.command('mcp'), context);
  defineImportOpenApi(command.command('openapi'), context);
}
