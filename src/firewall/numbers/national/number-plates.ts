import type { Detector } from '../../lex/detector.js';
import { createIdNumbers } from '../id-number.js';

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
export const numberPlates: readonly Detector[] = createIdNumbers({ type: 'number_plate', words: WORDS }, [
  {
    name: 'uk-number-plate',
    pack: 'uk',
    validates: 'letters that are given out, word before it',
    source: 'gov.uk/displaying-number-plates',
    named: UK_FORMS,
    checks: [/^(?!NO|[A-Z]{2}\d\d[A-Z]*[IQ])/],
  },
  {
    name: 'in-number-plate',
    pack: 'in',
    validates: 'state, word before it',
    source: 'parivahan.gov.in',
    named: IN_FORMS,
    checks: [STATES],
  },
]);
