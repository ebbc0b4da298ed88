import type { HostId } from '../../contract/host.js';

/** How akernel is started: both as absolute paths. */
export interface OwnProgram {
  readonly node: string;
  readonly program: string;
}

/**
 * The shell that the host runs the line with is asked for its own name, so that the command meets the shell that it
 * would have met.
 */
const SAME_SHELL = `"\${BASH:-\${ZSH_VERSION:+zsh}}"`;

/** The command verbatim, as one word. */
export function wrapCommand(command: string, host: HostId, { node, program }: OwnProgram): string {
  return `${quoted(node)} ${quoted(program)} exec --hook ${host} --shell ${SAME_SHELL} -- ${quoted(command)}`;
}

/** Whether a command is one of these; anybody can write one that looks like it. */
export function isWrapped(command: string): boolean {
  return /^'[^']+' '[^']+' exec --hook [a-z-]+ --shell /.test(command);
}

function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}
