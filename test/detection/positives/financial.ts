import { randomBytesOf } from '../bytes.js';
import { type Positive, secret } from '../case.js';
import { base58Check, bech32, ibanCheck, luhnDigit, weighted } from '../checksums.js';
import { CONTEXTS, contextsNamed } from '../contexts.js';
import { checksummed } from '../keccak.js';
import { createRandom, HEX, type Random } from '../random.js';
import { fill } from '../template.js';

const ROUNDS = 3;

/** Card and account numbers, bank codes and crypto addresses. */
export function financial(): readonly Positive[] {
  const random = createRandom(53);
  const rounds = Array.from({ length: ROUNDS }, () => [
    ...NETWORKS.flatMap((network) => cards(random, network)),
    ...IBANS.flatMap(([country, account]) => ibans(random, country, account)),
    ...COINS.flatMap((coin) => addresses(random, coin)),
  ]);
  return [...rounds.flat(), ...Array.from({ length: 12 }, () => bankCodes(random)).flat()];
}

function inContexts(
  random: Random,
  kind: string,
  variant: string,
  contexts: typeof CONTEXTS,
  make: () => string,
): readonly Positive[] {
  return contexts.map((context) => ({
    kind,
    variant,
    context: context.name,
    form: context.form,
    marked: context.write(secret(make()), random),
  }));
}

interface Network {
  readonly name: string;
  readonly prefixes: readonly string[];
  readonly length: number;
  readonly groups: readonly number[];
}

const NETWORKS: readonly Network[] = [
  { name: 'visa', prefixes: ['4'], length: 16, groups: [4, 4, 4, 4] },
  { name: 'mastercard', prefixes: ['51', '53', '55'], length: 16, groups: [4, 4, 4, 4] },
  { name: 'mastercard 2-series', prefixes: ['2221', '2450', '2719'], length: 16, groups: [4, 4, 4, 4] },
  { name: 'amex', prefixes: ['34', '37'], length: 15, groups: [4, 6, 5] },
  { name: 'discover', prefixes: ['6011', '644', '65'], length: 16, groups: [4, 4, 4, 4] },
  { name: 'diners', prefixes: ['300', '305', '36', '38'], length: 14, groups: [4, 6, 4] },
  { name: 'jcb', prefixes: ['3528', '3589'], length: 16, groups: [4, 4, 4, 4] },
  { name: 'unionpay', prefixes: ['622126', '623'], length: 16, groups: [4, 4, 4, 4] },
];

export function cardNumber(random: Random, { prefixes, length }: Network): string {
  const prefix = random.pick(prefixes);
  const digits = prefix + random.digits(length - prefix.length - 1);
  return digits + luhnDigit(digits);
}

/** The digits in groups. */
export function grouped(digits: string, groups: readonly number[], separator: string): string {
  let at = 0;
  return groups
    .map((length) => {
      at += length;
      return digits.slice(at - length, at);
    })
    .join(separator);
}

function cards(random: Random, network: Network): readonly Positive[] {
  const number = (): string => cardNumber(random, network);
  const of = (contexts: typeof CONTEXTS, separator: string): readonly Positive[] =>
    inContexts(random, 'card', network.name, contexts, () => grouped(number(), network.groups, separator));
  const named = (context: string, form: Positive['form'], write: (value: string) => string): Positive => ({
    kind: 'card',
    variant: network.name,
    context,
    form,
    marked: write(secret(number())),
  });
  return [
    ...of(contextsNamed('prose', 'rows', 'csv', 'html'), ' '),
    ...of(contextsNamed('log', 'json', 'yaml'), '-'),
    ...of(contextsNamed('prose', 'csv text', 'json', 'rows'), ''),
    named('json number', 'text', (value) => `{"id":7,"card_number":${value},"n":1}\n`),
    named('json number', 'rows', (value) => `{"id":7,"pan":${value},"n":1}`),
    named('csv', 'csv', (value) => `id,card,day\n7,${value},Monday\n`),
  ];
}

/** Countries with a template of their account numbers. */
const IBANS: readonly (readonly [country: string, account: string])[] = [
  ['DE', '{D18}'],
  ['GB', 'NWBK{D14}'],
  ['FR', '{D10}{U11}{D2}'],
  ['ES', '{D20}'],
  ['NL', 'ABNA{D10}'],
  ['CH', '{D5}{U12}'],
  ['AT', '{D16}'],
  ['IT', 'X{D10}{U12}'],
  ['PL', '{D24}'],
  ['BE', '{D12}'],
  ['NO', '{D11}'],
  ['MT', 'MALT{D5}{U18}'],
  ['SA', '{D2}{U18}'],
  ['TR', '{D5}0{U16}'],
];

function ibans(random: Random, country: string, template: string): readonly Positive[] {
  const make = (): string => {
    const account = fill(random, template);
    return country + ibanCheck(country, account) + account;
  };
  const spaced = (): string => (make().match(/.{1,4}/g) ?? []).join(' ');
  return [
    ...inContexts(random, 'iban', country, contextsNamed('prose', 'html', 'rows', 'log'), spaced),
    ...inContexts(random, 'iban', country, contextsNamed('prose', 'csv', 'csv text', 'json', 'yaml'), make),
  ];
}

interface Coin {
  readonly name: string;
  make(random: Random): string;
}

const versioned = (version: number, random: Random): string =>
  base58Check(Buffer.concat([Buffer.of(version), randomBytesOf(random, 20)]));

const COINS: readonly Coin[] = [
  { name: 'bitcoin p2pkh', make: (random) => versioned(0x00, random) },
  { name: 'bitcoin p2sh', make: (random) => versioned(0x05, random) },
  { name: 'bitcoin segwit', make: (random) => bech32('bc', 0, randomBytesOf(random, 20)) },
  { name: 'bitcoin segwit script', make: (random) => bech32('bc', 0, randomBytesOf(random, 32)) },
  { name: 'bitcoin taproot', make: (random) => bech32('bc', 1, randomBytesOf(random, 32)) },
  { name: 'ethereum', make: (random) => checksummed(random.chars(HEX, 40)) },
];

function addresses(random: Random, coin: Coin): readonly Positive[] {
  return inContexts(random, 'crypto address', coin.name, CONTEXTS, () => coin.make(random));
}

function bankCodes(random: Random): readonly Positive[] {
  const country = random.pick(['DE', 'FR', 'GB', 'NL', 'US', 'IT', 'CH']);
  const bic = (): string =>
    secret(fill(random, random.pick([`{C4}${country}{U2}`, `{C4}${country}{U2}XXX`])).toUpperCase());
  const aba = (): string => secret(routingNumber(random));
  const at = (kind: string, context: string, marked: string, form: Positive['form'] = 'text'): Positive => ({
    kind,
    variant: kind,
    context,
    form,
    marked,
  });
  return [
    at('bic', 'prose', `Our BIC is ${bic()}, please use it for transfers.\n`),
    at('bic', 'prose', `SWIFT code: ${bic()}\n`),
    at('bic', 'rows', `{"bank":"North","bic":"${bic()}"}`, 'rows'),
    at('bic', 'csv', `bank,swift_code\nNorth,${bic()}\n`, 'csv'),
    at('bic', 'json', `{"bank":"North","swift":"${bic()}"}\n`),
    at('aba', 'prose', `Wire it to routing number ${aba()} before Friday.\n`),
    at('aba', 'prose', `ABA: ${aba()}\n`),
    at('aba', 'rows', `{"bank":"North","routing_number":"${aba()}"}`, 'rows'),
    at('aba', 'csv', `bank,aba_routing\nNorth,${aba()}\n`, 'csv'),
  ];
}

function routingNumber(random: Random): string {
  const digits = random.pick(['02', '11', '07', '32', '12']) + random.digits(6);
  return digits + String((10 - (weighted(digits, [3, 7, 1, 3, 7, 1, 3, 7]) % 10)) % 10);
}
