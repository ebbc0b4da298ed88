import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';

const EACH = 10;
const SENSITIVE = ['password', 'email', 'phone', 'first_name', 'ssn', 'secret', 'city', 'address'];
const OTHERS = ['created', 'updated', 'login', 'logout', 'title', 'state', 'kind', 'owner', 'order'];

/** Rows of words, of which one is the name of something sensitive, with other rows before and behind it. */
function rows(random: Random, head: string, write: (name: string) => string): string {
  const names = [random.pick(OTHERS), random.pick(SENSITIVE), random.pick(OTHERS), random.pick(SENSITIVE), 'owner'];
  return `${[head, ...names.map(write)].join('\n')}\n`;
}

const upper = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1).replace('_', ' ');

/** Where names of sensitive things stand and nothing sensitive follows. */
const TEXTS: Readonly<Record<string, (random: Random) => string>> = {
  'listing of columns': (random) =>
    rows(random, 'table_name,column_name,data_type', (name) => `users,${name},${random.pick(['text', 'integer'])}`),
  'translations in columns': (random) => rows(random, 'key,en,de', (name) => `${name},${upper(name)},${upper(name)}`),
  'labels of fields': (random) => rows(random, 'field,label', (name) => `${name},${upper(name)}`),
  'resources of a cluster': (random) => rows(random, 'kind\tname\tns', (name) => `${name}\tmain\tprod`),
  'constants of go': (random) => rows(random, 'const (', (name) => `\t${upper(name).replace(' ', '')}`),
  'changed files': (random) => `M\tsrc/${random.pick(SENSITIVE)}\nA\tsrc/user.ts\nM\tdocs/${random.pick(OTHERS)}\n`,
  'names with a word for phones in them': (random) =>
    `{"${random.pick(['call', 'contact', 'callback', 'mobile'])}_${random.pick(['id', 'count', 'limit', 'offset'])}":${random.digits(8)}}\nMAX_CALLS = 1${random.digits(7)}\ntelemetry: 2${random.digits(9)}\ncalled ${random.digits(8)} times\n`,
  'ports of addresses': (random) =>
    `listen-address: ${random.between(1024, 65535)}\naddress=${random.between(1024, 65535)}\n{"address":"${random.between(1024, 65535)}"}\n`,
  'name service switch': (random) =>
    `passwd:         ${random.pick(['files', 'compat', 'sss'])}\ngroup: files systemd\n`,
  'names of instructions': (random) =>
    `mnemonic: ${random.pick(['MOV', 'ADD', 'XOR', 'DECKPNM'])}\n{"mnemonic":"${random.pick(['LD', 'ST'])} r${random.int(9)}"}\n`,
  'package called cookie': (random) => `    "cookie": "~0.${random.int(9)}.${random.int(9)}",\n`,
  'types beside names': (random) =>
    `const ${random.pick(['apiKey', 'clientSecret'])}: ${random.pick(['Detector', 'Handler'])} = {\n  secret: Buffer,\n};\n'password' => 'required|min:${random.int(20)}',\n`,
};

export function harmlessNames(): readonly Negative[] {
  const random = createRandom(113);
  return Object.entries(TEXTS).flatMap(([context, write]) =>
    Array.from({ length: EACH }, (): Negative => ({ kind: 'look-alike', context, form: 'text', text: write(random) })),
  );
}
