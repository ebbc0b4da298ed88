import { resolve } from 'node:path';
import type { Command } from 'commander';
import type { ImportResult } from '../config/openapi/import-document.js';
import { MAX_CONFIG_BYTES } from '../config/read-file.js';
import { KernelError } from '../contract/errors.js';
import { terminalSafe, terminalSafeLine } from '../contract/terminal-safe.js';
import { readAtMost } from '../files/read-at-most.js';
import type { CommandContext } from './context.js';
import { oneOf, quote, usage } from './flags/values.js';
import { printValue } from './output/print-value.js';

interface ImportFlags {
  readonly namespace?: string;
  readonly baseUrl?: string;
  readonly tag?: readonly string[];
  readonly sensitivity?: string;
  readonly write?: string;
}

const SENSITIVITIES = ['NONE', 'PII', 'PCI', 'SECRETS'] as const;
const MAX_BYTES = 32 * 1024 * 1024;
const MOST_TOLD = 10;

export function defineImportOpenApi(command: Command, context: CommandContext): void {
  command
    .description('the operations of an OpenAPI 3 document as capabilities: printed, or added to a config')
    .argument('<document>', 'a file or an http(s) address; JSON or YAML')
    .option('--namespace <name>', 'the first part of every id; from the title otherwise', parseNamespace)
    .option('--base-url <url>', 'where the server is, in place of what the document says')
    .option('--tag <tag...>', 'only operations with one of these tags')
    .option('--sensitivity <level>', `what the results may hold: ${SENSITIVITIES.join(', ')}`, parseSensitivity, 'PII')
    .option('--write <file>', 'add them to this config; what is in it stays as it is')
    .action((source: string, flags: ImportFlags) => importDocument(context, source, flags));
}

async function importDocument(context: CommandContext, source: string, flags: ImportFlags): Promise<void> {
  const [{ checkedBaseUrl, importOpenApi }, { parseDocument }] = await Promise.all([
    import('../config/openapi/import-document.js'),
    import('../config/openapi/parse-document.js'),
  ]);
  const isUrl = /^https?:\/\//i.test(source);
  const text = isUrl ? await fetchText(context, source) : await readText(context, source);
  const result = importOpenApi(await parseDocument(text), {
    tags: flags.tag ?? [],
    sensitivity: flags.sensitivity ?? 'PII',
    ...(isUrl ? { documentUrl: source } : {}),
    ...(flags.namespace === undefined ? {} : { namespace: flags.namespace }),
    ...(flags.baseUrl === undefined ? {} : { baseUrl: checkedBaseUrl(flags.baseUrl) }),
  });
  if (result.capabilities.length === 0) {
    throw new KernelError('USAGE', 'the document has no operation that could be imported', {
      hint: flags.tag === undefined ? firstReason(result) : 'check --tag',
    });
  }
  if (flags.write === undefined) {
    await print(context, result);
  } else {
    await write(context, result, flags.write);
  }
  tell(context, result);
}

async function print(context: CommandContext, { capabilities }: ImportResult): Promise<void> {
  const { stdout, stderr, settings } = context;
  if (settings.output === 'json' || settings.output === 'ndjson') {
    await printValue(context, { capabilities }, () => '');
    return;
  }
  const { stringify } = await import('../config/yaml-library.js');
  const yaml = stringify({ capabilities }, { lineWidth: 120, aliasDuplicateObjects: false });
  if (Buffer.byteLength(yaml) > MAX_CONFIG_BYTES) {
    stderr.write(`akernel: warning: this is longer than a config may be; --tag chooses some of it\n`);
  }
  await stdout.write(stdout.isTty ? terminalSafe(yaml) : yaml);
}

async function write(context: CommandContext, { capabilities }: ImportResult, file: string): Promise<void> {
  const { writeIntoConfig } = await import('../config/write-into.js');
  const path = resolve(context.cwd, file);
  await writeIntoConfig(path, { capabilities: capabilities.map((capability) => ({ ...capability })) });
  const added = capabilities.map((capability) => capability.capability_id);
  await printValue(context, { written: path, added }, () => {
    const count = `${added.length} ${added.length === 1 ? 'capability' : 'capabilities'}`;
    return `added ${count} to ${terminalSafeLine(path)}\nnext: akernel config check\n`;
  });
}

/** What a person has to know before using it: where requests go, which secrets are sent there, what is missing. */
function tell({ stderr, settings }: CommandContext, { origins, variables, skipped }: ImportResult): void {
  if (settings.quiet) {
    return;
  }
  const lines = [
    `requests go to ${origins.slice(0, MOST_TOLD).join(', ')}`,
    ...(variables.length === 0 ? [] : [`with the credentials in the environment: ${variables.join(', ')}`]),
    ...skipped.slice(0, MOST_TOLD).map(({ operation, why }) => `left out ${operation}: it ${why}`),
    ...(skipped.length > MOST_TOLD ? [`left out ${skipped.length - MOST_TOLD} more`] : []),
  ];
  stderr.write(lines.map((line) => `akernel: ${terminalSafeLine(line)}\n`).join(''));
}

function firstReason({ skipped }: ImportResult): string {
  const [first] = skipped;
  return first === undefined ? 'it has no paths' : `${first.operation}: it ${first.why}`;
}

async function readText({ cwd }: CommandContext, path: string): Promise<string> {
  const bytes = await readAtMost(resolve(cwd, path), MAX_BYTES).catch((cause: unknown) => {
    throw new KernelError('USAGE', `the file ${quote(path)} cannot be read`, { hint: 'check its path', cause });
  });
  if (bytes === undefined) {
    throw new KernelError('LIMIT_REACHED', `the document is longer than ${MAX_BYTES} bytes`);
  }
  return bytes.toString('utf8');
}

async function fetchText({ loadRuntime, env, cwd, interrupt }: CommandContext, url: string): Promise<string> {
  const { fetchDocument } = await loadRuntime();
  return fetchDocument({ url, env, cwd, maxBytes: MAX_BYTES, signal: interrupt });
}

function parseNamespace(text: string): string {
  if (!/^[A-Za-z][A-Za-z0-9_]{0,39}$/.test(text)) {
    throw usage('--namespace is not a name', 'write letters, digits and underscores, such as github');
  }
  return text;
}

function parseSensitivity(text: string): string {
  return oneOf('--sensitivity', text.toUpperCase(), SENSITIVITIES);
}
