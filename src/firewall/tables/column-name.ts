import type { Detector } from '../lex/detector.js';

/** Short names, of which most stand in other words too: only beside a sign that parts columns. */
const SHORT =
  'npi aba dea nhs nino mbi mrn icd voter vrm vrn tfn abn acn blz bsb plz kvnr vat lanr bsnr nip orgnr nir cni bsn nif nie dni ' +
  'ppsn cpr fnr oib brn rrn uen thai_id tckn tin nin sin hkid imei imsi iccid idfa gaid vin lat lng age curp nric cpf cnpj utr ' +
  'tel crn dln addr cnp amka egn hetu tc_kimlik isikukood asmens_kodas psk idnr ahv _number _no';
/** The same where other signs part the columns. */
const OTHERS = ['_number;', '_number |', '_number\t', 'nhs number', 'tel;', 'tel\t'];

/**
 * Notes where a name stands that could head a column of a table in text. It finds nothing itself: what the line is, and
 * what the rows below it hold, is seen by `tables/tables.ts`.
 */
export const columnName: Detector = {
  name: 'column-name',
  group: 'control',
  validates: 'a line of names, or names beside the values; rows of the same shape; that a value is what the name says',
  source: 'CSV, TSV, Markdown, SQL, HTML, JSON',
  literals: (
    'pass|pwd|pw|secret|token|key|cred|auth|cvv|cvc|ssn|pin|otp|cookie|session|jwt|mnemonic|phrase|kennwort|' +
    'wachtwoord|contrase|senha|name|nombre|apellido|cognome|mail|courriel|correo|phone|telefon|mobil|msisdn|fax|' +
    'handy|whatsapp|card|iban|account|acct|konto|bic|swift|routing|social sec|tax|steuer|national|passport|reisepass|' +
    'licen|pasaport|passeport|passaport|paspoort|pasnummer|paszport|nversicherung|versicherten|seguridad|identidad|identite|identita|dowod|rijbewijs|permis_|patente|real_name|realname|birth|dob|geburt|naissance|nacimiento|nascita|address|adres|anschrift|direccion|direcci\u00f3n|indirizzo|domicilio|' +
    'endereco|endere\u00e7o|street|strasse|postcode|zip|ein,|ein\n|ein\r|' +
    'cusip|medicare|medical|patient|diagnos|blood|blutgr|number_plate|number plate|numberplate|vehicle_|sort_code|sort code|' +
    'sortcode|ausweis|vat id|ustid|ust_id|ust-id|partita|codice|pesel|organisationsn|selsn|kimlik|id_number|id number|' +
    'my_number|taiwan_|teudat|advertising|latitude|aadhaar|gstin|philsys|dl_num|postal_code|postal code|vat_id|dea number|' +
    'pps number|prijmeni|p\u0159\u00edjmen\u00ed|etunimi|sukunimi|burgerserv|rijksreg|securite|contribuint|_nummer|south_afr|efternamn|etternavn|efternavn|nazwisko|\u59d3\u540d|\u6c0f\u540d'
  )
    .split('|')
    .concat(...SHORT.split(' ').map(inHeader), OTHERS),
  isNoteOnly: true,
  match: (window, start) => {
    window.note(start);
    return undefined;
  },
};

function inHeader(name: string): readonly string[] {
  return [`${name},`, `${name}\n`, `${name}\r`];
}
