import { applyChanges, type FileChange, removeFolders, removeUnfinished } from './apply-changes.js';
import type { InstallPlan } from './plan-install.js';
import { type InstallRecord, readCopy, readRecord, removeRecord, writeRecord } from './record.js';

/** The copies are safe before the first file of the host is changed; when that fails, all is as before. */
export async function carryOutInstall(folder: string, { changes, record, copies }: InstallPlan): Promise<void> {
  const before = readRecord(folder);
  const old = new Map([...copies.keys()].map((name) => [name, readCopy(folder, name)]));
  writeRecord(folder, record, copies);
  let made: readonly string[];
  try {
    made = await applyChanges(changes);
  } catch (error) {
    putBack(folder, before, old);
    throw error;
  }
  writeRecord(folder, { ...record, folders: [...new Set([...record.folders, ...made])] }, new Map());
}

function putBack(
  folder: string,
  before: InstallRecord | undefined,
  old: ReadonlyMap<string, string | undefined>,
): void {
  if (before === undefined) {
    removeRecord(folder);
    return;
  }
  const copies = [...old].flatMap(([name, text]) => (text === undefined ? [] : [[name, text] as const]));
  writeRecord(folder, before, new Map(copies));
}

/** The copies are removed when all files of the host are as they were. */
export async function carryOutUninstall(
  folder: string,
  { changes, record }: { readonly changes: readonly FileChange[]; readonly record: InstallRecord },
): Promise<void> {
  await applyChanges(changes);
  for (const { path } of record.files) {
    await removeUnfinished(path);
  }
  await removeFolders(record.folders);
  removeRecord(folder);
}
