import { KernelError } from '../contract/errors.js';

export const OUTPUT_FORMATS = ['auto', 'ndjson', 'json', 'text'] as const;
export type OutputChoice = (typeof OUTPUT_FORMATS)[number];
export type OutputFormat = Exclude<OutputChoice, 'auto'>;

/** The flags every command has, as commander parsed them. */
export interface GlobalFlags {
  readonly output?: string;
  readonly config?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly input?: boolean;
  readonly color?: boolean;
}

/** How a command talks: resolved once from flags, environment and the kind of its streams. */
export interface Settings {
  readonly output: OutputChoice;
  readonly configFile?: string;
  readonly quiet: boolean;
  readonly verbose: boolean;
  readonly debug: boolean;
  /** May a terminal be read from. */
  readonly input: boolean;
  readonly color: boolean;
  /** May a line be repainted. */
  readonly repaint: boolean;
}

interface Terminals {
  readonly stdoutIsTty: boolean;
  readonly stderrIsTty: boolean;
}

export function resolveSettings(flags: GlobalFlags, env: NodeJS.ProcessEnv, terminals: Terminals): Settings {
  if (flags.quiet === true && flags.verbose === true) {
    throw new KernelError('USAGE', '-q and -v exclude each other', { hint: 'give one of them' });
  }
  const plain = env['TERM'] === 'dumb' || isSet(env['CI']);
  return {
    output: outputChoice(flags.output ?? env['AKERNEL_OUTPUT'] ?? 'auto'),
    ...(flags.config === undefined ? {} : { configFile: flags.config }),
    quiet: flags.quiet === true,
    verbose: flags.verbose === true,
    debug: flags.debug === true,
    input: flags.input !== false,
    color: flags.color !== false && wantsColor(env, terminals.stdoutIsTty && !plain),
    repaint: terminals.stderrIsTty && !plain,
  };
}

/** The form a result takes: `auto` is text for a person, and what programs read otherwise. */
export function outputFormat(choice: OutputChoice, stdoutIsTty: boolean, piped: 'json' | 'ndjson'): OutputFormat {
  if (choice !== 'auto') {
    return choice;
  }
  return stdoutIsTty ? 'text' : piped;
}

function outputChoice(text: string): OutputChoice {
  const found = OUTPUT_FORMATS.find((format) => format === text);
  if (found === undefined) {
    throw new KernelError('USAGE', 'unknown output format', { hint: `choose one of ${OUTPUT_FORMATS.join(', ')}` });
  }
  return found;
}

function wantsColor(env: NodeJS.ProcessEnv, byDefault: boolean): boolean {
  if (isSet(env['NO_COLOR'])) {
    return false;
  }
  const forced = env['FORCE_COLOR'];
  if (forced !== undefined) {
    return forced !== '0' && forced !== 'false';
  }
  return byDefault;
}

function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '';
}
