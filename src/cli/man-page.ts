import type { Command, Option } from 'commander';
import { VERSION } from '../contract/version.js';
import { type Example, examplesOf } from './examples.js';

const STATUS: readonly (readonly [string, string])[] = [
  ['0', 'success; also a closed pipe'],
  ['1', 'internal error; findings of redact --fail-on-findings and --staged'],
  ['2', 'usage or config'],
  ['3', 'denied, or a capability token rejected'],
  ['4', 'not found or expired'],
  ['5', 'driver or model failed'],
  ['6', 'budget or limit'],
  ['7', 'store failed'],
  ['124', 'timeout'],
  ['129, 130, 143', 'ended by SIGHUP, SIGINT, SIGTERM'],
];

/** The page for man(1), in the macros of man(7), from what the commands say of themselves. */
export function manPage(program: Command, commands: readonly Command[]): string {
  return [
    `.TH AKERNEL 1 "" "akernel ${VERSION}" "User Commands"`,
    '.SH NAME',
    `akernel \\- ${text('runs capabilities for language models and lets nothing through unguarded')}`,
    '.SH SYNOPSIS',
    '.B akernel',
    text('[options] <command> [arguments]'),
    '.SH DESCRIPTION',
    text(
      'Standard output is the result and nothing else; progress, warnings and hints go to standard error. A result is ' +
        'redacted, keeps to a budget of model tokens, and is stored whole behind a handle that akernel expand pages.',
    ),
    '.SH OPTIONS',
    ...optionLines(program.options),
    '.SH COMMANDS',
    ...commands.flatMap((command) => commandLines(command, command.name())),
    '.SH "EXIT STATUS"',
    ...STATUS.flatMap(([status, meaning]) => tagged(status, meaning)),
    text("exec passes its command's status on."),
    '.SH FILES',
    ...tagged('akernel.config.json, akernel.config.yaml', 'the config of a project, looked for upwards'),
    ...tagged('~/.local/state/akernel', 'handles, traces, sessions and keys; AKERNEL_HOME names another folder'),
    '.SH "SEE ALSO"',
    text('akernel help config, and the other pages that akernel help lists'),
    '',
  ].join('\n');
}

function commandLines(command: Command, path: string): readonly string[] {
  const help = command.createHelp();
  const argumentLines = command.registeredArguments
    .filter(({ description }) => description !== '')
    .flatMap((argument) => tagged(help.argumentTerm(argument), argument.description));
  const examples = examplesOf(path, command);
  const below = command.commands.filter((each) => help.visibleCommands(command).includes(each));
  return [
    `.SS "akernel ${quoted(path)} ${quoted(command.usage().replace('[options] [command]', '[options]'))}"`,
    text(sentence(command.description())),
    ...argumentLines,
    ...optionLines(help.visibleOptions(command).filter(({ long }) => long !== '--help')),
    ...(examples.length === 0 ? [] : exampleLines(examples)),
    ...below.flatMap((each) => commandLines(each, `${path} ${each.name()}`)),
  ];
}

function optionLines(options: readonly Option[]): readonly string[] {
  return options.flatMap(({ flags, description }) => tagged(flags, description));
}

function exampleLines(examples: readonly Example[]): readonly string[] {
  return ['.PP', 'Examples:', '.PP', '.nf', '.RS', ...examples.map(([line]) => text(line)), '.RE', '.fi'];
}

function tagged(term: string, description: string): readonly string[] {
  return ['.TP', `.B ${quotedWord(term)}`, text(description)];
}

function sentence(words: string): string {
  return `${words.charAt(0).toUpperCase()}${words.slice(1)}.`;
}

/** A line of text: no backslash, hyphen or first dot of it is one of roff (groff_char(7)). */
function text(words: string): string {
  const escaped = words.replaceAll('\\', '\\e').replaceAll('-', '\\-').replaceAll('…', '...').replaceAll("'", '\\(aq');
  return /^[.']/.test(escaped) ? `\\&${escaped}` : escaped;
}

function quoted(words: string): string {
  return text(words).replaceAll('"', '\\(dq');
}

function quotedWord(words: string): string {
  return `"${quoted(words)}"`;
}
