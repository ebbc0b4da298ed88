import { about } from '../text/refusal.js';
import { type FileChange, refuseReadOnly } from './apply-changes.js';
import { hostParts, type PartsRequest } from './host-parts.js';
import { readHostFile } from './read-host-file.js';
import { type InstallRecord, type RecordedFile, readCopy } from './record.js';
import { takeOut } from './take-out.js';

export interface UninstallPlan {
  readonly changes: readonly FileChange[];
  readonly notes: readonly string[];
}

export interface UninstallRequest extends Pick<PartsRequest, 'host' | 'scope' | 'place' | 'own'> {
  readonly folder: string;
  readonly record: InstallRecord;
}

/** What has to change so that all is as it was. */
export async function planUninstall(request: UninstallRequest): Promise<UninstallPlan> {
  const changes: FileChange[] = [];
  const notes: string[] = [];
  for (const recorded of request.record.files) {
    const change = await about(recorded.path, () => planFile(recorded, request));
    if (change === 'deleted') {
      notes.push(`${recorded.path} was deleted since, and is left so`);
    } else if (change.before !== change.after) {
      changes.push(change);
    }
  }
  await refuseReadOnly(changes);
  return { changes, notes };
}

async function planFile(recorded: RecordedFile, request: UninstallRequest): Promise<FileChange | 'deleted'> {
  const { path, target, text: current, mode } = await readHostFile(recorded.path);
  if (current === undefined) {
    return 'deleted';
  }
  const after = await withoutUs(recorded, { request, current });
  return { path, target, before: current, after, mode: recorded.mode ?? mode ?? 0o600 };
}

async function withoutUs(
  recorded: RecordedFile,
  { request, current }: { readonly request: UninstallRequest; readonly current: string },
): Promise<string | undefined> {
  const { folder } = request;
  const original = recorded.original === undefined ? undefined : readCopy(folder, recorded.original);
  const installed = readCopy(folder, recorded.installed);
  if (current === installed || current === original) {
    return original;
  }
  const parts = hostParts({ ...request, copy: '', parts: recorded.parts, wrap: request.record.wrap });
  const own = parts.map((each) => ({ ...each, path: recorded.path }));
  return takeOut(own, { original, installed: installed ?? current, current });
}
