import { resolve } from 'node:path';
import type { Config } from '../../config/config.js';
import { guardOwnState } from '../../config/own-files.js';
import { readRegularFile } from '../../files/read-regular-file.js';
import type { AfterTool } from '../../hosts/hook/event.js';
import { printsFile } from '../../hosts/hook/leave-alone.js';
import { textAt } from '../../hosts/hook/members.js';

const MOST_BYTES = 4 * 1024 * 1024;
const MOST_FILES = 8;

/** The whole of each file of which a tool shows a part, as it is on the disk now: a part of a key does not look like one. */
export async function filesBehind(
  event: AfterTool,
  { config, env }: { readonly config: Config; readonly env: NodeJS.ProcessEnv },
): Promise<readonly string[]> {
  const { cwd = '/' } = event;
  const guard = guardOwnState(config, env);
  const texts: string[] = [];
  for (const name of namesIn(event).slice(0, MOST_FILES)) {
    const path = resolve(cwd, name);
    const bytes = guard.holds(path) ? undefined : await readRegularFile(path, MOST_BYTES);
    texts.push(...(Buffer.isBuffer(bytes) ? [bytes.toString('utf8')] : []));
  }
  return texts;
}

/** Of a file that is shown whole nothing more is known from the disk. */
function namesIn({ input, showsFile }: AfterTool): readonly string[] {
  const { command } = input;
  if (typeof command === 'string') {
    const isPart = printsFile(command) && !/^\s*cat\b/.test(command);
    const words = isPart ? command.trim().split(/\s+/).slice(1) : [];
    return words.map((word) => word.replace(/^(['"])(.*)\1$/, '$2')).filter((word) => !word.startsWith('-'));
  }
  const name = textAt(input, 'file_path', 'filePath', 'path', 'absolute_path');
  return showsFile && name !== undefined && Object.keys(input).length > 1 ? [name] : [];
}
