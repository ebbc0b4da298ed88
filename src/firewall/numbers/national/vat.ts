import { digitOf, hasLuhn, hasMod11And10, numberAt, remainderOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumber } from '../id-number.js';

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const DECREASING = [8, 7, 6, 5, 4, 3, 2];

/** Numbers of firms for value added tax, with the letters of their country before them. */
export const vatNumber: Detector = createIdNumber({
  name: 'vat-number',
  type: 'eu_vat',
  pack: 'eu',
  validates: 'the letters of a country, its length and its check digits; a word before it',
  source: 'ec.europa.eu/taxation_customs/vies, the algorithms of each member state',
  named: [
    'AAA-999.999.999',
    'AAA 999 999 999',
    'AAA99999999',
    'AAA 99999999',
    'AAA9999999A',
    'AA99 999 999 999',
    'AA99 999999999',
    'AA 99 999999999',
    'AA 99 999 999 999',
    'AA 999 9999 99',
    'AA 999 999 999',
    'AA 9999.999.999',
    'AA 9999 999 999',
    'AA9999.999.999',
    'AA 999-999-99-99',
    'AA999999999A99',
    'AA9999999AA',
    'AA9999999A',
    'AA99999999A',
    ...[12, 11, 10, 9, 8].flatMap((length) => [`AA${'9'.repeat(length)}`, `AA ${'9'.repeat(length)}`]),
  ],
  words:
    'vat vatid vatno vatnr vatnumber vatreg vatregistration vatregno vatin vatcode ust ustid ustidnr uid uidnr mwst ' +
    'umsatzsteuer umsatzsteuerid umsatzsteueridentifikationsnummer tva numerotva numérotva tvaintracommunautaire ' +
    'intracommunautaire iva nif nifiva cif partitaiva piva btw btwnr btwnummer btwid moms momsnr momsregnr vatnip nip ' +
    'alv alvnumero dic ičdph icdph áfa afa pdv taxid cvr kbo',
  isValid: (id) => BY_COUNTRY[id.slice(0, 2)]?.(id.slice(2)) === true,
});

/** By country: whether what stands behind its letters has its length and check digits. */
const BY_COUNTRY: Readonly<Record<string, (id: string) => boolean>> = {
  AT: (id) => /^U\d{8}$/.test(id) && (10 - ((crossSum(id.slice(1), [1, 2, 1, 2, 1, 2, 1]) + 4) % 10)) % 10 === last(id),
  BE: (id) => /^[01]\d{9}$/.test(id) && 97 - (numberAt(id, 0, 8) % 97) === numberAt(id, 8, 10),
  CH: (id) => /^E\d{9}$/.test(id) && (11 - (weightedSum(id.slice(1), [5, 4, 3, 2, 7, 6, 5, 4]) % 11)) % 11 === last(id),
  CZ: (id) => /^\d{8}$/.test(id) && (11 - (weightedSum(id, DECREASING) % 11)) % 10 === last(id),
  DE: (id) => /^[1-9]\d{8}$/.test(id) && hasMod11And10(id),
  DK: (id) => /^[1-9]\d{7}$/.test(id) && weightedSum(id, [2, 7, 6, 5, 4, 3, 2, 1]) % 11 === 0,
  EE: (id) => /^10\d{7}$/.test(id) && weightedSum(id, [3, 7, 1, 3, 7, 1, 3, 7, 1]) % 10 === 0,
  EL: (id) => /^\d{9}$/.test(id) && (weightedSum(id, [256, 128, 64, 32, 16, 8, 4, 2]) % 11) % 10 === last(id),
  ES: isSpanish,
  FI: (id) => /^\d{8}$/.test(id) && (11 - (weightedSum(id, [7, 9, 10, 5, 8, 4, 2]) % 11)) % 11 === last(id),
  FR: (id) => /^\d{11}$/.test(id) && (12 + 3 * (numberAt(id, 2, 11) % 97)) % 97 === numberAt(id, 0, 2),
  GB: (id) => /^\d{9}$/.test(id) && [0, 42].includes((weightedSum(id, DECREASING) + numberAt(id, 7, 9)) % 97),
  HR: (id) => /^\d{11}$/.test(id) && hasMod11And10(id),
  HU: (id) => /^\d{8}$/.test(id) && weightedSum(id, [9, 7, 3, 1, 9, 7, 3, 1]) % 10 === 0,
  IE: isIrish,
  IT: (id) => /^\d{11}$/.test(id) && hasLuhn(id),
  LU: (id) => /^\d{8}$/.test(id) && numberAt(id, 0, 6) % 89 === numberAt(id, 6, 8),
  NL: isDutch,
  PL: (id) => /^\d{10}$/.test(id) && weightedSum(id, [6, 5, 7, 2, 3, 4, 5, 6, 7]) % 11 === last(id),
  PT: (id) => /^\d{9}$/.test(id) && ((11 - (weightedSum(id, [9, ...DECREASING]) % 11)) % 11) % 10 === last(id),
  SE: (id) => /^\d{10}\d[1-9]$/.test(id) && hasLuhn(id.slice(0, 10)),
  SI: (id) => /^[1-9]\d{7}$/.test(id) && (11 - (weightedSum(id, DECREASING) % 11)) % 10 === last(id),
  SK: (id) => /^[1-9]\d{9}$/.test(id) && remainderOf(id, 11) === 0,
};

function last(id: string): number {
  return digitOf(id, id.length - 1);
}

/** The digits of the products, not the products, are added. */
function crossSum(digits: string, weights: readonly number[]): number {
  return weights.reduce((sum, weight, index) => {
    const product = weight * digitOf(digits, index);
    return sum + Math.floor(product / 10) + (product % 10);
  }, 0);
}

/** A person's number with its letter, or that of a firm, of which the last is a digit or a letter for it. */
function isSpanish(id: string): boolean {
  if (/^[\dXYZ]\d{7}[A-Z]$/.test(id)) {
    const digits = `${'XYZ'.includes(id.charAt(0)) ? 'XYZ'.indexOf(id.charAt(0)) : id.charAt(0)}${id.slice(1, 8)}`;
    return DNI_LETTERS.charAt(Number(digits) % 23) === id.charAt(8);
  }
  if (!/^[A-HJNP-SUVW]\d{7}[\dA-J]$/.test(id)) {
    return false;
  }
  const check = (10 - (crossSum(id.slice(1, 8), [2, 1, 2, 1, 2, 1, 2]) % 10)) % 10;
  return id.charAt(8) === String(check) || id.charAt(8) === 'JABCDEFGHI'.charAt(check);
}

function isIrish(id: string): boolean {
  const second = id.length === 9 ? (id.charCodeAt(8) - 0x40) % 23 : 0;
  const letter = 'WABCDEFGHIJKLMNOPQRSTUV'.charAt((weightedSum(id, DECREASING) + 9 * second) % 23);
  return /^\d{7}[A-W][A-I]?$/.test(id) && letter === id.charAt(7);
}

/** Those of firms pass the eleven test; those of persons, which are newer, a sum modulo 97 with letters from ten on. */
function isDutch(id: string): boolean {
  if (!/^\d{9}B\d\d$/.test(id)) {
    return false;
  }
  const isFirm = weightedSum(id, [9, ...DECREASING]) % 11 === digitOf(id, 8);
  return isFirm || remainderOf(`2321${id.slice(0, 9)}11${id.slice(10)}`, 97) === 1;
}
