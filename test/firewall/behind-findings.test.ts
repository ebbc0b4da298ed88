import { describe, expect, test } from 'vitest';
import { createRedactor, type RedactionOptions, redactText } from '../../src/firewall/find/redactor.js';
import { chooseRedaction } from '../../src/firewall/settings/redaction-choice.js';

const SECRET = 'Tr0ub4dor3x';
const NETWORK = chooseRedaction({ groups: { network: true } });
/** What may stand anywhere on a line and is hidden itself; the last is what a first redaction left. */
const FINDINGS: Readonly<Record<string, string>> = {
  'an e-mail address': 'bob@acme.com',
  'a phone number': '+14155552671',
  'a card': '4111111111111111',
  'an IP address': '10.12.13.14',
  'a key': 'ghp_aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z0Q',
  'a placeholder': '[REDACTED:email]',
  'many findings': 'bob@acme.com 10.12.13.14,4111111111111111 +14155552671 ada@acme.com',
};

/** Lines with a password, and `·` where words may stand before it. */
const LINES: readonly string[] = [
  `curl 'https://x.io/?email=·' -u admin:${SECRET}`,
  `curl · -u "admin:${SECRET}" https://x.io`,
  `curl · --user 'admin:${SECRET}' https://x.io`,
  `curl -H 'X-Of: ·' --proxy-user admin:${SECRET} https://x.io`,
  `curl · -b sid=${SECRET} https://x.io`,
  `mysql -u · -p${SECRET}`,
  `mysql · -u root -p'${SECRET}' db`,
  `mysqldump --where='who = "·"' -u root -p${SECRET} db`,
  `sshpass -p ${SECRET} ssh ·`,
  `docker login -u · -p ${SECRET} registry.acme.io`,
  `redis-cli --user · -a ${SECRET}`,
  `redis-cli -h · -a ${SECRET}`,
  `ldapsearch -D · -w ${SECRET} -b dc=acme`,
  `smbclient //srv/share · -U bob%${SECRET}`,
  `rpcclient · --user=bob%${SECRET}`,
  `snmpwalk -v3 -u · -A ${SECRET} host`,
  `snmpwalk -v3 -u bob -A hunter2hunter2 -x AES · -X ${SECRET} host`,
  `unzip · -P ${SECRET} a.zip`,
  `plink · -pw ${SECRET} host`,
  `keytool -alias · -storepass ${SECRET} -keypass ${SECRET}`,
  `xfreerdp /u:· /p:${SECRET} /v:host`,
  `openssl enc -aes-256-cbc -in · -k ${SECRET}`,
  `openssl rsa -in · -passin pass:${SECRET}`,
  `printf · && echo ${SECRET} | docker login --username bob --password-stdin`,
  `CREATE USER · IDENTIFIED BY '${SECRET}';`,
  `ALTER USER bob · WITH PASSWORD '${SECRET}';`,
  `machine · login bob password ${SECRET}`,
  `machine x.io login · password ${SECRET}`,
  `Server=a;User Id=·;Password=${SECRET};Encrypt=yes`,
  `host=db user=· password=${SECRET} sslmode=require`,
  `jdbc:mysql://db/x?user=·&password=${SECRET}`,
  `<dl><dt>Client · secret</dt><dd>${SECRET}</dd></dl>`,
  `<b>Client · password:</b> ${SECRET}`,
  `{"owner":"·","name":"password","value":"${SECRET}"}`,
  `EMAIL=· PASSWORD=${SECRET}`,
  `export EMAIL=·; export DB_PASSWORD='${SECRET}'`,
  `{"email":"·","password":"${SECRET}"}`,
  `email: ·, api_key: ${SECRET}`,
  `X-Of: ·; Authorization: Bearer ${SECRET}`,
  `https://x.io/?email=·&access_token=${SECRET}`,
  `GET /?to=· postgres://app:${SECRET}@db/x`,
  `login --email · --password ${SECRET}`,
];

/** The same with room for one name, which may be hidden already. */
const LINES_OF_NAMES: readonly string[] = [
  `curl -u ·:${SECRET} https://x.io`,
  `curl -u '·:${SECRET}' https://x.io`,
  `curl --user "·:${SECRET}" https://x.io`,
  `wget --user ·:${SECRET} x`,
  `smbclient //srv/share -U ·%${SECRET}`,
  `rpcclient --user=·%${SECRET} host`,
  `postgres://·:${SECRET}@db/x`,
  `redis://·:${SECRET}@db:6379`,
  `ftp://·:${SECRET}@host`,
  `https://·:${SECRET}@x.io/`,
  `htpasswd -nb · ${SECRET}`,
  `htpasswd -b f · ${SECRET}`,
  `net user · ${SECRET} /add`,
  `echo '·:${SECRET}' | chpasswd`,
  `the password for · is ${SECRET}`,
  `sqlplus ·/${SECRET}@db`,
  `jdbc:oracle:thin:·/${SECRET}@db:1521/x`,
];
const NAMES = ['bob@acme.com', '+14155552671', '[REDACTED:email]', '[REDACTED:phone]', '[REDACTED:email:7f3a]'];

/** The same with room for one word. */
const LINES_OF_WORDS: readonly string[] = [
  `AUTH · ${SECRET}`,
  `USER ·\nPASS ${SECRET}`,
  `the password for · is ${SECRET}`,
  `Das Passwort von · lautet ${SECRET}`,
];

function shownBehind(findings: readonly string[], line: string): readonly string[] {
  const texts = ['alice', ...findings].map((finding) => line.replace('·', finding));
  return texts.filter((text) => redactText(text, NETWORK).text.includes(SECRET));
}

function cutAt(text: string, cut: number, options: RedactionOptions): string {
  const redactor = createRedactor(options);
  return redactor.push(text.slice(0, cut)).text + redactor.end(text.slice(cut)).text;
}

describe('a finding never reveals a secret behind it', () => {
  test.each(LINES)('%s', (line) => {
    expect(shownBehind(Object.values(FINDINGS), line)).toEqual([]);
  });

  test.each(LINES_OF_WORDS)('%s', (line) => {
    expect(shownBehind(Object.values(FINDINGS).slice(0, 4), line)).toEqual([]);
  });

  test.each(LINES_OF_NAMES)('%s', (line) => {
    expect(shownBehind(NAMES, line)).toEqual([]);
    const text = line.replace('·', '[REDACTED:email]');
    const whole = redactText(text).text;
    expect(whole.startsWith(line.split('·')[0] ?? '')).toBe(true);
    expect(redactText(whole).text).toBe(whole);
    for (let cut = 1; cut < text.length; cut += 1) {
      expect(cutAt(text, cut, {})).toBe(whole);
    }
  });

  test.each(Object.entries(FINDINGS))('behind %s, cut anywhere and redacted twice', (_, finding) => {
    for (const line of LINES.slice(0, 24)) {
      const text = line.replace('·', finding);
      const whole = redactText(text, NETWORK).text;
      for (let cut = 1; cut < text.length; cut += 1) {
        expect(cutAt(text, cut, NETWORK)).toBe(whole);
      }
      expect(redactText(whole, NETWORK).text).toBe(whole);
    }
  });

  test('behind one that is longer than anything a detector looks back at', () => {
    const long = `eyJhbGciOiJIUzI1NiJ9.${'aB3dE5fG7h'.repeat(2000)}.aB3dE5fG7hJ9kL1mN3pQ5rS7tU9vW1xY3z0Q`;
    const text = `curl -H 'X-Of: ${long}' -u admin:${SECRET} https://x.io`;
    const whole = redactText(text).text;
    expect(whole).toBe("curl -H 'X-Of: [REDACTED:jwt]' -u admin:[REDACTED:password] https://x.io");
    for (let cut = 1; cut < text.length; cut += 97) {
      expect(cutAt(text, cut, {})).toBe(whole);
    }
    const redactor = createRedactor();
    const pieces = text.match(/.{1,40}/g) ?? [];
    expect(pieces.map((piece) => redactor.push(piece).text).join('') + redactor.end().text).toBe(whole);
  });

  test('behind the end of its command', () => {
    expect(redactText('mysql -u bob@acme.com; du -h x -a readable3').text).toBe(
      'mysql -u [REDACTED:email]; du -h x -a readable3',
    );
  });

  test.each([
    ['password=Kestrel5Moor&token=Zebra77xQQ9', 'password=[REDACTED:password]&token=[REDACTED:secret]'],
    ['a=b&pass=OspreyDusk77&email=bob@acme.com', 'a=b&pass=[REDACTED:password]&email=[REDACTED:email]'],
    ["curl -d 'client_secret=Rail95Sedge1&x=1' h.io", "curl -d 'client_secret=[REDACTED:secret]&x=1' h.io"],
    ['password: Kestrel5Moor(bob@acme.com', 'password: [REDACTED:password]'],
  ])('before a finding that it touches: %s', (line, expected) => {
    expect(redactText(line).text).toBe(expected);
    expect(redactText(expected).text).toBe(expected);
    for (let cut = 1; cut < line.length; cut += 1) {
      expect(cutAt(line, cut, {})).toBe(expected);
    }
  });

  test.each(['password: BinaryLike & Brand', 'if (a.password=BufferLike&&b) {}', 'secret: KeyLike2 | Other5Type'])(
    'names of types are code: %s',
    (line) => {
      expect(redactText(line).text).toBe(line);
    },
  );
});
