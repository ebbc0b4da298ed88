import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const PACKAGE = /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//;
const LICENSE = /^(?:licen[cs]e|copying|notice)/i;

/** The names, versions and licenses of all packages that esbuild put into bundles, in the order of their names. */
export function thirdPartyNotices(root, metafiles) {
  const inputs = metafiles.flatMap(({ outputs }) =>
    Object.values(outputs).flatMap((output) => Object.keys(output.inputs)),
  );
  const folders = new Set(inputs.flatMap((input) => PACKAGE.exec(input)?.[1] ?? []));
  // Its data is packed as dist/ranks.
  folders.add('node_modules/tiktoken');
  const notices = [...folders].sort().map((folder) => noticeOf(join(root, folder)));
  return `akernel contains these packages.\n\n${notices.join('\n\n')}\n`;
}

function noticeOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  const texts = readdirSync(folder)
    .filter((file) => LICENSE.test(file) && !file.endsWith('.js'))
    .map((file) => readFileSync(join(folder, file), 'utf8').trim());
  return [`---- ${name} ${version} (${license})`, ...texts].join('\n\n');
}
