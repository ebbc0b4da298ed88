import type { Negative } from '../case.js';
import { createRandom, type Random } from '../random.js';
import { fill, uuid } from '../template.js';

const EACH = 14;

const ip = (random: Random): string => Array.from({ length: 4 }, () => random.between(1, 254)).join('.');
const time = (random: Random): string =>
  fill(random, '2026-0{D1}-1{D1}T1{D1}:2{D1}:3{D1}.{D3}Z').replace('-00-', '-01-');

const LINES: Readonly<Record<string, (random: Random) => string>> = {
  nginx: (random) =>
    `${ip(random)} - - [1${random.int(9)}/Mar/2026:11:02:41 +0000] "GET /assets/main.${fill(random, '{h8}')}.js?v=${fill(random, '{h10}')} HTTP/2.0" 200 ${random.int(99999)} "https://example.com/" "Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0" rt=0.${random.digits(3)}`,
  'nginx error': (random) =>
    `2026/03/02 10:11:12 [error] ${random.int(9999)}#${random.int(99)}: *${random.digits(7)} upstream timed out (110: Connection timed out), client: ${ip(random)}, server: example.com, upstream: "http://10.0.3.4:8080/v1/items"`,
  sshd: (random) =>
    `Mar  2 10:11:12 host7 sshd[${random.int(99999)}]: Failed password for invalid user admin from ${ip(random)} port ${random.between(1024, 65535)} ssh2`,
  'sshd accepted': (random) =>
    `Mar  2 10:11:12 host7 sshd[${random.int(99999)}]: Accepted publickey for deploy from ${ip(random)} port 50022 ssh2: ED25519 SHA256:${fill(random, '{S43}')}`,
  kernel: (random) =>
    `[${random.digits(6)}.${random.digits(6)}] usb 1-1.${random.int(4)}: new high-speed USB device number ${random.int(99)} using xhci_hcd`,
  'json log': (random) =>
    `{"level":"info","ts":${1_760_000_000 + random.int(9e6)}.${random.digits(6)},"caller":"app/main.go:${random.int(999)}","msg":"request done","request_id":"${uuid(random)}","duration_ms":${random.int(999)},"status":200,"bytes":${random.digits(6)}}`,
  'json log with counts': (random) =>
    `{"event":"completion","prompt_tokens":${random.int(9999)},"completion_tokens":${random.int(999)},"total_tokens":${random.int(9999)},"max_tokens":4096,"model":"large-2026-01"}`,
  kubernetes: (random) =>
    `I0302 10:11:12.${random.digits(6)}       1 controller.go:${random.int(999)}] "Reconciled" pod="main/api-${fill(random, '{h9}-{a5}')}" uid="${uuid(random)}" resourceVersion="${random.digits(9)}"`,
  'kubernetes table': (random) =>
    `api-${fill(random, '{h9}-{a5}')}   1/1   Running   ${random.int(9)} (3d4h ago)   ${random.int(99)}d   ${ip(random)}   node-${random.int(9)}   <none>`,
  'node stack': (random) =>
    `TypeError: Cannot read properties of undefined (reading 'token')\n    at getToken (/app/src/auth/token.ts:${random.int(99)}:${random.int(50)})\n    at async Server.handle (node:internal/http:${random.int(999)}:12)`,
  'python stack': (random) =>
    `Traceback (most recent call last):\n  File "/app/main.py", line ${random.int(999)}, in check_password\n    raise InvalidPassword(user_id)\nInvalidPassword: user ${random.digits(6)}`,
  'java stack': (random) =>
    `java.lang.IllegalStateException: no secret for key 'main'\n\tat com.example.auth.SecretStore.get(SecretStore.java:${random.int(400)})\n\tat com.example.auth.TokenFilter.doFilter(TokenFilter.java:${random.int(400)})`,
  'go panic': (random) =>
    `panic: runtime error: index out of range [${random.int(99)}] with length 3\n\ngoroutine ${random.int(99)} [running]:\nmain.(*Token).Parse(0xc000${fill(random, '{h6}')}, {0x${fill(random, '{h6}')}, 0x3})\n\t/app/token.go:${random.int(99)} +0x${fill(random, '{h3}')}`,
  postgres: (random) =>
    `${time(random)} UTC [${random.int(9999)}] LOG:  duration: ${random.int(999)}.${random.digits(3)} ms  statement: SELECT id, password_hash IS NULL FROM users WHERE id = ${random.digits(6)}`,
  'auth events': (random) =>
    `${time(random)} WARN login failed user_id=${random.digits(7)} reason="wrong password" attempts=${random.int(9)} token_expired=true`,
  'token life': (random) =>
    `${time(random)} INFO token refreshed, expires_in=3600 token_type=bearer key_id=${random.int(99)} keys=3`,
  'git log': (random) =>
    `commit ${fill(random, '{h40}')}\nMerge: ${fill(random, '{h7}')} ${fill(random, '{h7}')}\nDate:   Mon Mar 2 10:11:12 2026 +0100\n\n    Rotate the signing key (#${random.int(9999)})`,
  'npm install': (random) =>
    `added ${random.int(999)} packages, and audited ${random.int(2000)} packages in ${random.int(60)}s\n${random.int(99)} packages are looking for funding`,
  'docker build': (random) =>
    `#${random.int(20)} sha256:${fill(random, '{h64}')} ${random.int(30)}.${random.digits(2)}MB / 31.42MB 1.${random.digits(1)}s\n#9 DONE 2.${random.digits(1)}s`,
  'terraform plan': (random) =>
    `  # aws_instance.main will be updated in-place\n  ~ resource "aws_instance" "main" {\n        id       = "i-0${fill(random, '{h16}')}"\n      ~ password = (sensitive value)\n      - key_name = "deploy" -> null\n    }`,
  cron: (random) =>
    `Mar  2 10:11:12 host7 CRON[${random.int(99999)}]: (root) CMD (/usr/local/bin/rotate-keys --keep 3)`,
  dmesg: (random) =>
    `e1000e 0000:00:1f.6 eth0: (PCI Express:2.5GT/s:Width x1) ${fill(random, '{h2}:{h2}:{h2}:{h2}:{h2}:{h2}')}`,
  'access by cookie': (random) =>
    `${time(random)} DEBUG cookie consent shown, cookies=3 session=new sessions=${random.int(99)}`,
  traceroute: (random) =>
    ` ${random.int(20)}  ae-1.example.net (${ip(random)})  ${random.int(30)}.${random.digits(3)} ms  ${random.int(30)}.${random.digits(3)} ms`,
};

/** Lines of logs and of programs' output, some at a time. */
export function logs(): readonly Negative[] {
  const random = createRandom(103);
  return Object.entries(LINES).flatMap(([context, line]) =>
    Array.from({ length: EACH }, (): Negative => {
      const text = Array.from({ length: random.between(1, 3) }, () => `${line(random)}\n`).join('');
      return { kind: 'log', context, form: 'text', text };
    }),
  );
}
