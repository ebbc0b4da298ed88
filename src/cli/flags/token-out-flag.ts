import { type Command, Option } from 'commander';

export interface TokenOutFlag {
  readonly out?: string;
  /** What `--out` was called: it wrote in two commands and reads in all others; whoever wrote it so goes on. */
  readonly tokenFile?: string;
}

/** A capability token goes into a new file. */
export function addTokenOutFlag(command: Command, words: string): Command {
  return command.option('--out <file>', words).addOption(new Option('--token-file <file>').hideHelp());
}

export function tokenOutOf({ out, tokenFile }: TokenOutFlag): string | undefined {
  return out ?? tokenFile;
}
