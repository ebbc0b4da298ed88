import { type Positive, secret } from '../case.js';
import { luhnDigit } from '../checksums.js';
import { createRandom, type Random } from '../random.js';

const EACH = 3;

const BIRTHS: readonly (readonly [string, string])[] = [
  ['data urodzenia: ', '03.11.1979'],
  ['Дата рождения: ', '03.11.1979'],
  ['生年月日：', '1979年11月3日'],
  ['生年月日：', '平成2年11月3日'],
  ['出生日期：', '1979-11-03'],
  ['생년월일: ', '1979. 11. 3.'],
  ['Födelsedatum: ', '1979-11-03'],
  ['Doğum tarihi: ', '03.11.1979'],
  ['datum narození: ', '3. 11. 1979'],
];
const BIRTH_MEMBERS = ['data_urodzenia', 'дата рождения', '生年月日', '出生日期', 'fodelsedatum', 'dogum_tarihi'];

/** Cards in odd groups and in escapes, dates of birth in other languages, codes for one use and cards of contacts in folds. */
export function oddForms(): readonly Positive[] {
  const random = createRandom(83);
  return [...cards(random), ...births(), ...codes(random), ...contacts(), ...diagnoses()];
}

const at = (
  kind: string,
  variant: string,
  context: string,
  marked: string,
  form: Positive['form'] = 'text',
): Positive => ({
  kind,
  variant,
  context,
  form,
  marked,
});

const SEPARATORS: readonly (readonly [string, string, string])[] = [
  [' ', '', ' '],
  ['', ' ', ''],
  ['-', ' ', '/'],
  [' ', ' ', '-'],
  ['', '-', ''],
];

function cards(random: Random): readonly Positive[] {
  const number = (): string => {
    const digits = `${random.pick(['4', '51', '6011'])}${random.digits(20)}`.slice(0, 15);
    return `${digits}${luhnDigit(digits)}`;
  };
  const escaped = (before: string, behind: string): string =>
    [...number()]
      .map((digit) => `${before}${digit.charCodeAt(0).toString(before === '&#' ? 10 : 16)}${behind}`)
      .join('');
  const grouped = SEPARATORS.flatMap(([first, second, third]) =>
    Array.from({ length: EACH }, () => {
      const all = number();
      return `${all.slice(0, 4)}${first}${all.slice(4, 8)}${second}${all.slice(8, 12)}${third}${all.slice(12)}`;
    }),
  ).map((one) => at('card', 'mixed separators', 'prose', `I paid with ${secret(one)}, thanks\n`));
  const inEscapes = Array.from({ length: EACH }, () => [
    at('card', 'escapes', 'url', `GET /pay?n=${secret(escaped('%', ''))}&x=1\n`),
    at('card', 'escapes', 'html', `<p>${secret(escaped('&#', ';'))}</p>\n`),
    at('card', 'escapes', 'html', `<p>${secret(escaped('&#x', ';'))}</p>\n`),
  ]).flat();
  return [...grouped, ...inEscapes];
}

/** Numbers, objects and lists: `_` stands around what must vanish. */
const BIRTHS_OF_OTHER_TYPES: readonly string[] = [
  '{"date_of_birth":_641520000_}',
  '{"n":1,"dob": _-641520000_}',
  '{"dob":{"year":_1979_,"month":_11_,"day":_3_}}',
  '{\n  "birth_date": [\n    _1979_,\n    _11_,\n    _3_\n  ]\n}',
  'dob:\n  year: _1979_\n  month: _11_\n  day: _3_',
];

function births(): readonly Positive[] {
  return [
    ...BIRTHS_OF_OTHER_TYPES.map((text) =>
      at(
        'birth date',
        'of another type',
        'json',
        `${text.replace(/_([-\d]+)_/g, (_, part: string) => secret(part))}\n`,
      ),
    ),
    ...BIRTHS.map(([label, date]) => at('birth date', 'label abroad', 'form', `n: 1\n${label}${secret(date)}\nend\n`)),
    ...BIRTH_MEMBERS.flatMap((name) => [
      at('birth date', 'member abroad', 'json', `{"n":1,"${name}": "${secret('1979-11-03')}"}\n`),
      at('birth date', 'member abroad', 'rows', `{"n":1,"${name}":"${secret('1979-11-03')}"}`, 'rows'),
    ]),
  ];
}

function codes(random: Random): readonly Positive[] {
  const code = (): string => secret(random.digits(random.pick([6, 8])));
  return Array.from({ length: EACH }, () => [
    at('message', 'code for one use', 'sms', `2FA: ${code()}\n`),
    at('message', 'code for one use', 'sms', `Ihre TAN: ${code()}\n`),
    at('message', 'code for one use', 'sms', `Enter ${code()} to sign in to Vexmoor.\n`),
    at('message', 'code for one use', 'sms', `Your Bank code is ${code()}\n`),
  ]).flat();
}

function contacts(): readonly Positive[] {
  const card = [
    'BEGIN:VCARD',
    'VERSION:4.0',
    `FN:${secret('Ruth\r\n  Okafor')}`,
    `ADR;TYPE=work:${secret(';;12 Maple Street;Day\r\n ton;OH;45402;USA')}`,
    'END:VCARD',
  ];
  return [at('message', 'folded contact', 'vcard', `${card.join('\r\n')}\r\n`)];
}

function diagnoses(): readonly Positive[] {
  return ['F32.1', 'C50.911'].map((code) => at('document', 'Dx', 'prose', `Seen today. Dx: ${secret(code)}\n`));
}
