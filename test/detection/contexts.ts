import type { Form } from './case.js';
import type { Random } from './random.js';

/** A place in which a value stands that has to be known by its own shape. */
export interface Context {
  readonly name: string;
  readonly form: Form;
  write(value: string, random: Random): string;
}

const quoted = (value: string): string => JSON.stringify(value).slice(1, -1);

const csvField = (value: string): string => (/[,"\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const WORDS = ['report', 'harbour', 'ticket', 'Tuesday', 'copy', 'winter', 'draft', 'folder', 'deploy', 'meeting'];

/** Every context calls the value, in which the secret is marked, by a harmless name, or by none. */
export const CONTEXTS: readonly Context[] = [
  {
    name: 'prose',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `In the ${random.pick(WORDS)} somebody had written ${value}, and nobody removed it.\n`,
        `I think it is ${value}. Ask again on ${random.pick(WORDS)}.\n`,
        `Please look at this (${value}) before the ${random.pick(WORDS)} ends.\n`,
        `${value} is what the ${random.pick(WORDS)} says; "${value}" is what I use.\n`,
      ]),
  },
  {
    name: 'json',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `{"id":${random.int(9999)},"note":"${quoted(value)}","done":false}\n`,
        `{\n  "items": [\n    "${quoted(value)}",\n    "${random.pick(WORDS)}"\n  ]\n}\n`,
        `{"body":"{\\"note\\":\\"${quoted(quoted(value))}\\",\\"n\\":1}"}\n`,
      ]),
  },
  {
    name: 'rows',
    form: 'rows',
    write: (value, random) =>
      random.pick([
        `{"id":${random.int(9999)},"note":"${quoted(value)}","done":false}`,
        `{"id":${random.int(9999)},"comment":"the ${random.pick(WORDS)}: ${quoted(value)} (sic)"}`,
        `{"tags":["${random.pick(WORDS)}","${quoted(value)}"]}`,
      ]),
  },
  {
    name: 'csv text',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `id,note,day\n${random.int(9999)},${value},${random.pick(WORDS)}\n`,
        `${random.int(9999)};${random.pick(WORDS)};${value}\n`,
        `${random.pick(WORDS)}\t${value}\t${random.int(99)}\n`,
      ]),
  },
  {
    name: 'csv',
    form: 'csv',
    write: (value, random) => `id,note,day\n${random.int(9999)},${csvField(value)},${random.pick(WORDS)}\n`,
  },
  {
    name: 'yaml',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `job:\n  note: ${value}\n  day: ${random.pick(WORDS)}\n`,
        `- ${random.pick(WORDS)}\n- "${value}"\n`,
      ]),
  },
  {
    name: 'env',
    form: 'text',
    write: (value, random) => random.pick([`NOTE=${value}\nMODE=fast\n`, `export NOTE='${value}'\n`]),
  },
  {
    name: 'log',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `2026-03-0${random.between(1, 9)}T11:02:41.118Z INFO worker[${random.int(9999)}] picked ${value} attempt=2\n`,
        `Mar  3 11:02:41 host7 app[${random.int(9999)}]: note=${value}, took 12 ms\n`,
        `[error] could not parse '${value}': unexpected end\n`,
      ]),
  },
  {
    name: 'url',
    form: 'text',
    write: (value, random) => `GET https://api.example.com/v2/items?q=${value}&page=${random.int(50)} 200\n`,
  },
  {
    name: 'html',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `<p class="note">${value}</p>\n`,
        `<td>${random.int(99)}</td><td><b>${value}</b></td>\n`,
        `<div data-note="${value}"></div>\n`,
      ]),
  },
  {
    name: 'markdown',
    form: 'text',
    write: (value, random) =>
      random.pick([`Use \`${value}\` here.\n`, `| ${random.pick(WORDS)} | ${value} |\n`, `* ${value}\n`]),
  },
  {
    name: 'code',
    form: 'text',
    write: (value, random) =>
      random.pick([
        `const note = '${value}';\n`,
        `call("${value}", ${random.int(9)});\n`,
        `curl -s https://api.example.com/run -d '{"note":"${value}"}'\n`,
      ]),
  },
];

/** The contexts with these names. */
export function contextsNamed(...names: readonly string[]): readonly Context[] {
  return CONTEXTS.filter(({ name }) => names.includes(name));
}
