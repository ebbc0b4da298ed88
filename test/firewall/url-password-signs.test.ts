import { describe, expect, it } from 'vitest';
import { redactText } from '../../src/firewall/find/redactor.js';

const SIGNS = Array.from({ length: 0x7e - 0x20 }, (_, index) => String.fromCharCode(0x21 + index)).filter((sign) =>
  /[^A-Za-z0-9]/.test(sign),
);
/** Behind a quote or `<` a string or a tag ends more often than a password goes on. */
const IN_WORDS = SIGNS.filter((sign) => !/["'`<>\\]/.test(sign));
const HOSTS = ['db', 'db:5432', 'db.example.net', '10.0.0.5:6379', 'localhost', '[::1]:5432'];

/** All of one URL that comes out otherwise than with its password hidden. */
function wrong(scheme: string, passwords: readonly string[]): string[] {
  return passwords.flatMap((password) =>
    HOSTS.flatMap((host) => {
      const url = `${scheme}://bob:${password}@${host}/x`;
      return redactText(url).text === `${scheme}://bob:[REDACTED:password]@${host}/x` ? [] : [url];
    }),
  );
}

describe('signs in the password of a URL', () => {
  it.each(['postgres', 'mysql', 'mongodb+srv', 'redis', 'amqps', 'https', 'sftp'])(
    'any sign within, of %s',
    (scheme) => {
      expect(
        wrong(
          scheme,
          SIGNS.map((sign) => `Kq7${sign}vW2x`),
        ),
      ).toEqual([]);
    },
  );

  it('any sign at the beginning and at the end', () => {
    expect(
      wrong(
        'postgres',
        IN_WORDS.map((sign) => `${sign}Kq7vW2x`),
      ),
    ).toEqual([]);
    expect(
      wrong(
        'postgres',
        IN_WORDS.map((sign) => `Kq7vW2x${sign}`),
      ),
    ).toEqual([]);
  });

  it('any two signs', () => {
    const pairs = IN_WORDS.flatMap((first) => IN_WORDS.map((second) => `p${first}ss${second}rd`));
    expect(wrong('postgres', pairs)).toEqual([]);
    expect(wrong('https', pairs)).toEqual([]);
  });

  it('any three of those that divide a URL', () => {
    const divide = ['@', '/', '#', '?', ':'];
    const triples = divide.flatMap((a) => divide.flatMap((b) => divide.map((c) => `p${a}ss${b}w${c}rd`)));
    expect(wrong('postgres', triples)).toEqual([]);
  });
});
