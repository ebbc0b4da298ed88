import { type Form, type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

const EACH = 2;

/** Words of which a sensitive name is made, in order. */
const NAMES: readonly (readonly string[])[] = [
  ['password'],
  ['passwd'],
  ['pwd'],
  ['passphrase'],
  ['db', 'password'],
  ['smtp', 'password'],
  ['admin', 'password'],
  ['user', 'password'],
  ['new', 'password'],
  ['secret'],
  ['client', 'secret'],
  ['app', 'secret'],
  ['secret', 'key'],
  ['jwt', 'secret'],
  ['webhook', 'secret'],
  ['signing', 'secret'],
  ['shared', 'secret'],
  ['token'],
  ['access', 'token'],
  ['refresh', 'token'],
  ['auth', 'token'],
  ['bot', 'token'],
  ['id', 'token'],
  ['api', 'token'],
  ['deploy', 'token'],
  ['api', 'key'],
  ['apikey'],
  ['x', 'api', 'key'],
  ['private', 'key'],
  ['encryption', 'key'],
  ['master', 'key'],
  ['access', 'key'],
  ['account', 'key'],
  ['aws', 'secret', 'access', 'key'],
  ['aws', 'session', 'token'],
  ['datadog', 'api', 'key'],
  ['cloudflare', 'api', 'token'],
  ['algolia', 'api', 'key'],
  ['azure', 'client', 'secret'],
  ['consumer', 'secret'],
  ['credentials'],
  ['session', 'secret'],
];

/** `name: value` in every way that people and programs write it. */
export function assignments(): readonly Positive[] {
  const random = createRandom(41);
  return WAYS.flatMap((way) =>
    NAMES.filter((words) => way.fits?.(words) ?? true).flatMap((words, index) =>
      index % 3 === 2 && way.isRare === true
        ? []
        : Array.from({ length: way.isRare === true ? 1 : EACH }, (): Positive => {
            const chosen = valueFor(random, words, way.isBare === true);
            // An unquoted ampersand would end the command.
            const value = way.name === 'shell' && way.isBare === true ? chosen.replaceAll('&', '.') : chosen;
            return {
              kind: 'assignment',
              variant: words.join(' '),
              context: way.name,
              form: way.form ?? 'text',
              marked: way.write(words, value),
            };
          }),
    ),
  );
}

/** A password of a person where a person chooses it, and what a generator makes elsewhere. */
function valueFor(random: Random, words: readonly string[], isBare: boolean): string {
  const last = words.at(-1) ?? '';
  if (words.join(' ') === 'aws secret access key') {
    return fill(random, '{S40}');
  }
  if (['password', 'passwd', 'pwd'].includes(last)) {
    return random.pick([
      () => fill(random, '{C6}{D3}!'),
      () =>
        `${random.pick(['Winter', 'Falcon', 'Berlin', 'orange'])}${fill(random, '{D4}')}${random.pick(['!', '#', '', '$'])}`,
      () => fill(random, '{A12}'),
      () => fill(random, '{C3}&{A4}*{D2}{l2}'),
      () => fill(random, '{l10}'),
      () => fill(random, '{D8}'),
      () =>
        isBare
          ? fill(random, '{l5}-{l6}-{l4}{D1}')
          : `${random.pick(['correct', 'purple'])} ${fill(random, '{l5} {l7}')} 7`,
    ])();
  }
  if (last === 'passphrase') {
    return isBare ? fill(random, '{l5}-{l6}-{l4}-{D2}') : fill(random, '{l5} {l6} {l4} {D2}');
  }
  return fill(random, random.pick(['{h32}', '{A40}', '{B43}', '{A24}', '{S44}=', '{uuid}', '{h64}', '{a20}']));
}

interface Way {
  readonly name: string;
  readonly form?: Form;
  /** The value ends at a blank. */
  readonly isBare?: boolean;
  readonly isRare?: boolean;
  fits?(words: readonly string[]): boolean;
  write(words: readonly string[], value: string): string;
}

const snake = (words: readonly string[]): string => words.join('_');
const kebab = (words: readonly string[]): string => words.join('-');
const upper = (words: readonly string[]): string => snake(words).toUpperCase();
const title = (words: readonly string[]): string => words.map(capital).join('-');
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const camel = (words: readonly string[]): string =>
  words.map((word, index) => (index === 0 ? word : capital(word))).join('');
const escaped = (value: string): string => JSON.stringify(value).slice(1, -1);
const encoded = (value: string): string => encodeURIComponent(value);
const field = (value: string): string => (/[",\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value);

const WAYS: readonly Way[] = [
  { name: 'json', write: (words, value) => `{"id":4,"${snake(words)}":"${secret(escaped(value))}","size":3}\n` },
  { name: 'json', write: (words, value) => `{\n  "${camel(words)}": "${secret(escaped(value))}",\n  "size": 3\n}\n` },
  {
    name: 'json in json',
    write: (words, value) => `{"body":"{\\"${snake(words)}\\":\\"${secret(escaped(escaped(value)))}\\",\\"n\\":2}"}\n`,
  },
  {
    name: 'rows',
    form: 'rows',
    write: (words, value) => `{"id":4,"${camel(words)}":"${secret(escaped(value))}","size":3}`,
  },
  {
    name: 'rows',
    form: 'rows',
    write: (words, value) => `{"id":4,"settings":{"${snake(words)}":"${secret(escaped(value))}"}}`,
  },
  { name: 'csv', form: 'csv', write: (words, value) => `id,${snake(words)},day\n4,${secret(field(value))},Monday\n` },
  {
    name: 'csv',
    form: 'csv',
    write: (words, value) => `id;${words.map(capital).join(' ')};day\n4;${secret(value)};Monday\n`,
  },
  { name: 'env', isBare: true, write: (words, value) => `MODE=fast\n${upper(words)}=${secret(value)}\nPORT=80\n` },
  { name: 'env', write: (words, value) => `APP_${upper(words)}="${secret(value)}"\nPORT=80\n` },
  { name: 'shell', write: (words, value) => `export ${upper(words)}='${secret(value)}' && make\n` },
  { name: 'shell', isBare: true, write: (words, value) => `./run --${kebab(words)} ${secret(value)} --verbose\n` },
  {
    name: 'shell',
    isBare: true,
    write: (words, value) => `docker run -e ${upper(words)}=${secret(value)} -p 80:80 app\n`,
  },
  { name: 'yaml', isBare: true, write: (words, value) => `main:\n  ${snake(words)}: ${secret(value)}\n  size: 3\n` },
  { name: 'yaml', write: (words, value) => `main:\n  ${camel(words)}: "${secret(escaped(value))}"\n  size: 3\n` },
  { name: 'toml', write: (words, value) => `[main]\n${snake(words)} = "${secret(escaped(value))}"\nsize = 3\n` },
  {
    name: 'ini',
    isBare: true,
    isRare: true,
    write: (words, value) => `[main]\n${snake(words)} = ${secret(value)}\nsize = 3\n`,
  },
  {
    name: 'properties',
    isBare: true,
    isRare: true,
    write: (words, value) => `app.${words.join('.')}=${secret(value)}\napp.size=3\n`,
  },
  {
    name: 'http header',
    isBare: true,
    fits: (words) => words.length > 1,
    write: (words, value) => `POST /v1 HTTP/1.1\nX-${title(words)}: ${secret(value)}\nAccept: */*\n\n`,
  },
  {
    name: 'url',
    write: (words, value) => `https://api.example.com/v1?size=3&${snake(words)}=${secret(encoded(value))}&page=2\n`,
  },
  {
    name: 'url',
    isRare: true,
    write: (words, value) => `"POST /login?${camel(words)}=${secret(encoded(value))} HTTP/1.1" 200 17\n`,
  },
  { name: 'form body', write: (words, value) => `size=3&${snake(words)}=${secret(encoded(value))}` },
  {
    name: 'xml attribute',
    write: (words, value) => `<server size="3" ${camel(words)}="${secret(value.replaceAll('&', '&amp;'))}" />\n`,
  },
  {
    name: 'xml attribute',
    isRare: true,
    write: (words, value) =>
      `<add key="${capital(camel(words))}" value="${secret(value.replaceAll('&', '&amp;'))}" />\n`,
  },
  {
    name: 'xml element',
    isRare: true,
    write: (words, value) =>
      `<main><${camel(words)}>${secret(value.replaceAll('&', '&amp;'))}</${camel(words)}></main>\n`,
  },
  { name: 'code', write: (words, value) => `const ${camel(words)} = '${secret(value)}';\n` },
  { name: 'code', write: (words, value) => `connect(host="db", ${snake(words)}="${secret(value)}")\n` },
  {
    name: 'code',
    isRare: true,
    write: (words, value) => `private static final String ${upper(words)} = "${secret(value)}";\n`,
  },
  { name: 'code', isRare: true, write: (words, value) => `$config['${snake(words)}'] = '${secret(value)}';\n` },
  {
    name: 'code',
    isRare: true,
    write: (words, value) => `cfg := Config{${words.map(capital).join('')}: "${secret(value)}"}\n`,
  },
  {
    name: 'log',
    isBare: true,
    write: (words, value) => `2026-03-02T10:11:12Z DEBUG start host=db ${snake(words)}=${secret(value)} size=3\n`,
  },
  {
    name: 'log',
    isRare: true,
    write: (words, value) => `INFO config: {'host': 'db', '${snake(words)}': '${secret(value)}'}\n`,
  },
  {
    name: 'prose',
    isBare: true,
    isRare: true,
    write: (words, value) => `The ${words.join(' ')} is: ${secret(value)}\n`,
  },
  {
    name: 'prose',
    isBare: true,
    isRare: true,
    write: (words, value) => `${capital(words.join(' '))}: ${secret(value)}\n`,
  },
];
