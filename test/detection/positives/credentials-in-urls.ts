import { type Positive, secret } from '../case.js';
import { createRandom, DIGITS, LOWER, type Random, UPPER } from '../random.js';
import { fill } from '../template.js';

const ROUNDS = 7;
const SCHEMES = [
  'postgres',
  'postgresql',
  'mysql',
  'mongodb',
  'mongodb+srv',
  'redis',
  'rediss',
  'amqp',
  'https',
  'http',
  'ftp',
  'sftp',
  'ssh',
  'smtp',
  'ldap',
  'nats',
  'jdbc:postgresql',
  'mssql',
  'clickhouse',
  'git+https',
];

/** Passwords in the authority of a URL and in connection strings. */
export function credentialsInUrls(): readonly Positive[] {
  const random = createRandom(37);
  return Array.from({ length: ROUNDS }, () => [
    ...SCHEMES.flatMap((scheme) => [inUrl(random, scheme), inUrl(random, scheme)]),
    ...connectionStrings(random),
  ]).flat();
}

/** Passwords of a person, of a generator, and with any character that a program left unescaped. */
function password(random: Random): string {
  const signs = '!$%^*()_+-=.~?#[]{}|:;,@/&';
  return random.pick([
    () => fill(random, '{A16}'),
    () => fill(random, '{l8}{D2}'),
    () => `${fill(random, '{C5}')}%21${fill(random, '{A6}')}`,
    () =>
      `${fill(random, '{C3}')}${random.chars(`${signs}${UPPER}${LOWER}${DIGITS}`, random.between(8, 20))}${fill(random, '{D2}')}`,
    () => `${fill(random, '{C4}')}@${fill(random, '{A5}')}#${fill(random, '{D3}')}`,
    () => `${fill(random, '{C4}')}/${fill(random, '{A6}')}:${fill(random, '{D3}')}`,
  ])();
}

function inUrl(random: Random, scheme: string): Positive {
  const name = random.pick(['app', 'root', 'svc-billing', 'deploy', 'reader_1', '']);
  const user = name === '' && !scheme.startsWith('redis') ? 'app' : name;
  const host = random.pick([
    'db.internal:5432',
    'localhost',
    '10.2.3.4:6379',
    'cluster0.ab1cd.example.net',
    'files.example.com:21',
  ]);
  const value = password(random);
  const url = `${scheme}://${user}:${secret(value)}@${host}/main`;
  const variant = /^[\w%.~-]+$/.test(value) ? 'plain password' : 'any characters';
  const place = random.pick(PLACES);
  return { kind: 'url credentials', variant, context: place.name, form: place.form, marked: place.write(url) };
}

const quoted = (value: string): string => JSON.stringify(value).slice(1, -1);

const PLACES: readonly { readonly name: string; readonly form: Positive['form']; write(url: string): string }[] = [
  { name: 'prose', form: 'text', write: (url) => `They connect with ${url} from the office.\n` },
  { name: 'env', form: 'text', write: (url) => `MODE=fast\nDATABASE_URL=${url}\nPORT=80\n` },
  { name: 'env', form: 'text', write: (url) => `export BACKEND="${url}"\n` },
  { name: 'json', form: 'text', write: (url) => `{"n":1,"backend":"${quoted(url)}","m":2}\n` },
  { name: 'rows', form: 'rows', write: (url) => `{"n":1,"backend":"${quoted(url)}"}` },
  { name: 'yaml', form: 'text', write: (url) => `main:\n  url: "${url}"\n  pool: 4\n` },
  { name: 'log', form: 'text', write: (url) => `11:02:33 ERROR connect to ${url} failed: timed out after 30 s\n` },
  { name: 'code', form: 'text', write: (url) => `const pool = connect('${url}', { max: 4 });\n` },
  { name: 'shell', form: 'text', write: (url) => `git clone '${url}' copy\n` },
];

function connectionStrings(random: Random): readonly Positive[] {
  const plain = (): string => secret(fill(random, random.pick(['{A16}', '{C5}!{A8}$', '{A8}#{D4}', '{l9}{D3}'])));
  const at = (variant: string, context: string, marked: string): Positive => ({
    kind: 'connection string',
    variant,
    context,
    form: 'text',
    marked,
  });
  return [
    at('ado', 'text', `Server=tcp:db.example.com,1433;Database=main;User ID=app;Password=${plain()};Encrypt=True;\n`),
    at('ado pwd', 'json', `{"ConnectionStrings":{"Main":"Server=db;Uid=app;Pwd=${plain()};"}}\n`),
    at('ado', 'xml', `<add name="Main" connectionString="Data Source=db;User Id=app;Password=${plain()}" />\n`),
    at('libpq', 'shell', `psql "host=db.internal user=app password=${plain()} dbname=main"\n`),
    at(
      'azure storage',
      'env',
      `STORE=DefaultEndpointsProtocol=https;AccountName=acme;AccountKey=${secret(fill(random, '{S86}=='))};EndpointSuffix=core.windows.net\n`,
    ),
    at(
      'azure bus',
      'json',
      `{"bus":"Endpoint=sb://acme.servicebus.windows.net/;SharedAccessKeyName=Root;SharedAccessKey=${secret(fill(random, '{S43}='))}"}\n`,
    ),
    at(
      'azure sas',
      'url',
      `https://acme.blob.core.windows.net/c/f.csv?sv=2023-01-03&se=2026-01-01&sr=b&sig=${secret(fill(random, '{A20}%2B{A22}%3D'))}\n`,
    ),
    at(
      'aws presigned',
      'url',
      `https://b.s3.amazonaws.com/f?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=300&X-Amz-Signature=${secret(fill(random, '{h64}'))}\n`,
    ),
    at('jdbc', 'text', `jdbc:sqlserver://db:1433;databaseName=main;user=app;password=${plain()};encrypt=true\n`),
    at(
      'jdbc query',
      'properties',
      `spring.datasource.url=jdbc:mysql://db:3306/main?user=app&password=${plain()}&useSSL=false\n`,
    ),
    at(
      'kafka jaas',
      'properties',
      `sasl.jaas.config=org.apache.Plain required username="app" password="${plain()}";\n`,
    ),
    at('basic command', 'shell', `curl -u app:${plain()} https://api.example.com/v1/items\n`),
    at('mysql command', 'shell', `mysqldump -h db -u app --password=${plain()} main > main.sql\n`),
  ];
}
