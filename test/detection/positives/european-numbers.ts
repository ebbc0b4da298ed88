import { luhnDigit, mod1110, modulo, weighted } from '../checksums.js';
import { type Random, UPPER } from '../random.js';
import { birth, type NationalNumber, two, until } from './national-number.js';

const NIF_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';

/** The numbers of the European Union that are looked for by default. */
export const EUROPEAN_NUMBERS: readonly NationalNumber[] = [
  {
    name: 'DE tax id',
    pack: 'eu',
    labels: ['Steuer-ID', 'Steueridentifikationsnummer', 'German tax ID'],
    field: 'steuer_id',
    make: germanTaxId,
  },
  {
    name: 'DE tax id spaced',
    pack: 'eu',
    labels: ['Steuer-IdNr.', 'IdNr'],
    field: 'tax_id_de',
    make: (random) => germanTaxId(random).replace(/(..)(...)(...)(...)/, '$1 $2 $3 $4'),
  },
  {
    name: 'DE pension number',
    pack: 'eu',
    labels: ['Rentenversicherungsnummer', 'Sozialversicherungsnummer', 'RVNR'],
    field: 'rentenversicherungsnummer',
    isDistinct: true,
    make: germanPension,
  },
  {
    name: 'FR nir',
    pack: 'eu',
    labels: ['NIR', 'numéro de sécurité sociale', 'n° de sécu'],
    field: 'nir',
    make: frenchNir,
  },
  {
    name: 'FR nir spaced',
    pack: 'eu',
    labels: ['NIR', 'Sécurité sociale'],
    field: 'numero_securite_sociale',
    isDistinct: true,
    make: (random) => frenchNir(random).replace(/(.)(..)(..)(..)(...)(...)(..)/, '$1 $2 $3 $4 $5 $6 $7'),
  },
  {
    name: 'ES nif',
    pack: 'eu',
    labels: ['NIF', 'DNI'],
    field: 'dni',
    isDistinct: true,
    make: (random) => {
      const digits = random.digits(8);
      return digits + NIF_LETTERS.charAt(Number(digits) % 23);
    },
  },
  {
    name: 'ES nie',
    pack: 'eu',
    labels: ['NIE'],
    field: 'nie',
    isDistinct: true,
    make: (random) => {
      const first = random.int(3);
      const digits = random.digits(7);
      return 'XYZ'.charAt(first) + digits + NIF_LETTERS.charAt(Number(`${first}${digits}`) % 23);
    },
  },
  {
    name: 'IT fiscal code',
    pack: 'eu',
    labels: ['Codice fiscale', 'C.F.'],
    field: 'codice_fiscale',
    isDistinct: true,
    make: italianFiscalCode,
  },
  { name: 'NL bsn', pack: 'eu', labels: ['BSN', 'burgerservicenummer', 'Dutch BSN'], field: 'bsn', make: dutchBsn },
  { name: 'PL pesel', pack: 'eu', labels: ['PESEL', 'nr PESEL', 'numer PESEL'], field: 'pesel', make: polishPesel },
  {
    name: 'SE personnummer',
    pack: 'eu',
    labels: ['personnummer', 'Swedish personal number'],
    field: 'personnummer',
    make: (random) => swedish(random, '-'),
  },
  {
    name: 'SE personnummer long',
    pack: 'eu',
    labels: ['personnummer', 'Personnr'],
    field: 'personal_identity_number',
    make: (random) => `19${swedish(random, '')}`,
  },
  {
    name: 'FI hetu',
    pack: 'eu',
    labels: ['henkilötunnus', 'HETU'],
    field: 'hetu',
    isDistinct: true,
    make: finnishHetu,
  },
];

function germanTaxId(random: Random): string {
  // One of the first ten digits comes twice, the others once at most.
  const digits = [...'0123456789'];
  for (let index = digits.length - 1; index > 0; index -= 1) {
    const other = random.int(index + 1);
    [digits[index], digits[other]] = [digits[other] ?? '', digits[index] ?? ''];
  }
  if (digits[0] === '0') {
    [digits[0], digits[1]] = [digits[1] ?? '', '0'];
  }
  const body = [...digits.slice(0, 9), digits[random.int(9)] ?? ''].join('');
  return body + mod1110(body);
}

function germanPension(random: Random): string {
  const { year, month, day } = birth(random);
  const letter = random.pick([...UPPER]);
  const start = random.pick(['65', '15', '23', '50', '12']) + two(day) + two(month) + two(year % 100);
  const serial = two(random.between(0, 99));
  const digits = start + two(letter.charCodeAt(0) - 64) + serial;
  const sums = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].map((weight, index) => {
    const product = weight * Number(digits.charAt(index));
    return Math.floor(product / 10) + (product % 10);
  });
  return `${start}${letter}${serial}${sums.reduce((sum, part) => sum + part, 0) % 10}`;
}

function frenchNir(random: Random): string {
  const { year, month } = birth(random);
  const digits = `${random.pick(['1', '2'])}${two(year % 100)}${two(month)}${random.pick(['75', '13', '69', '33', '59'])}${String(random.between(1, 480)).padStart(3, '0')}${String(random.between(1, 990)).padStart(3, '0')}`;
  return digits + two(97 - modulo(digits, 97));
}

function italianFiscalCode(random: Random): string {
  const { year, month, day } = birth(random);
  const consonants = 'BCDFGLMNPRSTVZ';
  const body = `${random.chars(consonants, 6)}${two(year % 100)}${'ABCDEHLMPRST'.charAt(month - 1)}${two(day + random.pick([0, 40]))}${random.pick(['H501', 'F205', 'L219', 'A662'])}`;
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
  const sum = [...body].reduce((total, character, index) => {
    const value = /\d/.test(character) ? Number(character) : character.charCodeAt(0) - 65;
    return total + (index % 2 === 0 ? (odd[value] ?? 0) : value);
  }, 0);
  return body + UPPER.charAt(sum % 26);
}

function dutchBsn(random: Random): string {
  return until(() => {
    const digits = String(random.between(1, 9)) + random.digits(7);
    const check = weighted(digits, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
    return check === 10 ? undefined : digits + String(check);
  });
}

function polishPesel(random: Random): string {
  const { year, month, day } = birth(random);
  const digits = two(year % 100) + two(month) + two(day) + random.digits(4);
  return digits + String((10 - (weighted(digits, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10);
}

function swedish(random: Random, separator: string): string {
  const { year, month, day } = birth(random);
  const date = two(year % 100) + two(month) + two(day);
  const serial = random.digits(3);
  return date + separator + serial + luhnDigit(date + serial);
}

function finnishHetu(random: Random): string {
  const { year, month, day } = birth(random);
  const date = two(day) + two(month) + two(year % 100);
  const serial = String(random.between(2, 899)).padStart(3, '0');
  return `${date}-${serial}${'0123456789ABCDEFHJKLMNPRSTUVWXY'.charAt(Number(date + serial) % 31)}`;
}
