import { isRecord } from '../config/trees.js';

/** The name of our one server in the files of hosts. */
export const OWN_SERVER = 'akernel';

/** Whether an entry of a host's file starts `akernel mcp serve`. */
export function isOwnEntry(entry: unknown): boolean {
  if (!isRecord(entry)) {
    return false;
  }
  const { command, args } = entry;
  const words = [command, args].flat().filter((word) => typeof word === 'string');
  const at = words.indexOf('mcp');
  return at > 0 && words[at + 1] === 'serve' && words.slice(0, at).some((word) => /akernel(?:\.js)?$/.test(word));
}
