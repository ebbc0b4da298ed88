import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The absolute path of the program itself, for whoever has to start it without a path to look along. */
export function ownProgram(): string {
  return findAbove(dirname(fileURLToPath(import.meta.url)));
}

function findAbove(folder: string): string {
  const file = join(folder, 'bin', 'akernel.js');
  const above = dirname(folder);
  return existsSync(file) || above === folder ? file : findAbove(above);
}
