import { resolve } from 'node:path';
import { guardOwnState } from '../../config/own-files.js';
import { readRegularFile } from '../../files/read-regular-file.js';
import type { ShownText } from '../../hosts/hook/shown-lines.js';
import type { CommandContext } from '../context.js';
import type { HookRedaction } from './load-redaction.js';

const MOST_FILE_BYTES = 16 * 1024 * 1024;

/** What is on the disk now. A file that is not there holds nothing, and neither does one that is not to be read. */
export async function readShown(
  context: CommandContext,
  { cwd = context.cwd, file }: { readonly cwd?: string; readonly file: string },
  redaction: HookRedaction,
): Promise<ShownText> {
  const path = resolve(cwd, file);
  const isOwn = guardOwnState((await context.loadConfig()).config, context.env).holds(path);
  const bytes = isOwn ? undefined : await readRegularFile(path, MOST_FILE_BYTES);
  const real = Buffer.isBuffer(bytes) ? bytes.toString('utf8') : '';
  const redacted = redaction.text(real);
  return { real, shown: redacted?.text ?? real, replacements: redacted?.replacements ?? [] };
}
