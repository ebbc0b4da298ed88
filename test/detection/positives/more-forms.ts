import { type Positive, secret } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill } from '../template.js';

const EACH = 6;
const WORDS =
  'apple river candle window purple monkey ocean staple battery horse correct marble violin garden pepper silver rocket ' +
  'tiger lantern copper bridge walnut meadow thunder pocket saddle ribbon harvest feather';
const SMALL = 'my dog cat eats the blue hill and two of us ran'.split(' ');
const NAMES = ['password', 'db.password', 'smtp_password', 'passphrase', 'user-password'];

/** Secrets in forms that are rarer than an assignment: words, arguments of shells, traces, messages. */
export function moreForms(): readonly Positive[] {
  const random = createRandom(4021);
  return FORMS.flatMap(({ variant, context, write }) =>
    Array.from({ length: EACH }, (): Positive => {
      return { kind: 'rarer form', variant, context, form: 'text', marked: `${write(random)}\n` };
    }),
  );
}

interface Form {
  readonly variant: string;
  readonly context: string;
  write(random: Random): string;
}

const name = (random: Random): string => random.pick(NAMES);
const word = (random: Random): string => random.pick(WORDS.split(' '));
const words = (random: Random, count: number): string => Array.from({ length: count }, () => word(random)).join(' ');
const capital = (small: string): string => small.charAt(0).toUpperCase() + small.slice(1);
const phrase = (random: Random): string => secret(words(random, random.between(4, 6)));
const password = (random: Random): string => fill(random, '{U1}{l3}{D2}{A4}{l2}');
const key = (random: Random): string => fill(random, '{l2}{D1}{U1}{l2}{D2}{A5}{D1}{l1}{D1}{U1}');
const apostrophes = (random: Random): string => secret(fill(random, "{l3}4'\\''{l3}{D2}"));

const FORMS: readonly Form[] = [
  { variant: 'words', context: 'ini', write: (random) => `[main]\n${name(random)}=${phrase(random)}\nsize=3` },
  { variant: 'words', context: 'ini', write: (random) => `passphrase = ${phrase(random)}` },
  {
    variant: 'small words',
    context: 'ini',
    write: (random) =>
      `${name(random)}=${secret(Array.from({ length: random.between(2, 6) }, () => random.pick(SMALL)).join(' '))}`,
  },
  { variant: 'words', context: 'env', write: (random) => `MODE=1\nDB_PASSWORD=${phrase(random)}\nPORT=80` },
  { variant: 'two words', context: 'env', write: (random) => `DB_PASSWORD=${secret(words(random, 2))}\nPORT=80` },
  {
    variant: 'two words',
    context: 'ini',
    write: (random) => `${name(random)} = ${secret(`${capital(word(random))} ${capital(word(random))}`)}`,
  },
  { variant: 'words', context: 'yaml', write: (random) => `main:\n  password: ${phrase(random)}\n  size: 3` },
  {
    variant: 'words and numbers',
    context: 'ini',
    write: (random) =>
      `${name(random)}=${secret(`${fill(random, '{U1}{l2}{D1}{l3}')} ${word(random)} ${random.digits(2)}`)}`,
  },
  { variant: 'small words', context: 'ini', write: (random) => `password = ${secret(`my ${words(random, 3)}`)}` },
  { variant: 'words', context: 'log', write: (random) => `user=ada password=${phrase(random)}` },
  { variant: 'words', context: 'log', write: (random) => `opened with password=${phrase(random)}, worker=7` },
  {
    variant: 'signs',
    context: 'log',
    write: (random) => `open(worker=7, password=${secret(fill(random, 'a{l2}<{U1}:{D1}&*{U1}{l2}'))}) took 3 ms`,
  },
  { variant: 'apostrophes', context: 'shell', write: (random) => `ansible -e 'db_password=${apostrophes(random)}' x` },
  {
    variant: 'apostrophes',
    context: 'shell',
    write: (random) => `echo '${apostrophes(random)}' | docker login -u ada --password-stdin`,
  },
  {
    variant: 'two options',
    context: 'shell',
    write: (random) =>
      `keytool -genkey -storepass ${secret(password(random))} -alias a -keypass ${secret(password(random))}`,
  },
  {
    variant: 'rows without names',
    context: 'sql dump',
    write: (random) =>
      `CREATE TABLE \`users\` (\n  \`id\` int NOT NULL,\n  \`password\` varchar(40) DEFAULT NULL,\n  \`size\` decimal(10,2),\n  PRIMARY KEY (\`id\`)\n) ENGINE=InnoDB;\nINSERT INTO \`users\` VALUES (1,'${secret(password(random))}',1.2),(2,'${secret(password(random))}',3);`,
  },
  {
    variant: 'rows without names',
    context: 'sql dump',
    write: (random) =>
      `CREATE TABLE users(id INTEGER PRIMARY KEY, "api_key" TEXT);\nCREATE TABLE sizes(id INTEGER);\nINSERT INTO users VALUES(1,'${secret(key(random))}');`,
  },
  { variant: 'stars', context: 'markdown', write: (random) => `*Password:* ${secret(password(random))}` },
  { variant: 'stars', context: 'markdown', write: (random) => `*API key*: \`${secret(key(random))}\`` },
  {
    variant: 'map',
    context: 'log',
    write: (random) => `params={user=[ada], password=[${secret(password(random))}], size=[3]}`,
  },
  { variant: 'map', context: 'log', write: (random) => `headers={host=[a], authorization=[${secret(key(random))}]}` },
  {
    variant: 'part of a form',
    context: 'request',
    write: (random) =>
      `--x\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret(password(random))}\r\n--x--`,
  },
  {
    variant: 'pair',
    context: 'json text',
    write: (random) =>
      `{"${random.pick(['parameter', 'property', 'type', 'label'])}":"password","value":"${secret(password(random))}"}`,
  },
  {
    variant: 'change',
    context: 'json text',
    write: (random) =>
      `{"field":"password","old":"${secret(password(random))}","new":"${secret(password(random))}","by":"ada"}`,
  },
  {
    variant: 'pair',
    context: 'rows of pairs',
    write: (random) => `name,value\nDB_HOST,a\nDB_PASSWORD,${secret(password(random))}\nDB_PORT,1`,
  },
  { variant: 'pair', context: 'columns', write: (random) => `API_KEY\t${secret(key(random))}` },
  { variant: 'pair', context: 'columns', write: (random) => `API_TOKEN ${secret(`${key(random)}7x9`)}` },
  {
    variant: 'default',
    context: 'terraform',
    write: (random) => `variable "db_password" { default = "${secret(password(random))}" }`,
  },
  {
    variant: 'default',
    context: 'terraform',
    write: (random) => `variable "api_token" {\n  type    = string\n  default = "${secret(key(random))}"\n}`,
  },
  {
    variant: 'login',
    context: 'shell',
    write: (random) => `ssh admin:${secret(password(random))}@10.0.${random.int(99)}.${random.int(99)}`,
  },
  {
    variant: 'error',
    context: 'message',
    write: (random) => `Invalid API key provided: ${secret(`${key(random)}1a2`)}`,
  },
  {
    variant: 'trace',
    context: 'log',
    write: (random) => `> USER ada\n> PASS ${secret(password(random))}\n< 230 ok`,
  },
  {
    variant: 'input',
    context: 'html',
    write: (random) => `<input type="password" name="p" value="${secret(password(random))}">`,
  },
];
