import type { FileWrite, Members } from './event.js';
import { isMembers, textAt } from './members.js';

const FILE = ['file_path', 'filePath', 'path', 'notebook_path'] as const;
const BEFORE = ['old_string', 'oldString', 'old_str'] as const;
const AFTER = ['content', 'contents', 'new_string', 'newString', 'new_str', 'file_text', 'new_source', 'code'] as const;

/** What a tool that writes was told to write, under the names that hosts give to it; none where it cannot be told. */
export function writesIn(input: Members): readonly FileWrite[] {
  const file = textAt(input, ...FILE);
  if (file === undefined) {
    return [];
  }
  const own = writeOf(file, input);
  return [...(own === undefined ? [] : [own]), ...editsOf(input).flatMap((edit) => writeOf(file, edit) ?? [])];
}

/** The same input with other texts, in the order of `writesIn`; every other member as it was. */
export function inputWith(input: Members, writes: readonly FileWrite[]): Members {
  const file = textAt(input, ...FILE) ?? '';
  const [own, ...others] = writeOf(file, input) === undefined ? [undefined, ...writes] : writes;
  const waiting = [...others];
  const edits = editsOf(input).map((edit) => (writeOf(file, edit) === undefined ? edit : put(edit, waiting.shift())));
  return { ...put(input, own), ...(edits.length === 0 ? {} : { edits }) };
}

function editsOf({ edits }: Members): readonly Members[] {
  return Array.isArray(edits) ? edits.filter(isMembers) : [];
}

function writeOf(file: string, members: Members): FileWrite | undefined {
  const after = textAt(members, ...AFTER);
  const before = textAt(members, ...BEFORE);
  return after === undefined ? undefined : { file, after, ...(before === undefined ? {} : { before }) };
}

function put(members: Members, write: FileWrite | undefined): Members {
  if (write === undefined) {
    return members;
  }
  const { before } = write;
  return {
    ...members,
    ...at(members, AFTER, write.after),
    ...(before === undefined ? {} : at(members, BEFORE, before)),
  };
}

function at(members: Members, names: readonly string[], text: string): Members {
  const name = names.find((each) => typeof members[each] === 'string');
  return name === undefined ? {} : { [name]: text };
}
