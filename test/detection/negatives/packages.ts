import { randomBytesOf } from '../bytes.js';
import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

const EACH = 4;

/** Packages that are called like something secret. */
const PACKAGES =
  'path-key cookie-signature csrf-token token-providers express-session jwt-secret private-key secret api-key'.split(
    ' ',
  );

interface Entry {
  readonly context: string;
  write(name: string, random: Random): string;
}

const version = (random: Random): string => fill(random, '{D1}.{D2}.{D1}');
const integrity = (random: Random): string => `sha512-${randomBytesOf(random, 64).toString('base64')}`;

const ENTRIES: readonly Entry[] = [
  {
    context: 'package-lock of 2020',
    write: (name, random) =>
      `    "node_modules/${name}": {\n      "version": "${version(random)}",\n      "integrity": "${integrity(random)}"\n    },\n`,
  },
  {
    context: 'package-lock of 2017',
    write: (name, random) =>
      `    "${name}": {\n      "version": "${version(random)}",\n      "resolved": "https://registry.npmjs.org/${name}/-/${name}.tgz",\n      "integrity": "${integrity(random)}"\n    },\n`,
  },
  {
    context: 'package.json',
    write: (name, random) => `  "dependencies": {\n    "${name}": "^${version(random)}",\n    "zod": "^3.23.8"\n  }\n`,
  },
  {
    context: 'bun.lock',
    write: (name, random) => `    "${name}": ["${name}@${version(random)}", "", {}, "${integrity(random)}"],\n`,
  },
  {
    context: 'pnpm-lock',
    write: (name, random) => `      ${name}: ${version(random)}(react@18.2.0)\n`,
  },
  {
    context: 'requirements.txt',
    write: (name, random) => `${name}==${version(random)} --hash=sha256:${fill(random, '{h64}')}\n`,
  },
  {
    context: 'Pipfile.lock',
    write: (name, random) =>
      `        "${name}": {\n            "hashes": [\n                "sha256:${fill(random, '{h64}')}"\n            ],\n            "index": "pypi",\n            "version": "==${version(random)}"\n        },\n`,
  },
  {
    context: 'nix sources',
    write: (name, random) =>
      `  "${name}": {\n    "owner": "ada",\n    "rev": "${fill(random, '{h40}')}",\n    "sha256": "${fill(random, '{h40}1{h11}')}"\n  },\n`,
  },
  {
    context: 'Cargo.toml',
    write: (name, random) => `${name} = "${version(random)}"\n`,
  },
];

/** Entries of lists of packages. */
export function packages(): readonly Negative[] {
  const random = createRandom(131);
  return ENTRIES.flatMap(({ context, write }) =>
    PACKAGES.flatMap((name) =>
      Array.from(
        { length: EACH },
        (): Negative => ({ kind: 'file', context, form: 'text', text: write(name, random) }),
      ),
    ),
  );
}
