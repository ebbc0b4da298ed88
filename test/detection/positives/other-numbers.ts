import { luhnDigit, verhoeffDigit, weighted } from '../checksums.js';
import { type Random, UPPER } from '../random.js';
import { birth, type NationalNumber, two, until } from './national-number.js';

/** The numbers of other countries, each with its pack. */
export const OTHER_NUMBERS: readonly NationalNumber[] = [
  {
    name: 'UK nhs',
    pack: 'uk',
    labels: ['NHS number', 'NHS no.'],
    field: 'nhs_number',
    make: (random) => nhs(random).replace(/(...)(...)(....)/, random.pick(['$1 $2 $3', '$1$2$3'])),
  },
  {
    name: 'UK nino',
    pack: 'uk',
    labels: ['National Insurance number', 'NINO', 'NI number'],
    field: 'nino',
    isDistinct: true,
    make: (random) => {
      const value = `${random.pick(['AB', 'CE', 'JK', 'PR', 'WM'])}${random.digits(6)}${random.pick(['A', 'B', 'C', 'D'])}`;
      return random.pick([value, (value.match(/.{1,2}/g) ?? []).join(' ')]);
    },
  },
  {
    name: 'BR cpf',
    pack: 'br',
    labels: ['CPF', 'CPF do titular'],
    field: 'cpf',
    isDistinct: true,
    make: (random) => cpf(random).replace(/(...)(...)(...)(..)/, '$1.$2.$3-$4'),
  },
  { name: 'BR cpf plain', pack: 'br', labels: ['CPF'], field: 'cpf', make: cpf },
  { name: 'BR cnpj', pack: 'br', labels: ['CNPJ'], field: 'cnpj', isDistinct: true, make: cnpj },
  {
    name: 'IN aadhaar',
    pack: 'in',
    labels: ['Aadhaar', 'Aadhaar number', 'UIDAI no.'],
    field: 'aadhaar',
    make: (random) => {
      const digits = String(random.between(2, 9)) + random.digits(10);
      return (digits + verhoeffDigit(digits)).replace(/(....)(....)(....)/, random.pick(['$1 $2 $3', '$1$2$3']));
    },
  },
  {
    name: 'IN pan',
    pack: 'in',
    labels: ['PAN', 'PAN card'],
    field: 'pan_number',
    isDistinct: true,
    make: (random) => `${random.chars(UPPER, 3)}P${random.chars(UPPER, 1)}${random.digits(4)}${random.chars(UPPER, 1)}`,
  },
  { name: 'AU tfn', pack: 'au', labels: ['TFN', 'tax file number'], field: 'tfn', make: tfn },
  {
    name: 'AU medicare',
    pack: 'au',
    labels: ['Medicare', 'Medicare number'],
    field: 'medicare_number',
    make: medicare,
  },
  {
    name: 'CA sin',
    pack: 'ca',
    labels: ['SIN', 'social insurance number'],
    field: 'sin',
    make: (random) => {
      const digits = String(random.pick([1, 2, 4, 5, 7])) + random.digits(7);
      return (digits + luhnDigit(digits)).replace(/(...)(...)(...)/, random.pick(['$1-$2-$3', '$1 $2 $3', '$1$2$3']));
    },
  },
  { name: 'SG nric', pack: 'sg', labels: ['NRIC', 'NRIC/FIN'], field: 'nric', isDistinct: true, make: nric },
  {
    name: 'ZA id',
    pack: 'za',
    labels: ['ID number', 'South African ID'],
    field: 'id_number',
    make: (random) => {
      const { year, month, day } = birth(random);
      const digits = `${two(year % 100)}${two(month)}${two(day)}${random.digits(4)}${random.int(2)}8`;
      return digits + luhnDigit(digits);
    },
  },
  { name: 'TR tckn', pack: 'tr', labels: ['T.C. Kimlik No', 'TCKN', 'TC kimlik numarası'], field: 'tckn', make: tckn },
  {
    name: 'KR rrn',
    pack: 'kr',
    labels: ['주민등록번호', 'RRN', 'resident registration number'],
    field: 'rrn',
    isDistinct: true,
    make: rrn,
  },
  {
    name: 'CN resident id',
    pack: 'cn',
    labels: ['身份证号码', '身份证号', 'ID card number'],
    field: 'id_card',
    make: chineseId,
  },
  {
    name: 'JP my number',
    pack: 'jp',
    labels: ['マイナンバー', '個人番号', 'My Number'],
    field: 'my_number',
    make: myNumber,
  },
  { name: 'MX curp', pack: 'mx', labels: ['CURP'], field: 'curp', isDistinct: true, make: curp },
];

function nhs(random: Random): string {
  return until(() => {
    const digits = random.pick(['4', '6', '7', '9']) + random.digits(8);
    const check = (11 - (weighted(digits, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 11;
    return check === 10 ? undefined : digits + String(check);
  });
}

/** The check digits of Brazilian numbers: eleven minus the rest, or nothing. */
function brazilian(digits: string, weights: readonly number[]): string {
  const rest = weighted(digits, weights) % 11;
  return digits + String(rest < 2 ? 0 : 11 - rest);
}

function cpf(random: Random): string {
  const one = brazilian(random.digits(9), [10, 9, 8, 7, 6, 5, 4, 3, 2]);
  return brazilian(one, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2]);
}

function cnpj(random: Random): string {
  const one = brazilian(`${random.digits(8)}0001`, [5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  const both = brazilian(one, [6, 5, 4, 3, 2, 9, 8, 7, 6, 5, 4, 3, 2]);
  return both.replace(/(..)(...)(...)(....)(..)/, '$1.$2.$3/$4-$5');
}

function tfn(random: Random): string {
  return until(() => {
    const digits = String(random.between(1, 8)) + random.digits(8);
    const isValid = weighted(digits, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
    return isValid ? digits.replace(/(...)(...)(...)/, random.pick(['$1 $2 $3', '$1$2$3'])) : undefined;
  });
}

function medicare(random: Random): string {
  const digits = String(random.between(2, 6)) + random.digits(7);
  const whole = `${digits}${weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9]) % 10}1`;
  return whole.replace(/(....)(.....)(.)/, random.pick(['$1 $2 $3', '$1$2$3']));
}

function nric(random: Random): string {
  const first = random.pick(['S', 'T', 'F', 'G']);
  const digits = random.digits(7);
  const sum = weighted(digits, [2, 7, 6, 5, 4, 3, 2]) + ('TG'.includes(first) ? 4 : 0);
  return first + digits + ('ST'.includes(first) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK').charAt(sum % 11);
}

function tckn(random: Random): string {
  const digits = String(random.between(1, 9)) + random.digits(8);
  const odd = weighted(digits, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(digits, [0, 1, 0, 1, 0, 1, 0, 1, 0]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return digits + String(tenth) + String((odd + even + tenth) % 10);
}

function rrn(random: Random): string {
  const { year, month, day } = birth(random);
  const digits = `${two(year % 100)}${two(month)}${two(day)}${random.pick(['1', '2'])}${random.digits(5)}`;
  const check = (11 - (weighted(digits, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10;
  return `${digits.slice(0, 6)}-${digits.slice(6)}${check}`;
}

function chineseId(random: Random): string {
  const { year, month, day } = birth(random);
  const area = random.pick(['110105', '310104', '440305', '510107', '330106']);
  const digits = `${area}${year}${two(month)}${two(day)}${random.digits(3)}`;
  const sum = weighted(digits, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]);
  return digits + '10X98765432'.charAt(sum % 11);
}

function myNumber(random: Random): string {
  const digits = String(random.between(1, 9)) + random.digits(10);
  const rest = weighted(digits, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  const whole = digits + String(rest < 2 ? 0 : 11 - rest);
  return whole.replace(/(....)(....)(....)/, random.pick(['$1 $2 $3', '$1$2$3']));
}

function curp(random: Random): string {
  const { year, month, day } = birth(random);
  const consonants = 'BCDFGHJKLMNPQRSTVWXYZ';
  const name = random.chars(consonants, 1) + random.pick(['A', 'E', 'I', 'O']) + random.chars(consonants, 2);
  const date = two(year % 100) + two(month) + two(day);
  const place = random.pick(['H', 'M']) + random.pick(['DF', 'JC', 'NL', 'MC', 'OC']);
  const body = `${name}${date}${place}${random.chars(consonants, 3)}${random.digits(1)}`;
  const order = '0123456789ABCDEFGHIJKLMNÑOPQRSTUVWXYZ';
  const sum = [...body].reduce((total, character, index) => total + order.indexOf(character) * (18 - index), 0);
  return body + String((10 - (sum % 10)) % 10);
}
