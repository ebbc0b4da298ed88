import { randomBytesOf } from '../bytes.js';
import type { Negative } from '../case.js';
import { ibanCheck, luhnDigit } from '../checksums.js';
import { CONTEXTS, contextsNamed } from '../contexts.js';
import { createRandom, HEX, type Random, seedOf } from '../random.js';
import { fill, uuid } from '../template.js';

const EACH = 2;

interface Identifier {
  readonly kind: string;
  make(random: Random): string;
}

const filled = (kind: string, ...templates: readonly string[]): Identifier => ({
  kind,
  make: (random) => fill(random, random.pick(templates)),
});

const IDENTIFIERS: readonly Identifier[] = [
  { kind: 'uuid', make: uuid },
  { kind: 'uuid upper', make: (random) => uuid(random).toUpperCase() },
  { kind: 'uuid of digits', make: (random) => uuid(random).replace(/[a-f]/g, '7') },
  filled('git hash', '{h40}', '{h7}', '{h12}'),
  filled('md5', '{h32}', '{X32}'),
  filled('sha256', '{h64}', 'sha256:{h64}'),
  filled('sha512 integrity', 'sha512-{S86}=='),
  filled('eth-like sha1', '0x{h40}'),
  filled('hex number', '0x{h8}', '0x{h16}', '#{h6}'),
  filled('object id', '{h24}', '64{h22}'),
  filled('ulid', '01{U8}', '01HQ{U22}'),
  filled('trace id', '00-{h32}-{h16}-01'),
  { kind: 'epoch seconds', make: (random) => String(1_500_000_000 + random.int(400_000_000)) },
  {
    kind: 'epoch milliseconds',
    make: (random) => String(1_500_000_000_000 + random.int(400_000_000) * 1000 + random.int(1000)),
  },
  { kind: 'epoch microseconds', make: (random) => `${1_500_000_000 + random.int(400_000_000)}${random.digits(6)}` },
  { kind: 'epoch nanoseconds', make: (random) => `${1_500_000_000 + random.int(400_000_000)}${random.digits(9)}` },
  filled('semver', 'v{D1}.{D2}.{D1}', '{D1}.{D1}.{D2}-beta.{D1}', '^{D2}.{D1}.{D1}', '{D1}.{D2}.{D1}+build.{D4}'),
  filled('four-part version', 'v{D1}.{D1}.{D4}.{D2}', '10.0.{D5}.{D4}'),
  { kind: 'ipv4', make: (random) => Array.from({ length: 4 }, () => random.between(1, 254)).join('.') },
  {
    kind: 'ipv4 with port',
    make: (random) => `10.${random.int(255)}.${random.int(255)}.${random.int(255)}:${random.between(1024, 65535)}`,
  },
  filled('ipv6', '2001:db8:{h4}:{h4}::{h1}', 'fe80::{h4}:{h4}:{h4}:{h4}'),
  filled('mac', '{h2}:{h2}:{h2}:{h2}:{h2}:{h2}', '{X2}-{X2}-{X2}-{X2}-{X2}-{X2}', '{h4}.{h4}.{h4}'),
  {
    kind: 'coordinates',
    make: (random) =>
      `${random.between(-89, 89)}.${random.digits(6)}, ${random.between(-179, 179)}.${random.digits(6)}`,
  },
  {
    kind: 'isbn',
    make: (random) => `978-${random.pick(['0', '3', '1'])}-${random.digits(3)}-${random.digits(5)}-${random.digits(1)}`,
  },
  filled('isbn plain', '978{D10}'),
  filled('order number', 'ORD-{D8}', '{D3}-{D7}-{D7}', 'PO{D9}', '#{D10}'),
  filled('invoice number', 'INV-2026-{D6}', 'RE{D4}/{D5}', '2026-{D5}'),
  filled('tracking number', '1Z{U16}', '{D12}', '00{D18}', 'RR{D9}DE'),
  filled('sku', '{U3}-{D4}-{U2}', 'SKU{D8}'),
  filled('ticket', 'PROJ-{D4}', 'JIRA-{D5}', 'GH-{D6}'),
  filled('doi', '10.{D4}/j.cell.20{D2}.{D2}.{D3}', '10.{D5}/zenodo.{D7}'),
  filled(
    'timestamp',
    '2026-0{D1}-1{D1}T1{D1}:2{D1}:3{D1}.{D3}Z',
    '20261{D1}1{D1}T1{D1}{D4}Z',
    '1{D1}/Mar/2026:11:{D2}:{D2} +0000',
  ),
  filled('duration', '{D3}.{D4}ms', 'PT{D2}M{D2}S', '{D5}us'),
  filled('money', '€ {D3}.{D3},{D2}', '$1,{D3},{D3}.{D2}', '{D5}.{D2} USD'),
  filled('float', '0.{D16}', '{D1}.{D15}e-0{D1}', '-{D3}.{D12}'),
  { kind: 'card-like, bad Luhn', make: badLuhn },
  {
    kind: 'card-like, no such network',
    make: (random) => {
      const digits = random.pick(['1', '7', '8', '9', '0']) + random.digits(14);
      return digits + luhnDigit(digits);
    },
  },
  { kind: 'iban-like, bad check', make: badIban },
  {
    kind: 'ssn-like, no such area',
    make: (random) => `${random.pick(['000', '666'])}-${random.digits(2)}-${random.digits(4)}`,
  },
  { kind: 'ssn-like, zero group', make: (random) => `${random.between(100, 600)}-00-${random.digits(4)}` },
  {
    kind: 'bitcoin-like, bad check',
    make: (random) => `1${random.chars('ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz123456789', 33)}`,
  },
  { kind: 'eth-like, bad capitals', make: (random) => `0x${random.chars(`${HEX}ABCDEF`, 40)}` },
  filled('numbers in a range', '{D3}-{D3}', '19{D2}-20{D2}', '{D2}:{D2}-{D2}:{D2}'),
  filled('nine digits', '{D9}', '{D8}', '{D11}'),
  filled('arn', 'arn:aws:iam::{D12}:role/app', 'arn:aws:s3:::bucket-{a6}'),
  filled('image name', 'registry.example.com/team/app:{h7}', 'app@sha256:{h64}'),
  filled('pod name', 'api-{h9}-{a5}', 'worker-{D1}', 'job-{D8}-{a5}'),
  filled('package scope', '@scope/pkg-{l4}', '@types/node@20.{D1}.{D1}', 'git@github.com:team/repo.git'),
  filled('path', '/var/lib/app/{h2}/{h38}', 'C:\\\\Users\\\\app\\\\file-{D4}.txt', './src/a/{l6}.test.ts'),
  filled('asset name', 'main.{h8}.js', 'chunk-{U8}.mjs', 'style-{B8}.css'),
  filled('mime boundary', '----WebKitFormBoundary{A16}', '=_{h16}'),
  filled('etag', 'W/"{h8}-{h12}"', '"{h32}"'),
  filled('youtube id', 'dQw4w9WgXcQ', '{B11}'),
  {
    kind: 'base64 words',
    make: (random) => Buffer.from(`the report of ${fill(random, '{l9}')} is ready`).toString('base64'),
  },
  { kind: 'base64 bytes', make: (random) => randomBytesOf(random, 33).toString('base64') },
];

function badLuhn(random: Random): string {
  const digits = `4${random.digits(14)}`;
  const wrong = (Number(luhnDigit(digits)) + random.between(1, 9)) % 10;
  return random.pick([`${digits}${wrong}`, `${digits}${wrong}`.replace(/(.{4})(?=.)/g, '$1 ')]);
}

function badIban(random: Random): string {
  const account = random.digits(18);
  const right = Number(ibanCheck('DE', account));
  const wrong = String(2 + ((right - 2 + random.between(1, 90)) % 97)).padStart(2, '0');
  return random.pick([`DE${wrong}${account}`, `DE${wrong}${account}`.replace(/(.{4})(?=.)/g, '$1 ')]);
}

/** Identifiers, numbers and almost-matches in the contexts in which secrets stand elsewhere. */
export function identifiers(): readonly Negative[] {
  const unescaped = CONTEXTS.filter(({ name }) => name !== 'url');
  return IDENTIFIERS.flatMap(({ kind, make }) => {
    const random = createRandom(seedOf(kind));
    return Array.from({ length: EACH }, () =>
      [...unescaped, ...contextsNamed('url')].flatMap((context): readonly Negative[] => {
        const value = make(random);
        const isFit = context.name !== 'url' || /^[\w.~-]+$/.test(value);
        return isFit ? [{ kind, context: context.name, form: context.form, text: context.write(value, random) }] : [];
      }),
    ).flat();
  });
}
