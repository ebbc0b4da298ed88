import type { FileWrite, Members } from './event.js';
import { isMembers, textAt } from './members.js';

const FILE = ['file_path', 'filePath', 'path', 'notebook_path'] as const;
const BEFORE = ['old_string', 'oldString', 'old_str'] as const;
const AFTER = ['content', 'contents', 'new_string', 'newString', 'new_str', 'file_text', 'new_source', 'code'] as const;

const EDITS = ['edits', 'replacements'] as const;

/** What a tool that writes was told to write, under the names that hosts give to it; none where it cannot be told. */
export function writesIn(input: Members): readonly FileWrite[] {
  const file = textAt(input, ...FILE);
  const all = [input, ...EDITS.flatMap((name) => editsIn(input[name]))];
  return all.flatMap((members) => writeOf(members, file) ?? []);
}

/** The same input with other texts, in the order of `writesIn`; every other member as it was. */
export function inputWith(input: Members, writes: readonly FileWrite[]): Members {
  const file = textAt(input, ...FILE);
  const waiting = [...writes];
  const replaced = (members: Members): Members =>
    writeOf(members, file) === undefined ? members : put(members, waiting.shift());
  const own = replaced(input);
  const lists = EDITS.flatMap((name) => {
    const list = input[name];
    return Array.isArray(list) ? [[name, list.map((edit) => (isMembers(edit) ? replaced(edit) : edit))] as const] : [];
  });
  return { ...own, ...Object.fromEntries(lists) };
}

function editsIn(list: unknown): readonly Members[] {
  return Array.isArray(list) ? list.filter(isMembers) : [];
}

/** One edit of several may name a file of its own. */
function writeOf(members: Members, outer: string | undefined): FileWrite | undefined {
  const file = textAt(members, ...FILE) ?? outer;
  const after = textAt(members, ...AFTER);
  const before = textAt(members, ...BEFORE);
  return file === undefined || after === undefined
    ? undefined
    : { file, after, ...(before === undefined ? {} : { before }) };
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
