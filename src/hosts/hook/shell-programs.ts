import type { ShellSegment } from './shell-segments.js';

const ASSIGNMENT = /^[A-Za-z_]\w*\+?=/;
/** Words of the shell, and programs that run another one. */
const BEFORE = new Set(
  'if then else elif while until do { ! ( time builtin command exec sudo doas env nohup nice stdbuf timeout'.split(' '),
);
const RUNNERS = new Set('sh bash zsh dash ksh eval ssh xargs docker podman kubectl'.split(' '));
/** What they are told to look for, to test or to note is not what they print. */
const SEARCHES = new Set(
  'grep egrep fgrep zgrep rg ag ack test [ [[ find fd git gh glab npm npx pnpm yarn bun vitest jest mocha pytest cargo go make'.split(
    ' ',
  ),
);
const IN_PLACE: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[nErsuz]*i|--in-place)/,
  gsed: /^(?:-[nErsuz]*i|--in-place)/,
  perl: /^-[\dlnpswaF]*i/,
  ruby: /^-[\dlnpswaF]*i/,
  yq: /^(?:-i|--inplace)/,
  awk: /^inplace$/,
  gawk: /^inplace$/,
};
const SCRIPT_OPTION = /^(?:-[\dlnpswaFErsuz]*[eE]|--expression)$/;
/** A pattern that is replaced, and one that lines are chosen by. */
const PATTERN =
  /(?<![A-Za-z\\])s([^\w\s\\])(?:\\[\s\S]|(?!\1)[^\\])*(?=\1)|(^|[;{}\n,!])(\s*)\/(?:\\[\s\S]|[^\\/\n])*\//g;
const STDIN = /^(?:\/dev\/(?:stdin|fd\/0)|-|<\([\s\S]*)$/;

/** The name of the program that a command runs in the end. */
export function programOf(words: readonly string[]): string {
  return (fromProgram(words)[0] ?? '').replace(/^.*\//, '');
}

/** Whether the words of a program are command lines. */
export function isRunner(program: string): boolean {
  return RUNNERS.has(program);
}

/** The words that a program can print or write. */
export function ownWords(words: readonly string[]): readonly string[] {
  const program = programOf(words);
  if (SEARCHES.has(program)) {
    return [];
  }
  const own = fromProgram(words).slice(1);
  return program in IN_PLACE ? own.map((word) => word.replace(PATTERN, '')) : own;
}

/** The files that a program is told to write, by its words; an empty name where it writes some other. */
export function filesWritten({ words }: Pick<ShellSegment, 'words'>): readonly string[] {
  const [, ...args] = fromProgram(words);
  const names = args.filter((word) => !word.startsWith('-'));
  switch (programOf(words)) {
    case 'tee':
    case 'sponge':
      return names;
    case 'dd':
      return args.flatMap((word) => (word.startsWith('of=') ? [word.slice(3)] : []));
    case 'cp':
    case 'mv':
    case 'install':
      return args.some((word) => STDIN.test(word)) ? names.slice(-1) : [];
    case 'ed':
    case 'ex':
      return names.slice(-1);
    default:
      return editedFiles(programOf(words), args, names);
  }
}

function editedFiles(program: string, args: readonly string[], names: readonly string[]): readonly string[] {
  const isInPlace = program in IN_PLACE && args.some((word) => IN_PLACE[program]?.test(word));
  if (!isInPlace) {
    return [];
  }
  const scripts = args.filter((_, index) => SCRIPT_OPTION.test(args[index - 1] ?? ''));
  const files = scripts.length > 0 ? names.filter((name) => !scripts.includes(name)) : names.slice(1);
  return files.length === 0 ? [''] : files;
}

/** Without what stands before it: assignments, words of the shell, and programs that run it, with their options. */
function fromProgram(words: readonly string[]): readonly string[] {
  let at = 0;
  let isAfterProgram = false;
  while (at < words.length) {
    const word = words[at] ?? '';
    const isOption = isAfterProgram && /^(?:-|\d+[smhd]?$)/.test(word);
    if (!(ASSIGNMENT.test(word) || BEFORE.has(word) || isOption)) {
      break;
    }
    isAfterProgram ||= BEFORE.has(word);
    at += 1;
  }
  return words.slice(at);
}
