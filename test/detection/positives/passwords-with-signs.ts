import { type Positive, secret } from '../case.js';
import { createRandom, DIGITS, LOWER, type Random, UPPER } from '../random.js';

const EACH = 15;
const LETTERS = UPPER + LOWER;
/** Every character that a keyboard prints. */
const PRINTABLE = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');
/** What nothing stands for in a URL but itself. */
const OF_URLS = '/@?#';

/** Passwords with any signs in their middle, as each format writes them. */
export function passwordsWithSigns(): readonly Positive[] {
  const random = createRandom(1911);
  return FORMATS.flatMap(({ name, leavesOut = '', write }) =>
    Array.from({ length: EACH }, (): Positive => {
      const marked = write(passwordOf(random, leavesOut));
      return { kind: 'password with signs', variant: 'any characters', context: name, form: 'text', marked };
    }),
  );
}

function passwordOf(random: Random, leavesOut: string): string {
  const middle = Array.from(random.chars(PRINTABLE, random.between(8, 20))).filter((sign) => !leavesOut.includes(sign));
  return (
    random.chars(LETTERS, 1) +
    random.chars(UPPER, 1) +
    middle.join('') +
    random.chars(LOWER, 1) +
    random.chars(DIGITS, 1)
  );
}

interface Format {
  readonly name: string;
  /** Signs that the format cannot hold. */
  readonly leavesOut?: string;
  write(password: string): string;
}

/** `it's` as shells write it within apostrophes. */
const ofShell = (password: string): string => `'${secret(password.replaceAll("'", "'\\''"))}'`;
const ofString = (password: string): string => secret(password.replace(/["\\]/g, '\\$&'));
const braced = (password: string): string => password.replaceAll('}', '}}');

const FORMATS: readonly Format[] = [
  { name: 'env', write: (password) => `MODE=fast\nDB_PASSWORD=${secret(password)}\nPORT=80\n` },
  { name: 'env', write: (password) => `export API_TOKEN=${secret(password)}\n` },
  { name: 'ini', write: (password) => `[main]\npassword = ${secret(password)}\nsize = 3\n` },
  { name: 'properties', write: (password) => `app.db.password=${secret(password)}\napp.size=3\n` },
  { name: 'properties', write: (password) => `db.password:${secret(password)}\napp.size=3\n` },
  { name: 'yaml', write: (password) => `main:\n  password: ${secret(password)}\n  size: 3\n` },
  { name: 'yaml', write: (password) => `main:\n  api_token: ${secret(password)}\n  size: 3\n` },
  { name: 'header', write: (password) => `POST /v1 HTTP/1.1\nX-Api-Key: ${secret(password)}\nAccept: */*\n\n` },
  {
    name: 'query',
    write: (password) => `GET /x?a=1&password=${secret(encodeURIComponent(password))}&b=2 HTTP/1.1\n`,
  },
  { name: 'query', write: (password) => `https://a.example/x?token=${secret(encodeURIComponent(password))}\n` },
  { name: 'form', write: (password) => `user=a&password=${secret(encodeURIComponent(password))}&b=2` },
  { name: 'form', write: (password) => `password=${secret(encodeURIComponent(password))}&user=a` },
  { name: 'shell', write: (password) => `export DB_PASSWORD=${ofShell(password)}\n` },
  { name: 'shell', write: (password) => `./run --password ${ofShell(password)} --verbose\n` },
  {
    name: 'curl',
    write: (password) => `curl -u 'ada:${secret(password.replaceAll("'", "'\\''"))}' https://x.example\n`,
  },
  { name: 'odbc', write: (password) => `Server=h;Uid=a;Pwd={${secret(braced(password))}};Port=1\n` },
  { name: 'odbc', write: (password) => `conn = "Server=h;Uid=a;Pwd={${ofString(braced(password))}}"\n` },
  { name: 'netrc', write: (password) => `machine a.example login b password ${secret(password)}\n` },
  { name: 'url', leavesOut: OF_URLS, write: (password) => `postgres://app:${secret(password)}@db.host:5432/x\n` },
  { name: 'url', leavesOut: OF_URLS, write: (password) => `redis://:${secret(`"${password}`)}@cache:6379/0\n` },
  { name: 'prose', write: (password) => `The password is ${secret(password)} today.\n` },
  { name: 'log', write: (password) => `event=start password=${secret(password)} worker=7\n` },
  { name: 'log', write: (password) => `worker: 7, password: ${secret(password)}, event: start\n` },
  { name: 'arguments', write: (password) => `open(worker=7, password=${secret(password)}) took 3 ms\n` },
  { name: 'columns', write: (password) => `Key         Value\n---         -----\ntoken       ${secret(password)}\n` },
  { name: 'salt', leavesOut: "'\\", write: (password) => `define( 'AUTH_SALT', '${secret(password)}' );\n` },
  { name: 'url', write: (password) => `//ada:${secret(encodeURIComponent(password))}@host.example/x\n` },
];
