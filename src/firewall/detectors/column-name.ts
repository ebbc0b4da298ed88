import type { Detector } from '../redactor/detector.js';

/**
 * Notes where a name stands that could head a column of a table in text. It finds nothing itself: what the line is, and
 * what the rows below it hold, is seen by `redactor/tables.ts`.
 */
export const columnName: Detector = {
  name: 'column-name',
  group: 'control',
  validates: 'nothing: the line is read as a whole',
  source: 'own',
  literals: (
    'pass|pwd|pw|secret|token|key|cred|auth|cvv|cvc|ssn|pin|otp|cookie|session|jwt|mnemonic|phrase|kennwort|' +
    'wachtwoord|contrase|senha|name|nombre|apellido|cognome|mail|courriel|correo|phone|telefon|mobil|msisdn|fax|' +
    'handy|whatsapp|card|iban|account|acct|konto|bic|swift|routing|social sec|tax|steuer|national|passport|reisepass|' +
    'licen|birth|dob|geburt|naissance|nacimiento|nascita|address|adres|anschrift|street|strasse|postcode|zip|ein,|ein\n|ein\r'
  ).split('|'),
  isNoteOnly: true,
  match: (window, start) => {
    window.note(start);
    return undefined;
  },
};
