import { writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { LoadedConfig, Origin } from '../../config/config.js';
import { homeOf, stateDirectory } from '../../config/find-files.js';
import { guardOwnState } from '../../config/own-files.js';
import { leafPaths, valueAt } from '../../config/trees.js';
import { KernelError } from '../../contract/errors.js';
import { terminalSafe, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CommandContext } from '../context.js';
import { quote } from '../flags/values.js';
import { hideSecrets } from '../hide-secrets.js';
import { printValue } from '../output/print-value.js';
import type { Style } from '../output/style.js';
import { cannotCreate } from '../private-file.js';

interface Setting {
  readonly path: string;
  readonly value: unknown;
  readonly origin: Origin;
}

export function defineConfig(command: Command, context: CommandContext): void {
  command
    .command('show')
    .description('the settings in force; references to secrets are shown as they are written')
    .option('--origin', 'and where each comes from')
    .action((flags: { readonly origin?: boolean }) => show(context, flags.origin === true));
  command
    .command('check')
    .description('check a config file, or all that would be used here')
    .argument('[file]', 'a config file')
    .action((file: string | undefined) => check(context, file));
  command
    .command('init')
    .description('write a config to begin with; an existing file is left alone')
    .argument('[file]', 'where to', 'akernel.config.yaml')
    .action((file: string) => init(context, file));
  command
    .command('schema')
    .description('the JSON Schema of a config file')
    .action(async () => {
      const { configJsonSchema } = await import('../../config/json-schema.js');
      await printValue(context, configJsonSchema(), (schema) => `${JSON.stringify(schema, undefined, 2)}\n`);
    });
}

async function show(context: CommandContext, withOrigin: boolean): Promise<void> {
  const loaded = await context.loadConfig();
  const written = hideSecrets(loaded.written);
  const settings = settingsOf(loaded, written);
  const text = (_: unknown, style: Style) =>
    settings.map((setting) => settingLine(setting, withOrigin, style)).join('');
  await printValue(context, withOrigin ? settings : written, text);
}

function settingsOf({ origins }: LoadedConfig, written: Readonly<Record<string, unknown>>): readonly Setting[] {
  return leafPaths(written).map((path) => ({
    path,
    value: valueAt(written, path),
    origin: origins[path] ?? { source: 'default' },
  }));
}

function settingLine({ path, value, origin }: Setting, withOrigin: boolean, style: Style): string {
  const name = origin.name === undefined ? '' : ` ${origin.name}`;
  const from = withOrigin ? style.faint(terminalSafeLine(`  # ${origin.source}${name}`)) : '';
  return `${style.strong(terminalSafeLine(path))} = ${terminalSafeLine(JSON.stringify(value))}${from}\n`;
}

async function check(context: CommandContext, file: string | undefined): Promise<void> {
  const loaded = file === undefined ? await context.loadConfig({ isStrict: true }) : await loadFile(context, file);
  const { files, warnings } = loaded;
  await printValue(context, { ok: true, files, warnings }, () => {
    const found = files.length === 0 ? 'no config file: the defaults are in force' : `valid: ${files.join(', ')}`;
    return `${terminalSafe([found, ...warnings].join('\n'))}\n`;
  });
}

async function loadFile(context: CommandContext, file: string): Promise<LoadedConfig> {
  const { loadConfig } = await import('../../config/load.js');
  const detectorNames = async () => (await context.loadRuntime()).detectorNames();
  const schemaMistake = async () => (await context.loadRuntime()).schemaMistake;
  const builtInIds = async () => (await context.loadRuntime()).builtInIds();
  const { env, cwd } = context;
  return loadConfig({ env, cwd, file, detectorNames, builtInIds, schemaMistake, isStrict: true });
}

async function init(context: CommandContext, file: string): Promise<void> {
  const { EXAMPLE_YAML, exampleJson } = await import('../../config/example.js');
  const path = resolve(context.cwd, file);
  if (!/\.(?:json|yaml)$/.test(path)) {
    throw new KernelError('USAGE', `the config file ${quote(file)} must end in .yaml or .json`, {
      hint: 'akernel config init akernel.config.yaml',
    });
  }
  guardOwnState({ store: { directory: await storeDirectory(context) } }, context.env).refuse(path);
  try {
    await writeFile(path, path.endsWith('.json') ? exampleJson() : EXAMPLE_YAML, { flag: 'wx' });
  } catch (cause) {
    throw cannotCreate(file, cause);
  }
  await printValue(context, { written: path }, () => `written ${terminalSafeLine(path)}\nnext: akernel config check\n`);
}

/** A config that cannot be read is no reason not to write another one. */
function storeDirectory({ loadConfig, env }: CommandContext): Promise<string> {
  return loadConfig().then(
    ({ config }) => config.store.directory,
    () => stateDirectory(env, homeOf(env)),
  );
}
