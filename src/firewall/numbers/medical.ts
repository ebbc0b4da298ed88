import type { Detector } from '../lex/detector.js';
import { createFormBehindWord } from './form-behind-word.js';
import { createIdNumber } from './id-number.js';

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
