/** Seeded secrets, put together at run time so that no secret-shaped literal stands in a file. */
export interface SeededSecret {
  readonly kind: string;
  /** The characters that must not get out. */
  readonly secret: string;
  /** A sentence that holds it in the form in which it is recognised. */
  readonly text: string;
}

const join = (...parts: string[]): string => parts.join('');
const random = (length: number): string => 'q7Wx2Kd9Zv4Lm8Rt3Yb6Nc1Hs5Jf0Pg'.repeat(4).slice(0, length);
const base64url = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

const plain = (kind: string, secret: string): SeededSecret => ({ kind, secret, text: `found ${secret} here` });

export const SECRETS: readonly SeededSecret[] = [
  plain('email', join('zelda.quirk', '@', 'vexmoor.org')),
  plain('phone', '+44 7911 846 273'),
  plain('card', '4539 1488 0343 6467'),
  plain('card without spaces', '5425233430109903'),
  plain('ssn', '519-83-4672'),
  plain('iban', 'GB29NWBK60161331926819'),
  plain('jwt', join(base64url({ alg: 'HS256', typ: 'JWT' }), '.', base64url({ sub: 'vexmoor' }), '.', random(43))),
  {
    kind: 'pem',
    secret: join('MIIEvQ', random(50)),
    text: join(
      '-----BEGIN ',
      'PRIVATE KEY-----\nMIIEvQ',
      random(50),
      '\n',
      random(64),
      '\n-----END ',
      'PRIVATE KEY-----',
    ),
  },
  { kind: 'authorization', secret: random(40), text: `Authorization: Bearer ${random(40)}` },
  { kind: 'url credentials', secret: 'kR4x!vQ9#t', text: 'postgres://app:kR4x!vQ9#t@db.internal:5432/x' },
  { kind: 'password assignment', secret: 'Tr0ub4dor&3xq', text: 'password=Tr0ub4dor&3xq' },
  { kind: 'json member', secret: random(30), text: `{"client_secret": "${random(30)}"}` },
  plain('aws', join('AKIA', 'Q3EGTVW5XZ7YB2NM')),
  plain('github', join('gh', 'p_', random(36))),
  plain('gitlab', join('gl', 'pat-', random(20))),
  plain('slack', join('xo', 'xb-', '2938475610-', '8473625190-', random(24))),
  plain('stripe', join('sk_', 'live_', random(24))),
  plain('google', join('AI', 'za', random(35))),
  plain('openai', join('sk-', 'proj-', random(48))),
  plain('anthropic', join('sk-', 'ant-api03-', random(80))),
  plain('npm', join('np', 'm_', random(36))),
];

/** Runs of six characters of the secret that stand in the output; empty when it is absent. */
export function leaked({ secret }: SeededSecret, output: string): readonly string[] {
  const runs = Array.from({ length: Math.max(1, secret.length - 5) }, (_, i) => secret.slice(i, i + 6));
  return runs.filter((run) => /[^\s.]{4}/.test(run) && output.includes(run));
}
