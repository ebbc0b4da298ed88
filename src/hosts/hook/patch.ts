import type { FileWrite } from './event.js';

const FILE_LINE = /^\*\*\* (?:Add|Update) File: (.+)$/;

/** The lines that a patch in the form of `apply_patch` takes away and adds, file by file. */
export function patchWrites(patch: string): readonly FileWrite[] {
  const writes: FileWrite[] = [];
  for (const line of patch.split('\n')) {
    const file = FILE_LINE.exec(line)?.[1];
    const last = writes.at(-1);
    if (file !== undefined) {
      writes.push({ file: file.trim(), before: '', after: '' });
    } else if (last !== undefined && line.startsWith('+')) {
      writes.splice(-1, 1, { ...last, after: `${last.after}${line.slice(1)}\n` });
    } else if (last !== undefined && line.startsWith('-')) {
      writes.splice(-1, 1, { ...last, before: `${last.before}${line.slice(1)}\n` });
    }
  }
  return writes;
}
