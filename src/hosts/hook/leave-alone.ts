import { readCommandLine } from './shell-words.js';

/** They change the shell that runs them, which a child of it cannot. */
const OF_THE_SHELL = new Set(
  'cd pushd popd export source . alias unalias set unset shopt setopt umask ulimit eval declare typeset readonly bind bg fg jobs disown logout nvm conda pyenv rbenv deactivate activate'.split(
    ' ',
  ),
);

/** They need a terminal, or run on. */
const OF_A_TERMINAL = new Set(
  'vi vim nvim view emacs nano pico micro less more most man top htop btop watch ssh mosh telnet ftp sftp screen tmux su sudo doas passwd login script fzf tig lazygit gdb lldb irb ipython nohup setsid akernel'.split(
    ' ',
  ),
);

/** What shows files as they are, so that somebody can edit them. */
const SHOWS_FILES = new Set('cat head tail sed nl bat tac'.split(' '));

/** Linux takes 128 KiB, and quotes in it become longer when it is wrapped. */
const LONGEST_BYTES = 32 * 1024;

/** Why a command has to be run as it is; undefined where it can be run by `akernel exec`. */
export function whyLeftAlone(command: string, isBackground: boolean): string | undefined {
  if (isBackground) {
    return 'it runs in the background';
  }
  if (command.trim() === '' || command.includes('\0')) {
    return 'there is no command';
  }
  if (Buffer.byteLength(command) > LONGEST_BYTES) {
    return 'it is too long for one word of a command line';
  }
  const { segments, hasBackground } = readCommandLine(command);
  if (hasBackground) {
    return 'it leaves something running';
  }
  if (/\bakernel(?:\.js)?['"]?\s+(?:exec|pipe|hook)\b/.test(command)) {
    return 'it is wrapped already';
  }
  const own = segments.find(({ program }) => OF_THE_SHELL.has(program) || OF_A_TERMINAL.has(program));
  if (own !== undefined) {
    return OF_THE_SHELL.has(own.program) ? 'it changes the shell that runs it' : 'it needs a terminal';
  }
  const isFunction = /^\s*(?:function\s+\w|\w[\w-]*\s*\(\)\s*\{)/m.test(command);
  return isFunction || setsVariables(command) ? 'it changes the shell that runs it' : undefined;
}

/** One command that prints a file. */
export function printsFile(command: string): boolean {
  const { segments } = readCommandLine(command);
  const [only, ...others] = segments;
  return only !== undefined && others.length === 0 && SHOWS_FILES.has(only.program) && !/[<>$`]/.test(command);
}

/** Nothing but assignments: they are gone with a child. */
function setsVariables(command: string): boolean {
  return readCommandLine(command).segments.some(({ program }) => program === '');
}
