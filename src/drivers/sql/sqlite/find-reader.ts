import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The program that reads SQLite lies beside `akernel` itself, in the folder `bin` of the package. */
export function findReader(): string {
  return findAbove(dirname(fileURLToPath(import.meta.url)));
}

function findAbove(folder: string): string {
  const file = join(folder, 'bin', 'sqlite-reader.js');
  const above = dirname(folder);
  return existsSync(file) || above === folder ? file : findAbove(above);
}
