import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { HOST_IDS, type HostId } from '../../src/contract/host.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/hooks', import.meta.url));

/** Assembled here, so that no file of the repository looks as if it held a secret. */
export const SECRET = `${'sk_'}live_4eC39HqLyjWDarjtT1zdp7dc`;
export const SECRET_LINE = `API_KEY=${SECRET}`;
export const PASSWORD = `Tr0ub${'adour'}&3xK`;

const MEGABYTE = Array.from({ length: 26_000 }, (_, index) => `${index} line of a long build output, module ok\n`).join(
  '',
);
const BASE64 = Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * 7919) % 251)).toString('base64');

export interface HookFixture {
  readonly host: HostId;
  readonly name: string;
  /** The event as its host would write it in this folder. */
  readonly event: (cwd: string) => Readonly<Record<string, unknown>>;
}

/** Every event of every host. */
export function hookFixtures(): readonly HookFixture[] {
  return HOST_IDS.flatMap((host) =>
    readdirSync(`${FOLDER}/${host}`)
      .sort()
      .map((file) => ({
        host,
        name: file.replace('.json', ''),
        event: (cwd) => eventIn(`${FOLDER}/${host}/${file}`, cwd),
      })),
  );
}

function eventIn(file: string, cwd: string): Readonly<Record<string, unknown>> {
  const text = JSON.stringify(JSON.parse(readFileSync(file, 'utf8')))
    .replaceAll('{{cwd}}', cwd)
    .replaceAll('{{secret line}}', SECRET_LINE)
    .replaceAll('{{password}}', PASSWORD)
    .replaceAll('{{base64}}', BASE64);
  const filled = (value: string): string =>
    value.replaceAll('{{1 MB}}', value.startsWith('{"') ? JSON.stringify(MEGABYTE).slice(1, -1) : MEGABYTE);
  return JSON.parse(text, (_, value) => (typeof value === 'string' ? filled(value) : value));
}
