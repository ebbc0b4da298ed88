import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { LoadedConfig } from '../../src/config/config.js';
import { type LoadOptions, loadConfig } from '../../src/config/load.js';

export interface ConfigHome {
  readonly path: string;
  /** Writes a file below the home and gives its path. */
  readonly put: (name: string, text: string, mode?: number) => string;
  readonly load: (
    env?: Readonly<Record<string, string>>,
    options?: Omit<Partial<LoadOptions>, 'env'>,
  ) => Promise<LoadedConfig>;
  readonly dispose: () => void;
}

/** A home directory in which configs are loaded. */
export function createConfigHome(): ConfigHome {
  const path = mkdtempSync(join(tmpdir(), 'akernel-config-'));
  return {
    path,
    put: (name, text, mode = 0o644) => {
      const full = join(path, name);
      mkdirSync(dirname(full), { recursive: true });
      writeFileSync(full, text);
      chmodSync(full, mode);
      return full;
    },
    load: (env = {}, options = {}) => loadConfig({ env: { HOME: path, ...env }, cwd: path, ...options }),
    dispose: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** As it stands in a config, for example to an environment variable. */
export function reference(to: string): string {
  return `\${${to}}`;
}
