import { hasLuhn, hasMod11And10, isDate, numberAt, remainderOf } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, crossed, isMultiple, REST, TO_11_OR_0, weighted } from '../number-checks.js';

const hasPensionSum = crossed([2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1], REST);
const hasHealthSum = crossed([1, 2, 1, 2, 1, 2, 1, 2, 1, 2], REST);
const hasCardSum = weighted([7, 3, 1, 7, 3, 1, 7, 3, 1], REST);
/** The number of an identity card: a letter, then letters and digits, and the check digit, which is not always written. */
const CARD_FORMS = [8, 7, 6, 5, 4, 3, 2, 1].map((run) => `A${'9'.repeat(run)}${'#'.repeat(8 - run)}`);

const DNI_LETTERS = 'TRWAGMYFPDXBNJZSQVHLCKE';
const FOREIGNERS = 'XYZ';
const ODD_VALUES = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23];
/** Greek and Portuguese, of persons and firms. */
export const hasGreekSum = weighted([256, 128, 64, 32, 16, 8, 4, 2], '01234567890');
export const hasPortugueseSum = weighted([9, 8, 7, 6, 5, 4, 3, 2], TO_11_OR_0);

/** Numbers of Germany, Austria, Switzerland, France, Spain, Portugal, Italy and Greece. */
// biome-ignore format: one number, a few lines
export const centralAndSouthEuropean: readonly Detector[] = createIdNumbers({ pack: 'eu' }, [
  { name: 'de-tax-id',
    validates: 'ISO 7064 mod 11,10; one digit twice or three times; a word before it, or the groups of the letters',
    source: 'bzst.de/DE/Privatpersonen/SteuerlicheIdentifikationsnummer', alone: '99 999 999 999',
    named: '99999999999 | 999/999/99999 | 999 999 99999',
    words: 'steuerid steueridnr steueridentifikationsnummer steueridentnummer steuernummer steuernr identifikationsnummer idnr taxid tin taxnumber taxidnumber taxidentificationnumber',
    checks: [/^[^0]/, hasMod11And10, hasOneRepeated] },
  { name: 'de-identity-card', validates: 'alphabet, check digit or four digits, word before it',
    source: 'bsi.bund.de, ICAO 9303', named: [...CARD_FORMS.map((form) => `${form}9`), ...CARD_FORMS].join(' | '),
    words: 'personalausweis personalausweisnummer personalausweisnr ausweis ausweisnummer ausweisnr perso idcard identitycard',
    checks: [/^[LMNPRTVWXY][0-9CFGHJKLMNPRTVWXYZ]{8}\d?$/, (id) => (id.length === 9 ? id.replace(/\D/g, '').length >= 4 : hasCardSum(id))] },
  { name: 'de-pension-number', type: 'de_rvnr', validates: 'area, date of birth, letter, check digit',
    source: 'VKVV section 2', alone: '99 999999 A 999 | 99999999A999', named: '99 999999 A999',
    words: 'rvnr rentenversicherungsnummer sozialversicherungsnummer svnr svnummer versicherungsnummer rentenversicherung',
    checks: [born('--DDMM', { days: 50 }), /^(?!0[01])/, (id) => hasPensionSum(withDigits(id.slice(0, 11)) + id.charAt(11))] },
  { name: 'de-health-insurance', type: 'de_kvnr', validates: 'letter, check digit modulo 10, word before it',
    source: 'SGB V section 290', named: 'A999999999 | A 999999999 | A999 999 999',
    words: 'kvnr kvnummer krankenversicherungsnummer krankenversicherungsnr krankenversichertennummer krankenversicherung versichertennummer versichertennr versicherten versichertenid krankenkasse egk gesundheitskarte',
    checks: [(id) => hasHealthSum(withDigits(id))] },
  { name: 'de-bank-code', type: 'routing_number', group: 'financial', validates: 'clearing area, word before it',
    source: 'bundesbank.de, Bankleitzahlen', named: '999 999 99 | 99999999', words: 'blz bankleitzahl bankcode',
    checks: [/^[1-8]/] },
  { name: 'de-doctor-number', validates: 'length, word before it',
    source: 'kbv.de, Arztnummer and Betriebsstättennummer', named: '999999999 | 999 999 999',
    words: 'lanr lanrnummer arztnummer lebenslangearztnummer bsnr bsnrnummer betriebsstättennummer betriebsstaettennummer' },
  { name: 'at-social-security', type: 'at_svnr', validates: 'date of birth, check digit modulo 11, word before it',
    source: 'sozialversicherung.at', named: '9999 999999 | 9999-999999 | 9999999999',
    words: 'svnr svnummer sozialversicherungsnummer sozialversicherung versicherungsnummer svn insurancenumber',
    checks: [isAustrianDate, isMultiple([3, 7, 9, -1, 5, 8, 4, 2, 1, 6], 11)] },
  { name: 'ch-ahv', validates: 'begins with 756, check digit of EAN-13; bare digits need a word before them',
    source: 'zas.admin.ch', alone: '999.9999.9999.99', named: '999 9999 9999 99 | 999-9999-9999-99 | 9999999999999',
    words: 'ahv ahvnummer ahvnr avs numeroavs noavs ahvn oasi socialsecurity sozialversicherungsnummer navs',
    checks: [/^756/, isMultiple([1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1, 3, 1], 10)] },
  { name: 'fr-nir', validates: 'sex and month of birth, key modulo 97; bare digits need a word before them',
    source: 'insee.fr/fr/metadonnees/definition/c1409',
    alone: '9 99 99 99 999 999 99 | 9 99 99 9A 999 999 99 | 999999A99999999',
    named: '9 99 99 99 999 999 | 999999999999999 | 9999999999999',
    words: 'nir insee securitesociale sécuritésociale numerosecu numsecu nosecu secu sécu nss numerosecuritesociale socialsecurity numéroinsee cartevitale vitale',
    checks: [/^[1-478]..(?:0[1-9]|1[0-2]|[23]\d|4[0-2]|[5-9]\d)/, hasNirKey] },
  { name: 'fr-identity-card', type: 'fr_cni', validates: 'month of issue, word before it',
    source: 'service-public.fr', named: '999999999999',
    words: 'cni numerocni nocni cartenationale cartedidentite carteidentité identité identite didentité didentite',
    checks: [/^..(?:0[1-9]|1[0-2])/] },
  { name: 'es-dni', validates: 'letter modulo 23, a capital unless a word stands before it',
    source: 'interior.gob.es', alone: '99.999.999-A | 99999999-A | 99999999A',
    named: '99.999.999A | 99 999 999 A | 99999999 A',
    words: 'dni nif documento documentonacional identidad documentodeidentidad taxid tin numerodni nodni vat nationalid fiscal',
    checks: [hasDniLetter] },
  { name: 'es-nie', validates: 'X, Y or Z first; letter modulo 23', source: 'interior.gob.es',
    alone: 'A-9999999-A | A9999999A | A9999999-A', named: 'A-9999999A', words: 'nie nif extranjero dni numeronie',
    checks: [/^[XYZ]/, hasDniLetter] },
  { name: 'it-fiscal-code', validates: 'month and day of birth, check letter', source: 'D.M. 23 dicembre 1976',
    alone: 'AAAAAA99A99A999A | AAAAAA99A99A99AA | AAAAAA99A99A9A9A | AAAAAA99A99A9AAA', named: 'AAAAAA99A99A###A',
    words: 'codicefiscale codfiscale codfisc cf fiscalcode taxcode taxid',
    // The days of women count 40 more. Digits can be written as letters, for people who would have the same code.
    checks: [/^.{8}[ABCDEHLMPRST](?:[04][1-9]|[1256]\d|3[01]|7[01]).[\dL-NP-V]{3}.$/, hasFiscalLetter] },
  { name: 'it-vat-number', type: 'it_vat', validates: 'Luhn, province, word before it',
    source: 'agenziaentrate.gov.it', named: '99999999999',
    words: 'partitaiva piva pariva iva vat vatnumber vatid codicefiscale taxid',
    checks: [hasLuhn, /^(?!0{7}|.{7}000)/] },
  { name: 'pt-nif', validates: 'first digit, check digit modulo 11, word before it',
    source: 'info.portaldasfinancas.gov.pt', named: '999 999 999 | 999999999',
    words: 'nif contribuinte numerodecontribuinte númerocontribuinte nif nipc taxid tin vat',
    checks: [/^[1-35689]/, hasPortugueseSum] },
  { name: 'gr-amka', validates: 'date of birth, Luhn, word before it', source: 'amka.gr', named: '99999999999',
    words: 'amka αμκα', checks: [born('DDMM'), hasLuhn] },
  { name: 'gr-tax-number', type: 'gr_afm', validates: 'check digit modulo 11, word before it', source: 'aade.gr',
    named: '999999999', words: 'afm αφμ taxid tin vat', checks: [hasGreekSum] },
]);

/** The key may be missing. Corsica's departments 2A and 2B count as 19 and 18. */
function hasNirKey(id: string): boolean {
  const digits = id.replace('2A', '19').replace('2B', '18');
  const isRight = id.length === 13 || 97 - remainderOf(digits.slice(0, 13), 97) === numberAt(digits, 13, 15);
  return isRight && /^\d+$/.test(digits);
}

/** Foreigners have a letter in place of the first digit. */
export function hasDniLetter(id: string): boolean {
  const first = FOREIGNERS.indexOf(id.charAt(0));
  const digits = (first < 0 ? id.charAt(0) : first) + id.slice(1, 8);
  return DNI_LETTERS.charAt(Number(digits) % 23) === id.charAt(8);
}

function hasFiscalLetter(id: string): boolean {
  let sum = 0;
  for (let index = 0; index < 15; index += 1) {
    const value = Number.parseInt(id.charAt(index), 36);
    const ordinal = value < 10 ? value : value - 10;
    sum += index % 2 === 0 ? (ODD_VALUES[ordinal] ?? 0) : ordinal;
  }
  return sum % 26 === id.charCodeAt(15) - 0x41;
}

/** In the first ten digits one comes twice or three times and no other more than once. */
function hasOneRepeated(id: string): boolean {
  const digits = id.slice(0, 10);
  const repeated = [...new Set(digits)].map((digit) => digits.split(digit).length - 1).filter((count) => count > 1);
  return repeated.length === 1 && Math.max(...repeated) <= 3;
}

/** Each letter as its place in the alphabet, in two digits. */
function withDigits(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => String(letter.charCodeAt(0) - 0x40).padStart(2, '0'));
}

/** Where a day has more people than numbers, the months go on behind the twelfth. */
function isAustrianDate(id: string): boolean {
  return isDate(numberAt(id, 8, 10), Math.min(12, numberAt(id, 6, 8)), numberAt(id, 4, 6));
}
