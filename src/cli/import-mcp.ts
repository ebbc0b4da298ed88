import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { McpImport } from '../config/mcp-import/import-servers.js';
import { KernelError } from '../contract/errors.js';
import { terminalSafe, terminalSafeLine } from '../contract/terminal-safe.js';
import { readAtMost } from '../files/read-at-most.js';
import type { CommandContext } from './context.js';
import { quote } from './flags/values.js';
import { printValue } from './output/print-value.js';

const MAX_BYTES = 8 * 1024 * 1024;

const HELP = `
Credentials are never copied: they become references to the environment, and their names are told.`;

export function defineImportMcp(command: Command, context: CommandContext): void {
  command
    .description(
      'the MCP servers of Claude, Codex, Cursor, VS Code, Zed and other hosts: printed, or added to a config',
    )
    .argument('<file>', 'their file, such as ~/.claude.json, mcp.json or config.toml')
    .option('--write <file>', 'add them to this config; what is in it stays as it is')
    .addHelpText('after', HELP)
    .action((file: string, flags: { readonly write?: string }) => importFile(context, file, flags.write));
}

async function importFile(context: CommandContext, file: string, target: string | undefined): Promise<void> {
  const [{ importServers }, { parseHostFile }, { redact }] = await Promise.all([
    import('../config/mcp-import/import-servers.js'),
    import('../config/mcp-import/parse-host-file.js'),
    context.loadRuntime(),
  ]);
  const found = await parseHostFile(await readText(context, file));
  const result = importServers(found, { isSecret: (text) => redact(text) !== text });
  const names = Object.keys(result.servers);
  if (names.length === 0) {
    const [first] = result.skipped;
    throw new KernelError('USAGE', 'the file has no server that could be imported', {
      hint: first === undefined ? 'it names none' : `${quote(first.name)} ${first.why}`,
    });
  }
  if (target === undefined) {
    await print(context, result);
  } else {
    const { writeIntoConfig } = await import('../config/write-into.js');
    const path = resolve(context.cwd, target);
    await writeIntoConfig(path, { mcp_servers: result.servers });
    await printValue(context, { written: path, added: names }, () => {
      const count = `${names.length} ${names.length === 1 ? 'server' : 'servers'}`;
      return `added ${count} to ${terminalSafeLine(path)}\nnext: akernel mcp list\n`;
    });
  }
  tell(context, result, target);
}

async function print(context: CommandContext, { servers }: McpImport): Promise<void> {
  const { stdout, settings } = context;
  if (settings.output === 'json' || settings.output === 'ndjson') {
    await printValue(context, { mcp_servers: servers }, () => '');
    return;
  }
  const { stringify } = await import('../config/yaml-library.js');
  const yaml = stringify({ mcp_servers: servers }, { lineWidth: 120 });
  await stdout.write(stdout.isTty ? terminalSafe(yaml) : yaml);
}

/** Whatever of the file is not in the result, and what is left to do. */
function tell(
  { stderr, settings, env }: CommandContext,
  { variables, skipped, notes }: McpImport,
  target: string | undefined,
): void {
  if (settings.quiet) {
    return;
  }
  const unset = variables.filter((name) => env[name] === undefined);
  const lines = [
    ...(unset.length === 0 ? [] : [`set these variables before using it: ${unset.join(', ')}`]),
    ...skipped.map(({ name, why }) => `left out ${name}: it ${why}`),
    ...notes,
    ...(target === undefined ? ['nothing was written; --write FILE adds them to a config'] : []),
  ];
  stderr.write(lines.map((line) => `akernel: ${terminalSafeLine(line)}\n`).join(''));
}

async function readText({ cwd }: CommandContext, path: string): Promise<string> {
  const bytes = await readAtMost(resolve(cwd, path), MAX_BYTES).catch((cause: unknown) => {
    throw new KernelError('USAGE', `the file ${quote(path)} cannot be read`, { hint: 'check its path', cause });
  });
  if (bytes === undefined) {
    throw new KernelError('LIMIT_REACHED', `the file is longer than ${MAX_BYTES} bytes`);
  }
  return bytes.toString('utf8');
}
