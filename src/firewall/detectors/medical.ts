import type { Detector } from '../redactor/detector.js';
import { createIdNumber } from '../redactor/id-number.js';

/** Numbers of patients, behind a word that says so. */
export const medicalNumbers: readonly Detector[] = [
  createIdNumber({
    name: 'medical-record-number',
    validates: 'length, word before it',
    source: 'HL7 v2, PID-3',
    named: ['999-999-9999', '999-99-99', '9999999999', '999999999', '99999999', '9999999', '999999'],
    words: 'mrn mrnnumber mrnno medicalrecord medicalrecordno medicalrecordnumber healthrecordnumber chartnumber',
    isValid: () => true,
  }),
];
