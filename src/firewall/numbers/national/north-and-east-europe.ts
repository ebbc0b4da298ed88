import { digitOf, hasLuhn, hasMod11And10, numberAt, remainderOf, weightedSum } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, isMultiple, REST_OF_11, TO_11_OR_0, weighted } from '../number-checks.js';

const HETU_LETTERS = '0123456789ABCDEFHJKLMNPRSTUVWXY';
const PPS_LETTERS = 'WABCDEFGHIJKLMNOPQRSTUV';
const BALTIC_FIRST = [1, 2, 3, 4, 5, 6, 7, 8, 9, 1];
const BALTIC_SECOND = [3, 4, 5, 6, 7, 8, 9, 1, 2, 3];
const isLatvianDate = born('DDMM');
const isSwedishDate = born('--MMDD', { days: 60 });

/** Polish, of firms and persons. */
export const hasNipSum = weighted([6, 5, 7, 2, 3, 4, 5, 6, 7], REST_OF_11);

/** Numbers of the Netherlands, Belgium, Ireland, the Nordic and the Baltic countries, Poland, Czechia, Slovakia, Hungary, Romania, Bulgaria, Croatia and Slovenia. */
// biome-ignore format: one number, a few lines
export const northAndEastEuropean: readonly Detector[] = createIdNumbers({ pack: 'eu' }, [
  { name: 'nl-bsn', validates: 'eleven test, word before it', source: 'rvig.nl/bsn',
    named: '9999.99.999 | 9999 99 999 | 999 999 999 | 999999999',
    words: 'bsn burgerservicenummer burgerservice bsnnummer sofinummer sofi citizenservicenumber',
    checks: [/^(?!00)/, isMultiple([9, 8, 7, 6, 5, 4, 3, 2, -1], 11)] },
  { name: 'be-national-number', type: 'be_nrn', validates: 'month of birth, check digits modulo 97',
    source: 'ibz.rrn.fgov.be', alone: '99.99.99-999.99',
    named: '99 99 99 999 99 | 999999-999-99 | 999999-99999 | 99999999999',
    words: 'rijksregister rijksregisternummer rijksregisternr registrenational insz niss nationaalnummer numeronational rrn nrn nationalnumber nationalregisternumber',
    checks: [isBelgian] },
  { name: 'ie-ppsn', validates: 'check letter modulo 23, word before it', source: 'gov.ie',
    named: '9999999AA | 9999999A', words: 'pps ppsn ppsno ppsnumber personalpublicservice publicservicenumber',
    checks: [hasPpsLetter] },
  { name: 'se-personnummer', validates: 'date of birth, Luhn; bare digits need a word before them',
    source: 'skatteverket.se', alone: '99999999-9999 | 999999-9999 | 999999+9999',
    named: '99999999 9999 | 999999 9999 | 999999999999 | 9999999999',
    words: 'personnummer personnr persnr personalnumber personalidentitynumber pnr samordningsnummer personalid',
    // The days of coordination numbers count 60 more.
    checks: [/^(?:18|19|20|(?=.{10}$))/, (id) => isSwedishDate(id.slice(-10)), (id) => hasLuhn(id.slice(-10))] },
  { name: 'se-organisation-number', validates: 'third digit, Luhn, word before it', source: 'bolagsverket.se',
    named: '999999-9999 | 999999 9999 | 9999999999',
    words: 'organisationsnummer organisationsnr orgnummer orgnr orgno orgnumber organisationnumber organizationnumber',
    checks: [/^\d\d[2-9]/, hasLuhn] },
  { name: 'fi-hetu', validates: 'date of birth, sign of the century, check character modulo 31',
    source: 'dvv.fi/en/personal-identity-code', alone: '999999-999# | 999999+999# | 999999A999#',
    words: 'hetu henkilötunnus henkilotunnus henkilötunnuksesi personalidentitycode personbeteckning',
    // The letter for the century is no part of the sum; a hyphen is not given here.
    checks: [/^\d{6}[A-FU-Y]?.{4}$/, born('DDMM'), (id) => HETU_LETTERS.charAt(Number(id.slice(0, 6) + id.slice(-4, -1)) % 31) === id.slice(-1)] },
  { name: 'dk-cpr', validates: 'date of birth, word before it', source: 'cpr.dk',
    named: '999999-9999 | 999999 9999 | 9999999999', words: 'cpr cprnr cprnummer cprnumber personnummer',
    checks: [born('DDMMYY')] },
  { name: 'no-fodselsnummer',
    validates: 'date of birth, two check digits modulo 11; bare digits need a word before them',
    source: 'skatteetaten.no', alone: '999999 99999', named: '999999-99999 | 99999999999',
    words: 'fødselsnummer fodselsnummer fødselsnr fodselsnr fnr personnummer dnummer nationalid nationalidentitynumber',
    checks: [born('DDMM', { days: 40, months: [40] }), isMultiple([3, 7, 6, 1, 8, 9, 4, 5, 2, 1], 11), isMultiple([5, 4, 3, 2, 7, 6, 5, 4, 3, 2, 1], 11)] },
  { name: 'is-kennitala', validates: 'date of birth, check digit modulo 11, word before it', source: 'skra.is',
    named: '999999-9999 | 9999999999', words: 'kennitala kt kennitölu',
    checks: [born('DDMM', { days: 40 }), isMultiple([3, 2, 7, 6, 5, 4, 3, 2, 1], 11)] },
  { name: 'ee-lt-personal-code', type: 'personal_code',
    validates: 'century, date of birth, check digit modulo 11, word before it', source: 'EVS 585:2007',
    named: '99999999999', words: 'isikukood asmenskodas asmens personalcode personalidentificationcode nationalid ak',
    checks: [/^[1-6]/, born('---MMDD'), hasBalticSum] },
  { name: 'lv-personal-code', type: 'personal_code', validates: 'date of birth or 32, word before it',
    source: 'pmlp.gov.lv', named: '999999-99999 | 99999999999', words: 'personaskods personas personalcode pk',
    checks: [(id) => id.startsWith('32') || isLatvianDate(id)] },
  { name: 'pl-pesel', validates: 'date of birth, check digit, word before it',
    source: 'gov.pl/web/gov/czym-jest-numer-pesel', named: '99999999999', words: 'pesel numerpesel nrpesel peselu',
    checks: [born('--MMDD', { months: [20] }), isMultiple([1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1], 10)] },
  { name: 'pl-nip', validates: 'check digit modulo 11, word before it', source: 'podatki.gov.pl',
    named: '999-999-99-99 | 999-99-99-999 | 999 999 99 99 | 9999999999', words: 'nip numernip nrnip taxid tin',
    checks: [hasNipSum] },
  { name: 'pl-identity-card', validates: 'check digit, word before it', source: 'gov.pl/web/gov/dowod-osobisty',
    named: 'AAA999999 | AAA 999999',
    words: 'dowód dowod dowodu dowódosobisty dowodosobisty osobisty osobistego idcard identitycard',
    checks: [isMultiple([7, 3, 1, 9, 7, 3, 1, 7, 3], 10)] },
  { name: 'cz-sk-birth-number', type: 'birth_number',
    validates: 'date of birth, divisible by 11; bare digits need a word before them', source: 'zakon 133/2000 Sb.',
    alone: '999999/9999', named: '9999999999',
    words: 'rodnécislo rodnéčíslo rodnecislo rodné rodne rč rc birthnumber',
    checks: [born('--MMDD', { months: [50, 20] }), (id) => Number(id) % 11 === 0 || (Number(id.slice(0, 9)) % 11 === 10 && id.endsWith('0'))] },
  { name: 'hu-tax-number', type: 'hu_tax_id', validates: 'begins with 8, check digit modulo 11, word before it',
    source: 'nav.gov.hu', named: '9999999999',
    words: 'adóazonosító adoazonosito adóazonosítójel adoazonositojel adójel taxid tin',
    checks: [/^8/, weighted([1, 2, 3, 4, 5, 6, 7, 8, 9], REST_OF_11)] },
  { name: 'ro-cnp', validates: 'date of birth, county, check digit modulo 11, word before it',
    source: 'legislatie.just.ro', named: '9999999999999',
    words: 'cnp codnumericpersonal numericpersonal codulnumericpersonal',
    checks: [/^[1-9]/, born('---MMDD'), weighted([2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9], '01234567891')] },
  { name: 'bg-egn', validates: 'date of birth, check digit modulo 11, word before it', source: 'grao.bg',
    named: '9999999999', words: 'egn егн',
    checks: [born('--MMDD', { months: [20] }), weighted([2, 4, 8, 5, 10, 9, 7, 3, 6], '01234567890')] },
  { name: 'hr-oib', validates: 'ISO 7064 mod 11,10; word before it', source: 'porezna-uprava.gov.hr',
    named: '99999999999', words: 'oib osobniidentifikacijskibroj identifikacijskibroj taxid tin',
    checks: [hasMod11And10] },
  { name: 'si-emso', validates: 'date of birth, check digit modulo 11, word before it', source: 'gov.si',
    named: '9999999999999', words: 'emso emšo jmbg matičnibroj maticnibroj',
    checks: [born('DDMM'), weighted([7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2], TO_11_OR_0)] },
]);

/** Foreigners' months count 20 or 40 more; for births from 2000 on, a 2 stands before the digits. */
function isBelgian(id: string): boolean {
  const check = 97 - numberAt(id, 9, 11);
  const isChecked = [id.slice(0, 9), `2${id.slice(0, 9)}`].some((digits) => remainderOf(digits, 97) === check);
  return numberAt(id, 2, 4) % 20 <= 12 && isChecked;
}

/** Behind the check letter a second one can stand. */
export function hasPpsLetter(id: string): boolean {
  const second = id.length === 9 ? (id.charCodeAt(8) - 0x40) % 23 : 0;
  return PPS_LETTERS.charAt((weightedSum(id, [8, 7, 6, 5, 4, 3, 2]) + 9 * second) % 23) === id.charAt(7);
}

/** Where the first sum leaves ten, a second one is taken. */
function hasBalticSum(id: string): boolean {
  const first = weightedSum(id, BALTIC_FIRST) % 11;
  return (first < 10 ? first : (weightedSum(id, BALTIC_SECOND) % 11) % 10) === digitOf(id, 10);
}
