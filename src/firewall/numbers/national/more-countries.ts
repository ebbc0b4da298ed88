import { hasLuhn, hasVerhoeff } from '../../judge/checksums.js';
import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';
import { born, isMultiple, REST, TO_11, weighted } from '../number-checks.js';

/** With a blank where there is no second letter. */
const hasHongKongSum = isMultiple([9, 8, 7, 6, 5, 4, 3, 2, 1], 11);
const hasCountySum = isMultiple([1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1], 10);
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
/** By its letter, the number of a county. */
const COUNTIES = '10 11 12 13 14 15 16 17 34 18 19 20 21 22 35 23 24 25 26 27 28 29 32 30 31 33'.split(' ');
const hasTaxpayerSum = weighted([6, 7, 8, 9, 10, 5, 4, 3, 2], '21987654321');

/** Numbers of persons in the United Kingdom, South Africa, Turkey, Hong Kong, Taiwan, Israel, Nigeria and the Philippines. */
// biome-ignore format: one number, a few lines
export const moreNationalNumbers: readonly Detector[] = createIdNumbers({}, [
  { name: 'uk-nhs-number', pack: 'uk', type: 'uk_nhs', validates: 'check digit modulo 11, word before it',
    source: 'datadictionary.nhs.uk/attributes/nhs_number.html', named: '999 999 9999 | 999-999-9999 | 9999999999',
    words: 'nhs nhsnumber nhsno nhsid patient patientid patientnumber',
    checks: [weighted([10, 9, 8, 7, 6, 5, 4, 3, 2], TO_11)] },
  { name: 'uk-nino', pack: 'uk', validates: 'letters that are given out',
    source: 'gov.uk/hmrc-internal-manuals/national-insurance-manual/nim39110', alone: 'AA999999A | AA 99 99 99 A',
    named: 'AA 999999 A | AA 99 99 99A | AA-99-99-99-A | AA999999',
    words: 'nino ni nationalinsurance nationalinsurancenumber ninumber nino',
    checks: [/^(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]\d{6}[A-D]?$/] },
  { name: 'uk-utr', pack: 'uk', validates: 'check digit modulo 11, word before it', source: 'gov.uk/find-utr-number',
    named: '99999 99999 | 9999999999', words: 'utr uniquetaxpayerreference taxreference taxpayerreference taxid',
    // The first digit is the check.
    checks: [(id) => hasTaxpayerSum(id.slice(1) + id.charAt(0))] },
  { name: 'uk-driving-licence', pack: 'uk', validates: 'month and day of birth, initials', source: 'gov.uk/view-driving-licence',
    alone: 'AAAAA999999AA9AA | AAAAA999999A99AA', named: 'AAAAA999999AA### | AAAAA999999A9###',
    words: 'drivinglicence drivinglicense licence driverlicence driverslicence dvla licencenumber',
    checks: [/^[A-Z]{5}\d(?:[05][1-9]|[16][0-2])(?:0[1-9]|[12]\d|3[01])\d[A-Z][A-Z9][0-9A-Z]{3}$/] },
  { name: 'uk-sort-code', pack: 'uk', group: 'financial', validates: 'word before it', source: 'wearepay.uk',
    named: '99-99-99 | 99 99 99', words: 'sortcode sort' },
  { name: 'za-id-number', pack: 'za', type: 'za_id',
    validates: 'date of birth, citizenship, Luhn; bare digits need a word before them', source: 'dha.gov.za',
    alone: '999999 9999 999', named: '9999999999999',
    words: 'said idnumber rsaid southafricanid identitynumber idno id nationalid',
    checks: [born('--MMDD'), /^.{10}[012]/, hasLuhn] },
  { name: 'tr-identity-number', pack: 'tr', type: 'tr_tckn', validates: 'two check digits, word before it',
    source: 'nvi.gov.tr', named: '99999999999',
    words: 'tckn tckimlik tckimlikno kimlik kimlikno kimliknumarası tcno tc nationalid',
    checks: [/^[^0]/, weighted([7, -1, 7, -1, 7, -1, 7, -1, 7], REST), weighted([1, 1, 1, 1, 1, 1, 1, 1, 1, 1], REST)] },
  { name: 'hk-identity-card', pack: 'hk', validates: 'check character modulo 11, word before it',
    source: 'immd.gov.hk', named: 'AA999999(#) | A999999(#) | AA999999# | A999999# | AA9999999 | A9999999',
    words: 'hkid hkidno hkidnumber hkidcard hongkongid hongkongidcard hongkongidentitycard 香港身份證 香港身份證號碼',
    checks: [/[\dA]$/, (id) => hasHongKongSum(id.padStart(9))] },
  { name: 'tw-national-id', pack: 'tw', validates: 'sex, check digit modulo 10, word before it', source: 'ris.gov.tw',
    named: 'A999999999', words: 'taiwanid taiwannationalid taiwanidnumber twid twnationalid 身分證 身分證字號 身份證字號 身分證統一編號',
    checks: [/^.[1289]/, (id) => hasCountySum((COUNTIES[LETTERS.indexOf(id.charAt(0))] ?? '') + id.slice(1))] },
  { name: 'il-identity-number', pack: 'il', validates: 'Luhn, word before it', source: 'gov.il',
    named: '99999999-9 | 999999999',
    words: 'teudatzehut teudatzehutnumber israeliid israeliidnumber israelid tzid תעודתזהות מספרזהות',
    checks: [hasLuhn] },
  { name: 'ng-nin', pack: 'ng', validates: 'Verhoeff, word before it', source: 'nimc.gov.ng',
    named: '9999 9999 999 | 9999-9999-999 | 99999999999',
    words: 'nin ninnumber ninno nationalidentificationnumber nigeriannin', checks: [hasVerhoeff] },
  { name: 'ph-tin', pack: 'ph', validates: 'length, word before it', source: 'bir.gov.ph',
    named: '999-999-999-99999 | 999-999-999-999 | 999-999-999 | 99999999999999 | 999999999999 | 999999999',
    words: 'tin tinno tinnumber birtin philippinetin taxpayeridentification taxpayeridentificationnumber' },
  { name: 'ph-identity-number', pack: 'ph', validates: 'groups of the card, word before it',
    source: 'philsys.gov.ph, sss.gov.ph, philhealth.gov.ph',
    named: '9999-9999-9999-9999 | 9999-9999-9999 | 9999-9999999-9 | 99-999999999-9 | 99-9999999-9 | 9999999999999999 | 999999999999 | 9999999999',
    words: 'philsys philsysnumber philsysid philsyscardnumber philid psn pcn sss sssnumber sssno crn umid umidcrn philhealth philhealthnumber philhealthno pagibig pagibigmid' },
]);

const WORDS =
  'numberplate licenceplate licenseplate registrationplate plateno platenumber carplate vehicleregistration ' +
  'vehicleregistrationnumber registrationnumber registrationmark vehiclenumber vehicleno vehiclereg carreg carregistration ' +
  'regno regnumber regplate vrm vrn';
const UK_FORMS =
  'AA99 AAA | AA99AAA | A999 AAA | A99 AAA | A9 AAA | A999AAA | A99AAA | A9AAA | AAA 999A | AAA 99A | AAA 9A | AAA999A | ' +
  'AAA99A | AAA9A | AAA 9999 | AA 9999 | AAA9999';
const IN_FORMS =
  'AA 99 AAA 9999 | AA 99 AA 9999 | AA 99 A 9999 | AA 9A AA 9999 | AA 9 AA 9999 | AA 9 A 9999 | AA99 AA 9999 | ' +
  'AA99 A 9999 | AA9A AA 9999 | AA99 AA9999 | AA99AAA9999 | AA99AA9999 | AA99A9999 | AA-99-AA-9999 | AA-99-A-9999 | ' +
  'AA9AA9999 | AA9A9999 | AA9AAA9999 | 99 AA 9999 AA | 99 AA 9999 A | 99AA9999AA | 99AA9999A';
const STATES =
  /^(?:\d\dBH|AN|AP|AR|AS|BR|CG|CH|DD|DL|DN|GA|GJ|HP|HR|JH|JK|KA|KL|LA|LD|MH|ML|MN|MP|MZ|NL|OD|OR|PB|PY|RJ|SK|TG|TN|TR|TS|UK|UP|UA|WB)/;

/** Number plates of cars, behind a word that says so. */
// biome-ignore format: one number, a few lines
export const numberPlates: readonly Detector[] = createIdNumbers({ type: 'number_plate', words: WORDS }, [
  { name: 'uk-number-plate', pack: 'uk', validates: 'letters that are given out, word before it',
    source: 'gov.uk/displaying-number-plates', named: UK_FORMS, checks: [/^(?!NO|[A-Z]{2}\d\d[A-Z]*[IQ])/] },
  { name: 'in-number-plate', pack: 'in', validates: 'state, word before it', source: 'parivahan.gov.in',
    named: IN_FORMS, checks: [STATES] },
]);
