import { type Detector, LOOK_BACK, type Window } from '../lex/detector.js';
import { pattern } from '../pattern/coming-text.js';

const STATEMENTS = ['insert into', 'replace into', 'insert ignore', 'insert or replace', 'create table'];
const HEADINGS = ['<th>', '<th ', '<th\n'];
/** Members of JSON that hold names of columns. */
const MEMBERS = ['"column', "'column", '"field', "'field", '"header', "'header", '"cols', "'cols"];
/** A list of lists whose first item is a string, also printed with a line for each. */
const ROWS = ['[["', "[['", '[[\\"', '[("', "[('", '[\n  [', '[\n    [', '[\n      [', '[\n\t['];
/** What says that data are those of a Secret, and what stands before data that come before it. */
const SECRETS = [
  'kind: secret',
  'stringdata:',
  'apiversion: v1\n',
  'apiversion: v1\r',
  '"kind":"secret',
  '"kind": "secret',
  '"kind\\":\\"secret',
  '"kind\\": \\"secret',
  '"stringdata',
  '"apiversion":"v1","data"',
  '"apiversion": "v1",\n',
];
/** From the end of a literal to the bracket of the list; in a line of names a comma follows. */
const LIST = pattern(/\w{0,20}\\{0,7}["']\s{0,4}:[\s\\nr]{0,12}\[/);

/**
 * Notes where a table may begin whose names and values stand between signs: a statement that inserts rows or defines what they are, or a heading
 * cell of markup, or a member or list of JSON. It finds nothing itself: what follows is read by `tables/tables.ts`.
 */
export const tableMark: Detector = {
  name: 'table-mark',
  group: 'control',
  validates: 'nothing: what follows is read as a table',
  source: 'SQL, HTML and JSON',
  literals: [...STATEMENTS, ...HEADINGS, ...MEMBERS, ...ROWS, ...SECRETS],
  match: (window, start, end) => {
    if (!isMember(window.text, start) || LIST.fits(window, end)) {
      window.mark(start);
    }
    return undefined;
  },
};

function isMember(text: string, start: number): boolean {
  return '\'"'.includes(text.charAt(start)) && !'ksaKSA'.includes(text.charAt(start + 1));
}

/** What begins the values: a bracket; the end of the line of a section; that of a key, with a line below that is indented further. */
const OBJECT = pattern(/\\{0,7}["']?\s{0,4}(?::|=>|=)\s{0,4}\{/);
const LINES = pattern(/(?:\]|["']?[ \t]{0,4}:)[ \t\r]{0,8}\n/);
/** Before the name of a section, and of a key. */
const SECTION = /(?:^|\n)[ \t]{0,20}\[{1,2}["']?(?:[\w-]{1,20}[.:/ ]["']?){0,3}[\w-]{0,20}$/;
const KEY = /(?:^|\n)([ \t]{0,40})(?:- )?["']?[\w.-]{0,40}$/;
const NEXT_LINE = pattern(/[^\n]{0,12}\n(?:[ \t]{0,60}\r?\n){0,2}([ \t]{0,60})["'\w#]/);
const SIGNS = '"\'\\]:= ';

/**
 * Marks the names of what holds secrets: `"passwords": {`, `[secrets]`, `api_keys:`. It finds nothing itself: what follows is
 * read by `tables/held-secret.ts`.
 */
export const holderMark: Detector = {
  name: 'holder-mark',
  group: 'control',
  validates: 'nothing: what follows is read member by member',
  source: 'JSON, YAML, TOML, HCL and files of settings',
  literals: ['secrets', 'passwords', 'credentials', 'api_keys', 'api-keys', 'apikeys'],
  match: (window, start, end) => {
    if (mayHold(window.text, end) && isHolding(window, start, end)) {
      window.mark(start);
    }
    return undefined;
  },
};

/** A cheap question: whether a sign follows, or the end of what there is. */
function mayHold(text: string, end: number): boolean {
  const next = text.charAt(end) === ' ' ? text.charAt(end + 1) : text.charAt(end);
  return SIGNS.includes(next);
}

/** Whether values follow a name by which they are held. */
function isHolding(window: Window, start: number, end: number): boolean {
  if (OBJECT.fits(window, end)) {
    return true;
  }
  const lines = LINES.at(window, end)?.[0];
  if (lines === undefined) {
    return false;
  }
  const before = window.before(start, LOOK_BACK);
  if (lines.startsWith(']')) {
    return SECTION.test(before);
  }
  const [, indent] = KEY.exec(before) ?? [];
  return indent !== undefined && (NEXT_LINE.at(window, end)?.[1]?.length ?? 0) > indent.length;
}

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
