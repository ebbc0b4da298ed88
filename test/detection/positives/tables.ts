import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

/** Names that head a column, and what stands below them; nothing in a value itself tells what it is. */
const COLUMNS: readonly (readonly [name: string, pattern: string])[] = [
  ['password', '{l6}{D2}'],
  ['user_password', '{C6}{D3}!'],
  ['passwd', '{D8}'],
  ['db_password', '{C3}&{A4}*{D2}{l2}'],
  ['passphrase', '{l5} {l6} {l4} {D2}'],
  ['secret', '{A24}'],
  ['client_secret', '{h32}'],
  ['api_key', '{A40}'],
  ['access_token', '{B43}'],
  ['token', '{h32}'],
  ['first_name', 'Ann{l4}'],
  ['phone', '{D7}'],
  ['date_of_birth', '19{D2}-04-1{D1}'],
  ['ssn', '{D9}'],
  ['pin', '{D4}'],
];

/** Tables in text, with a sensitive column among harmless ones. */
export function tables(): readonly Positive[] {
  const random = createRandom(47);
  const columns = WAYS.flatMap((way) =>
    COLUMNS.map(([name, pattern]): Positive => {
      const values = [fill(random, pattern), fill(random, pattern)];
      return { kind: 'table', variant: name, context: way.name, form: 'text', marked: way.write(name, values, random) };
    }),
  );
  const groups = GROUPS.flatMap(([context, write]) =>
    ['secrets', 'passwords', 'api_keys'].map((name): Positive => {
      const values = [fill(random, '{l9}'), fill(random, '{C4}{D4}{l3}')];
      return { kind: 'table', variant: name, context, form: 'text', marked: write(name, values) };
    }),
  );
  const addresses = ['address', 'indirizzo', 'Dirección', 'home_address'].flatMap((name): readonly Positive[] =>
    [',', ';', '\t'].map((sign) => ({
      kind: 'table',
      variant: name,
      context: 'address column',
      form: 'text',
      marked: `${['id', name, 'n'].join(sign)}\n4${sign}"${secret(fill(random, '4{D1} Maple Street, North Salem'))}"${sign}5\n`,
    })),
  );
  return [...columns, ...groups, ...addresses];
}

/** Values that are told by the name of their group alone. */
const GROUPS: readonly (readonly [context: string, write: (name: string, values: readonly string[]) => string])[] = [
  ['json group', (name, [a = '', b = '']) => `{"${name}":{"eins":"${secret(a)}","note":4,"zwei":"${secret(b)}"}}\n`],
  [
    'json group',
    (name, [a = '', b = '']) =>
      `{\n  "${name}": {\n    "eins": "${secret(a)}",\n    "inner": {\n      "zwei": "${secret(b)}"\n    }\n  }\n}\n`,
  ],
  ['yaml group', (name, [a = '', b = '']) => `${name}:\n  eins: ${secret(a)}\n  zwei: "${secret(b)}"\nrest: 1\n`],
  ['ini group', (name, [a = '', b = '']) => `[${name}]\neins = ${secret(a)}\nzwei=${secret(b)}\n\n[rest]\nx = 1\n`],
  [
    'php print',
    (name, [a = '', b = '']) =>
      `A Object\n(\n    [${name}] => ${secret(a)}\n    [old_${name}:A:private] => ${secret(b)}\n)\n`,
  ],
  ['php dump', (name, [a = '']) => `array(1) {\n  ["${name}"]=>\n  string(9) "${secret(a)}"\n}\n`],
  ['hcl group', (name, [a = '', b = '']) => `${name} = {\n  eins = "${secret(a)}"\n  zwei = "${secret(b)}"\n}\n`],
];

interface Way {
  readonly name: string;
  write(name: string, values: readonly string[], random: Random): string;
}

const DAYS = ['Monday', 'Tuesday', 'Friday', 'Sunday'];

function lines(values: readonly string[], line: (value: string, id: number) => string): string {
  return values.map((value, index) => `${line(secret(value), index + 1)}\n`).join('');
}

const WAYS: readonly Way[] = [
  {
    name: 'csv table',
    write: (name, values, random) =>
      `id,${name},day\n${lines(values, (value, id) => `${id},${value},${random.pick(DAYS)}`)}`,
  },
  {
    name: 'csv table',
    write: (name, values) => `"id";"day";"${name}"\n${lines(values, (value, id) => `${id};"Monday";"${value}"`)}`,
  },
  { name: 'csv table', write: (name, values) => `id, ${name}\n${lines(values, (value, id) => `${id}, ${value}`)}` },
  { name: 'tsv table', write: (name, values) => `id\t${name}\n${lines(values, (value, id) => `${id}\t${value}`)}` },
  {
    name: 'psql table',
    write: (name, values) =>
      ` id | ${name} | day\n----+----------+-----\n${lines(values, (value, id) => `  ${id} | ${value} | Friday`)}(2 rows)\n`,
  },
  {
    name: 'mysql table',
    write: (name, values) =>
      `+----+-----+\n| id | ${name} |\n+----+-----+\n${lines(values, (value, id) => `|  ${id} | ${value} |`)}+----+-----+\n`,
  },
  {
    name: 'markdown table',
    write: (name, values) =>
      `| ID | ${name.replaceAll('_', ' ')} |\n|---:|:---|\n${lines(values, (value, id) => `| ${id} | ${value} |`)}\n`,
  },
  {
    name: 'copy table',
    write: (name, values) =>
      `COPY public.users (id, ${name}) FROM stdin;\n${lines(values, (value, id) => `${id}\t${value}`)}\\.\n`,
  },
  {
    name: 'sql table',
    write: (name, values) =>
      `INSERT INTO users (id, ${name}) VALUES ${values.map((value, id) => `(${id},'${secret(value)}')`).join(',')};\n`,
  },
  {
    name: 'html table',
    write: (name, values) =>
      `<table><tr><th>id</th><th>${name}</th></tr>\n${lines(values, (value, id) => `<tr><td>${id}</td><td>${value}</td></tr>`)}</table>\n`,
  },
  {
    name: 'html pair',
    write: (name, [value = '']) => `<tr><td>${name}</td><td>${secret(value)}</td></tr>\n`,
  },
  { name: 'html pair', write: (name, [value = '']) => `<dl><dt>${name}</dt><dd>${secret(value)}</dd></dl>\n` },
  {
    name: 'html input',
    write: (name, [value = '']) => `<input type="text" value="${secret(value)}" name="${name}">\n`,
  },
  { name: 'xml lines', write: (name, [value = '']) => `<a>\n  <${name}>\n    ${secret(value)}\n  </${name}>\n</a>\n` },
  { name: 'json value first', write: (name, [value = '']) => `[{"value":"${secret(value)}","key":"${name}"}]\n` },
];
