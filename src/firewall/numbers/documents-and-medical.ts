import type { Detector } from '../lex/detector.js';
import { createFormBehindWord } from './form-behind-word.js';
import { createIdNumber, createIdNumbers } from './id-number.js';

/** Chapter, category (B12 is none, but a vitamin), and what follows the dot; behind a name that says what it is the dot may be missing. */
const ICD_10 = '(?!B1[1-4](?!\\d))[A-TV-Z]\\d[0-9AB]';
const DOTTED = `${ICD_10}(?:\\.[0-9A-Z]{1,4})?[+*!]?(?!\\w|\\.\\w)`;
const ICD_9 = '(?:\\d{3}\\.\\d{1,2}|E\\d{3}\\.\\d)(?!\\w|\\.\\w)';
const ICD_11 = '[1-9A-NP-Z][A-HJ-NP-Z]\\d[0-9A-HJ-NP-Z](?:\\.[0-9A-Z]{1,2})?(?!\\w)';
const PLAIN = `${ICD_10}[0-9A-Z]{0,4}(?!\\w)`;

const RHESUS =
  '(?: ?[+\\u2212-]| R[hH](?:D|esus)? ?[+\\u2212-]| R[hH](?:D|esus)? (?:pos|neg)[a-z]{0,5}| \\(?(?:[Pp]os|[Nn]eg|POS|NEG)[a-zA-Z]{0,5})';

/** Numbers of patients, codes of diseases and groups of blood, behind a word that says so. */
export const medicalNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'medical-record-number',
    validates: 'length, word before it',
    source: 'HL7 v2, PID-3',
    named:
      'AAA99999999 | AAA9999999 | AAA999999 | 999-999-9999 | 999-99-99 | 9999999999 | 999999999 | 99999999 | ' +
      '9999999 | 999999',
    words: 'mrn mrnnumber mrnno medicalrecord medicalrecordno medicalrecordnumber healthrecordnumber chartnumber',
    checks: [/^(?:MRN|\d)/],
  }),
  createFormBehindWord({
    name: 'icd-code',
    validates: 'chapter and category, word before it',
    source: 'icd.who.int',
    words: ['icd'],
    rest: '(?:[-_ ]?(?:9|10|11))?(?:[-_](?:cm|gm))?(?:[-_ ]?codes?)?',
    value: `(?:${DOTTED}|${ICD_9}|${PLAIN}|${ICD_11})`,
    isList: true,
  }),
  createFormBehindWord({
    name: 'diagnosis-code',
    validates: 'chapter and category, word before it',
    source: 'icd.who.int',
    words: ['diagnos', 'dx code', 'dx_code', 'dxcode', 'dx:', '"dx"'],
    rest: '(?:ed(?: with)?|is|es|en|e|tic)?(?:[-_ ]?codes?)?',
    value: `(?:${ICD_10}\\.[0-9A-Z]{1,4}(?!\\w|\\.\\w)|${ICD_10}(?![\\w.-]))`,
    isList: true,
  }),
  createFormBehindWord({
    name: 'blood-type',
    validates: 'group and rhesus factor, word before it',
    source: 'isbtweb.org',
    words: ['blood', 'blutgruppe', 'bloedgroep', 'blodtyp', 'sangu', '血液型', '血型'],
    rest: '(?:in|igno|[ií]neo)?(?:[-_ ]?(?:type|group|typ))?',
    value: `(?:AB|[ABO0])${RHESUS}(?![\\w+-])`,
    signedValue: '(?:AB|[ABO0])(?![\\w+-]|\\.\\w| ?[a-z])',
  }),
];

const PASSPORT_FORMS =
  'AA 9999999 | AA 999999 | A 99999999 | A 9999999 | 999999999 | 99999999 | 9999999 | A99999999 | A9999999 | ' +
  'AA9999999 | AA999999 | A999999 | AAA999999 | A9999999A | A999999A9 | 99 9999999 | 99AA99999 | A9A###### | ' +
  'A99A##### | A999A#### | AA9######';

/** Of the states of the US, of provinces, and of other countries. */
const LICENCE_FORMS =
  'A999-9999-9999-99 | A999-9999-9999 | A999-999-99-999-9 | A-999-999-999-999 | A999-999-999-999 | ' +
  'A 999 999 999 999 | A9999-99999-99999 | A9999 99999 99999 | A9999-999999-99 | A99-999-999 | A99-99-9999 | ' +
  'AAA-99-9999 | 999 999 999 | 999-99-9999 | 9999-99-9999 | 99-999-9999 | 99 999 999 | 999999-999 | ' +
  '99-99-999999-99 | 99999/99/9999 | AA99 99999999999 | AA-9999999999999 | AA9999999999999 | 9999999999999 | ' +
  '999999999999 | 9999999999 | 999999999 | 99999999 | 9999999 | 9999999A | A99999999999999 | A999999999999 | ' +
  'A99999999999 | A999999999 | A99999999 | A9999999 | A999999 | AA9999999A | AA999999A | AA9999999 | AA999999 | ' +
  '99AAA99999 | 999AA9999 | 99AA99999 | A9A9999999 | A9A999999A | A999####### | A99######## | AAAAA999999A#### | ' +
  'AAAA*AA999A9 | AAA9A####A9A';

/** Numbers of passports and of driving licences, of any country, behind a word that says so. */
// biome-ignore format: one number, a few lines
export const identityDocuments: readonly Detector[] = createIdNumbers({}, [
  { name: 'passport', validates: 'letters and digits in the places of a passport number, word before it',
    source: 'ICAO 9303, state.gov', named: PASSPORT_FORMS,
    words: 'passport passportnumber passportno passportnr passportid reisepass reisepassnummer reisepassnr passeport pasaporte passaporto passaporte paspoort paspoortnummer paszport paszportu pasnummer passnummer',
    // What looks like letters apart can be a word before the number.
    checks: [/^(?!(?:NO|NR|ID)\d)/] },
  { name: 'driver-licence', validates: 'letters and digits in the places of a licence number, word before it',
    source: 'aamva.org', named: LICENCE_FORMS,
    words: 'driverlicense driverslicense driverlicence driverslicence drivinglicense drivinglicence driverslicensenumber driverlicensenumber dlnumber dlno dln dl driverslic führerschein führerscheinnummer fuehrerschein fuhrerschein permisdeconduire permisdeconducir patentediguida rijbewijs rijbewijsnummer körkort prawojazdy' },
]);

/** Numbers of passports with a blank before their six digits, too few to be looked for in other places than behind the word. */
export const passportApart: Detector = createFormBehindWord({
  name: 'passport-apart',
  type: 'passport',
  validates: 'one or two capitals, a blank, six digits, word before them',
  source: 'ICAO 9303',
  words: ['passport'],
  rest: '(?:[-_ ]?(?:number|num|no|nr|id)\\.?)?',
  value: '(?!NO |NR |ID )[A-Z]{1,2} \\d{6}(?![\\w.:/-])',
});
