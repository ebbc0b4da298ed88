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
    'licen|birth|dob|geburt|naissance|nacimiento|nascita|address|adres|anschrift|street|strasse|postcode|zip|ein,|ein\n|ein\r|' +
    'cusip|npi|dea_n|dea,|nhs|nino|medicare|mbi,|mrn|medical|patient|icd|diagnos|blood|blut|voter|number_plate|number plate|' +
    'numberplate|vehicle_|vrm,|vrn,|tfn|abn,|acn,|sort_code|sort code|sortcode|blz|bsb,|plz|kvnr|ausweis|vat_|vat,|vat id|' +
    'ustid|ust_id|ust-id|lanr|bsnr|partita|codice|pesel|nip,|orgnr|organisationsn|nir,|cni,|bsn|nif,|nie,|dni,|ppsn|cpr|' +
    'selsn|fnr,|oib|brn,|rrn,|uen,|thai_|tckn|kimlik|id_number|id number|tin,|tin\\n|nin,|nin_|sin,|my_number|taiwan_|hkid|' +
    'teudat|imei|imsi|iccid|idfa|gaid|aaid|advertising|vin,|latitude|lat,|lng,|aadhaar|gstin|curp|nric|cpf|cnpj|utr,|philsys|crn,|dl_num|dln,'
  ).split('|'),
  isNoteOnly: true,
  match: (window, start) => {
    window.note(start);
    return undefined;
  },
};
