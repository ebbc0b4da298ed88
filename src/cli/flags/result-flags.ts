import type { Command } from 'commander';
import type { Encoding } from '../../contract/budget.js';
import type { ResponseMode } from '../../contract/frame.js';
import type { OutputOptions } from '../../contract/output-options.js';
import type { OpenKernel } from '../context.js';
import { parseBudget, parseCount, parseDurationFlag, parseEncoding, parseMode } from './values.js';

/** The flags that bound and shape a result, as parsed. */
export interface ResultFlags {
  readonly budget?: number;
  readonly encoding?: Encoding;
  readonly mode?: ResponseMode;
  readonly maxRows?: number;
  readonly maxFields?: number;
}

/** The flags of everything that runs: `invoke`, `pipe` and `exec`. */
export interface RunFlags extends ResultFlags {
  readonly timeout?: number;
  readonly session?: string;
  readonly as?: string;
  readonly stopAtBudget?: boolean;
  readonly failOverBudget?: boolean;
  readonly query?: string;
  /** false with `--no-keep` */
  readonly keep: boolean;
}

export function addResultFlags(command: Command): Command {
  return command
    .option('--budget <n>', 'model tokens that may be printed in all (512 or more)', parseBudget)
    .option('--encoding <name>', 'tokenizer that counts them', parseEncoding)
    .option('--mode <mode>', 'form of one frame: auto, summary, table, handle_only, raw', parseMode)
    .option('--max-rows <n>', 'rows of a table', parseCount('--max-rows'))
    .option('--max-fields <n>', 'fields of a row', parseCount('--max-fields'));
}

export function addRunFlags(command: Command): Command {
  return addResultFlags(command)
    .option('--timeout <duration>', 'end the run after 500ms, 30s, 5m …', parseDurationFlag('--timeout'))
    .option('--session <id>', 'charge the ledger of this session')
    .option('--as <principal>', 'act as this principal of the config')
    .option('--stop-at-budget', 'stop the source when the budget is used up')
    .option('--fail-over-budget', 'end with status 6 when something was left out of what is printed')
    .option('--query <text>', 'what you want to know: lines of a long text that share its words come first')
    .option('--no-keep', 'store nothing');
}

/** What the flags ask for, and the defaults of the config where they do not say. */
export function outputOptions(flags: ResultFlags, { defaults }: Pick<OpenKernel, 'defaults'>): OutputOptions {
  return {
    maxTokens: flags.budget ?? defaults.maxTokens,
    encoding: flags.encoding ?? defaults.encoding,
    ...(flags.mode === undefined ? {} : { mode: flags.mode }),
    ...(flags.maxRows === undefined ? {} : { maxRows: flags.maxRows }),
    ...(flags.maxFields === undefined ? {} : { maxFields: flags.maxFields }),
  };
}

export interface RunOptions extends OutputOptions {
  readonly timeoutMs?: number;
  readonly sessionId?: string;
  readonly keep: boolean;
  readonly stopAtBudget: boolean;
  readonly query?: string;
}

export function runOptions(flags: RunFlags, kernel: Pick<OpenKernel, 'defaults'>): RunOptions {
  const timeoutMs = flags.timeout ?? kernel.defaults.timeoutMs;
  return {
    ...outputOptions(flags, kernel),
    ...(timeoutMs === undefined ? {} : { timeoutMs }),
    ...(flags.session === undefined ? {} : { sessionId: flags.session }),
    keep: flags.keep,
    stopAtBudget: flags.stopAtBudget === true,
    ...(flags.query === undefined ? {} : { query: flags.query }),
  };
}
