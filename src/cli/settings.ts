import { KernelError } from '../contract/errors.js';
import { quote } from './flags/values.js';
import { ROW_FORMATS, type RowFormat } from './output/row-lines.js';

export const OUTPUT_FORMATS = ['auto', 'live', 'ndjson', 'json', 'text', ...ROW_FORMATS] as const;
export type OutputChoice = (typeof OUTPUT_FORMATS)[number];
/** The form of what is no list of rows. */
export type ValueFormat = Exclude<OutputChoice, 'auto' | 'live' | RowFormat>;
/**
 * What is written to standard output; a view is shown on a terminal instead. Plain is text for programs: rows are lines of
 * JSON, not a table.
 */
export type OutputFormat = ValueFormat | RowFormat | 'plain';

/** The flags every command has, as commander parsed them. */
export interface GlobalFlags {
  readonly output?: string;
  readonly config?: string;
  readonly quiet?: boolean;
  readonly verbose?: boolean;
  readonly debug?: boolean;
  readonly input?: boolean;
  readonly color?: boolean;
  readonly screenReader?: boolean;
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
  /** A terminal that can do no more than print, or nobody who looks at it: `TERM=dumb`, `CI`. */
  readonly plain: boolean;
  /** Lines that are only ever added to, for a screen reader. */
  readonly screenReader: boolean;
  /** The terminal shows ASCII only. */
  readonly ascii: boolean;
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
    plain,
    screenReader: flags.screenReader === true || isOn(env['AKERNEL_SCREEN_READER']) || isOn(env['INK_SCREEN_READER']),
    ascii: !speaksUtf8(env),
  };
}

/** The form of a result or a list: `auto` is text for a person, and what programs read otherwise; so is `live` without a view. */
export function outputFormat<Piped extends OutputFormat>(
  choice: OutputChoice,
  stdoutIsTty: boolean,
  piped: Piped,
): ValueFormat | RowFormat | Piped {
  if (choice !== 'auto' && choice !== 'live') {
    return choice;
  }
  return stdoutIsTty || choice === 'live' ? 'text' : piped;
}

/** As `outputFormat`, for what is one value, or has a form of its own. */
export function valueFormat<Piped extends OutputFormat>(
  choice: OutputChoice,
  stdoutIsTty: boolean,
  piped: Piped,
): ValueFormat | Piped {
  if (isRowFormat(choice)) {
    throw new KernelError('USAGE', `what this prints has no rows, and cannot be printed with -o ${choice}`, {
      hint: 'use -o json or -o text',
    });
  }
  return outputFormat(choice, stdoutIsTty, piped) as ValueFormat | Piped;
}

export function isRowFormat(choice: string): choice is RowFormat {
  return ROW_FORMATS.some((format) => format === choice);
}

function outputChoice(text: string): OutputChoice {
  const found = OUTPUT_FORMATS.find((format) => format === text);
  if (found === undefined) {
    throw new KernelError('USAGE', `there is no output format ${quote(text)}`, {
      hint: `choose one of ${OUTPUT_FORMATS.join(', ')}`,
    });
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

function isOn(value: string | undefined): boolean {
  return isSet(value) && value !== '0' && value !== 'false';
}

/** As the C library decides it: the first of these that is set. Nothing set means a modern terminal. */
function speaksUtf8(env: NodeJS.ProcessEnv): boolean {
  const locale = [env['LC_ALL'], env['LC_CTYPE'], env['LANG']].find(isSet);
  return locale === undefined || /utf-?8/i.test(locale);
}
