import { luhnDigit, verhoeffDigit, weighted } from '../checksums.js';
import { type Random, UPPER } from '../random.js';
import { type NationalNumber, until } from './national-number.js';

/** The numbers of further countries, each with its pack. */
export const MORE_NUMBERS: readonly NationalNumber[] = [
  {
    name: 'SE organisation',
    pack: 'eu',
    labels: ['Organisationsnummer', 'Org.nr', 'organisation number'],
    field: 'organisationsnummer',
    make: (random) => {
      const digits = `556${random.digits(6)}`;
      return (digits + luhnDigit(digits)).replace(/(......)(....)/, '$1-$2');
    },
  },
  {
    name: 'TH id',
    pack: 'th',
    labels: ['Thai ID', 'Thai national ID', 'เลขประจำตัวประชาชน'],
    field: 'thai_id',
    make: (random) => {
      const digits = String(random.between(1, 8)) + random.digits(11);
      const check = (11 - (weighted(digits, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10;
      return (digits + String(check)).replace(/(.)(....)(.....)(..)(.)/, random.pick(['$1-$2-$3-$4-$5', '$1$2$3$4$5']));
    },
  },
  { name: 'HK identity card', pack: 'hk', labels: ['HKID', 'HKID no.', 'Hong Kong ID'], field: 'hkid', make: hongKong },
  { name: 'TW national id', pack: 'tw', labels: ['Taiwan ID', '身分證字號'], field: 'taiwan_id', make: taiwan },
  {
    name: 'IL identity',
    pack: 'il',
    labels: ['Teudat Zehut', 'Israeli ID'],
    field: 'teudat_zehut',
    make: (random) => {
      const digits = random.pick(['0', '2', '3']) + random.digits(7);
      return digits + luhnDigit(digits);
    },
  },
  {
    name: 'NG nin',
    pack: 'ng',
    labels: ['NIN', 'National Identification Number'],
    field: 'nin',
    make: (random) => {
      const digits = String(random.between(1, 9)) + random.digits(9);
      return digits + verhoeffDigit(digits);
    },
  },
  {
    name: 'PH tin',
    pack: 'ph',
    labels: ['TIN', 'BIR TIN', 'TIN No.'],
    field: 'tin',
    make: (random) => random.pick([grouped(random, [3, 3, 3]), grouped(random, [3, 3, 3, 3])]),
  },
  {
    name: 'PH social security',
    pack: 'ph',
    labels: ['SSS No.', 'SSS number'],
    field: 'sss_number',
    make: (random) => grouped(random, [2, 7, 1]),
  },
  {
    name: 'PH PhilSys',
    pack: 'ph',
    labels: ['PhilSys number', 'PhilID', 'PSN'],
    field: 'philsys_number',
    make: (random) => random.pick([grouped(random, [4, 4, 4]), grouped(random, [4, 4, 4, 4])]),
  },
  {
    name: 'PH common reference',
    pack: 'ph',
    labels: ['CRN', 'UMID CRN'],
    field: 'crn',
    make: (random) => grouped(random, [4, 7, 1]),
  },
];

/** Groups of digits with hyphens between them, of which none begins with a zero. */
function grouped(random: Random, lengths: readonly number[]): string {
  return lengths.map((length) => String(random.between(1, 9)) + random.digits(length - 1)).join('-');
}

function hongKong(random: Random): string {
  const letter = random.chars(UPPER, 1);
  const digits = random.digits(6);
  const sum = 36 * 9 + (letter.charCodeAt(0) - 55) * 8 + weighted(digits, [7, 6, 5, 4, 3, 2]);
  const check = (11 - (sum % 11)) % 11;
  return `${letter}${digits}(${check === 10 ? 'A' : check})`;
}

function taiwan(random: Random): string {
  const county = random.pick([
    ['A', 10],
    ['B', 11],
    ['F', 15],
    ['H', 17],
  ] as const);
  return until(() => {
    const digits = String(random.pick([1, 2])) + random.digits(8);
    const sum = Math.floor(county[1] / 10) + (county[1] % 10) * 9 + weighted(digits, [8, 7, 6, 5, 4, 3, 2, 1, 1]);
    return sum % 10 === 0 ? county[0] + digits : undefined;
  });
}
