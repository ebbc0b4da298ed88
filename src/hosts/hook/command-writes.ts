import type { FileWrite } from './event.js';
import { patchWrites } from './patch.js';
import { filesWritten, isRunner, ownWords, programOf } from './shell-programs.js';
import { readSegments, type ShellSegment } from './shell-segments.js';

const MOST_LEVELS = 4;
const OPENS = /^(?:\{|if|for|while|until|case|select)$/;
const CLOSES = /^(?:\}|fi|done|esac)$/;
const VARIABLE = /\$\{?([A-Za-z_]\w*)/g;
const MOVES = /^(?:cd|pushd|popd)$/;
/** No file that keeps anything. */
const DEVICE = /^\/dev\/(?!shm\/)/;

/** What a group of commands has printed so far, and what it was given. */
interface Group {
  readonly given: string;
  printed: string;
}

/**
 * What a command line writes into files, as far as its words show it: by a redirection, `tee`, `sed -i`, a patch, …. A
 * file whose name they do not show is empty. What a program opens by itself is not known.
 */
export function commandWrites(line: string, given = '', level = 0): readonly FileWrite[] {
  const segments = readSegments(line);
  const variables = variablesOf(segments);
  const flow = createFlow(given);
  const writes = segments.flatMap((segment) => {
    const { piped, printed } = flow.enter(segment, ownText(segment, variables));
    const files = [...segment.outputs, ...filesWritten(segment)].filter((file) => !DEVICE.test(file));
    flow.leave(segment, printed);
    return [
      ...files.map((file) => ({ file: nameOf(file), after: printed })),
      ...patchesIn(segment, printed),
      ...writesWithin(segment, piped, level),
    ];
  });
  const isElsewhere = segments.some(({ words }) => words.some((word) => MOVES.test(word)));
  return isElsewhere ? writes.map((write) => ({ ...write, file: '' })) : writes;
}

/** Follows what is printed through pipes and groups of commands. */
function createFlow(given: string) {
  const groups: Group[] = [{ given, printed: '' }];
  let piped = given;
  const closed = (isClosed: boolean): string => (isClosed && groups.length > 1 ? (groups.pop()?.printed ?? '') : '');
  return {
    enter({ words }: ShellSegment, own: string): { readonly piped: string; readonly printed: string } {
      const group = closed(CLOSES.test(words[0] ?? ''));
      return { piped, printed: `${piped}\n${group}\n${own}`.trim() };
    },
    leave({ words, operator }: ShellSegment, printed: string): void {
      piped = /^\|&?$/.test(operator) ? printed : (groups.at(-1)?.given ?? given);
      for (const group of groups) {
        group.printed += `${printed}\n`;
      }
      piped = operator === ')' ? closed(true) : piped;
      if (operator === '(' || OPENS.test(words[0] ?? '')) {
        // The first command of a group stands in the same segment as the word that opens it.
        groups.push({ given: piped, printed: words.length > 1 ? `${printed}\n` : '' });
      }
    },
  };
}

/** What a patch adds, in either form. */
function patchesIn({ words }: ShellSegment, printed: string): readonly FileWrite[] {
  switch (programOf(words)) {
    case 'apply_patch':
    case 'applypatch':
      return patchWrites(printed);
    case 'patch':
      return unifiedWrites(printed);
    case 'git':
      return words.includes('apply') || words.includes('am') ? unifiedWrites(printed) : [];
    default:
      return [];
  }
}

/** Of the command lines within this one: substitutions, `bash -c`, a script in a here-document. */
function writesWithin({ words, input, inner }: ShellSegment, piped: string, level: number): readonly FileWrite[] {
  if (level >= MOST_LEVELS) {
    return [];
  }
  const isRunning = isRunner(programOf(words));
  const given = `${piped}\n${input}`;
  return [
    ...inner.flatMap((line) => commandWrites(line, '', level + 1)),
    ...(isRunning ? words.flatMap((line) => commandWrites(line, given, level + 1)) : []),
    ...(isRunning && input !== '' ? commandWrites(input, '', level + 1) : []),
  ];
}

/** What the lines of a patch in the form of `diff -u` add, as one text. */
function unifiedWrites(patch: string): readonly FileWrite[] {
  const file = /^\+\+\+ (?:b\/)?(\S+)/m.exec(patch)?.[1] ?? '';
  const isOne = patch.split(/^\+\+\+ /m).length === 2;
  const added = patch.split('\n').filter((line) => line.startsWith('+') && !line.startsWith('+++ '));
  return [{ file: isOne ? file : '', after: added.join('\n') }];
}

/** What a command can print: its words, what it is given, and what the variables in its words were set to. */
function ownText(segment: ShellSegment, variables: ReadonlyMap<string, string>): string {
  const words = ownWords(segment.words);
  const text = [...words, segment.input].join('\n');
  const named = [...text.matchAll(VARIABLE)].map(([, name = '']) => variables.get(name) ?? '');
  return [text, ...named].join('\n');
}

function variablesOf(segments: readonly ShellSegment[]): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const word of segments.flatMap(({ words }) => words)) {
    const [, name, value = ''] = /^([A-Za-z_]\w*)\+?=([\s\S]*)$/.exec(word) ?? [];
    if (name !== undefined) {
      values.set(name, `${values.get(name) ?? ''}${value}`);
    }
  }
  return values;
}

function nameOf(file: string): string {
  return /[$`*?[{~]|^[<>]\(/.test(file) ? '' : file;
}
