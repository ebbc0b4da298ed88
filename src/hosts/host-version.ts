import { execFile } from 'node:child_process';

const LONGEST_MS = 2000;
const MOST_BYTES = 16 * 1024;

/** The version that a host's program prints when it is asked; undefined where it says none in time. No shell is used. */
export function hostVersion(
  program: string,
  env: Readonly<Record<string, string | undefined>>,
): Promise<string | undefined> {
  return new Promise((resolve) => {
    const options = { timeout: LONGEST_MS, maxBuffer: MOST_BYTES, killSignal: 'SIGKILL', env: { ...env } } as const;
    execFile(program, ['--version'], options, (error, stdout) => {
      const [version] = /\b\d+\.\d+(?:\.\d+)?\b/.exec(stdout) ?? [];
      resolve(error === null ? version : undefined);
    });
  });
}

/** Whether a version is this one or a later one. */
export function isAtLeast(version: string, least: string): boolean {
  const [have, need] = [version, least].map((text) => text.split('.').map(Number));
  for (const index of [0, 1, 2]) {
    const [a, b] = [have?.[index] ?? 0, need?.[index] ?? 0];
    if (a !== b) {
      return a > b;
    }
  }
  return true;
}
