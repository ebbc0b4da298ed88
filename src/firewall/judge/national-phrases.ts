import type { FieldRule } from './field-rule.js';

/** Names of fields that hold numbers which a country gives its people, by the type that their detectors give. */
const PHRASES: Readonly<Record<string, string>> = {
  us_itin: 'itin|individual taxpayer identification number',
  us_ein: 'ein|fein|employer identification number|federal ein|employer id number',
  us_npi: 'npi|npi number|national provider identifier',
  cusip: 'cusip|cusip number|cusip no',
  us_dea: 'dea number|dea no|dea registration',
  us_mbi: 'mbi|medicare beneficiary identifier|medicare number|medicare id|medicare no|hicn',
  medical_record_number:
    'mrn|mrn number|mrn no|medical record number|patient id|patient number|health card number|insurance member id',
  de_kvnr:
    'kvnr|kv nummer|krankenversichertennummer|krankenversicherungsnummer|krankenversicherungsnr|krankenkassennummer|versichertennummer|versichertennr',
  de_tax_id: 'steuerid|steuer idnr|steueridnr|idnr|steuerliche identifikationsnummer',
  de_rvnr: 'rvnr|rentenversicherungsnummer|sv nummer|svnr',
  fr_nir: 'nir|num secu|numero secu|numero insee|securite sociale',
  es_nif: 'dni|nif|nie|dni number|numero dni|dni numero|cif',
  it_fiscal_code: 'codicefiscale|cod fiscale|cod fisc',
  it_vat: 'partita iva|p iva|piva',
  nl_bsn: 'bsn|sofinummer',
  pl_pesel: 'pesel|numer pesel|nr pesel',
  pl_nip: 'nip|numer nip|nr nip',
  se_personnummer: 'personal number|samordningsnummer',
  fi_hetu: 'hetu|henkilotunnus',
  be_national: 'rijksregisternummer|numero de registre national|insz|niss|registre national',
  pt_nif: 'numero de contribuinte|contribuinte',
  ie_ppsn: 'ppsn|pps number|pps no',
  dk_cpr: 'cpr|cpr number|cpr nummer|cprnr|cpr nr',
  no_fnr: 'fodselsnummer|fødselsnummer|fnr',
  ch_ahv: 'ahv|ahv nummer|ahvn|numero avs|ahv number',
  hr_oib: 'oib',
  cz_rc: 'rodne cislo',
  ro_cnp: 'cnp|cod numeric personal',
  gr_amka: 'amka',
  personal_code: 'isikukood|asmens kodas|asmens kodas nr',
  bg_egn: 'egn',
  eu_vat: 'vat id|vat number|vat no|vat registration|ust id|ustid|ust idnr|umsatzsteuer id|numero tva',
  uk_nhs: 'nhs|nhs no',
  uk_nino: 'ni number|national insurance no|national insurance',
  uk_utr: 'utr|unique taxpayer reference',
  br_cpf: 'cpf',
  br_cnpj: 'cnpj',
  in_aadhaar: 'aadhar|aadhar number|uidai|aadhaar no',
  in_pan: 'pan card|pan no|permanent account number',
  in_gstin: 'gstin|gst number|gst no',
  in_voter_id: 'voter id|voter id number|epic number|epic no',
  au_tfn: 'tfn|tax file number',
  au_abn: 'australian business number',
  au_acn: 'australian company number',
  ca_sin: 'sin number',
  sg_nric: 'nric|nric no|nric number|nric fin|fin number',
  sg_uen: 'uen|uen no|uen number',
  kr_rrn: 'rrn|resident registration number|jumin',
  kr_brn: 'business registration number',
  cn_id: 'resident id|resident id number|chinese id|resident identity card',
  hk_identity_card: 'hkid|hkid no|hkid number|hong kong id',
  tw_national_id: 'taiwan id|taiwan national id|twid',
  il_identity_number: 'teudat zehut|tz id|israeli id',
  th_national_id: 'thai id|thai national id|thai citizen id',
  ng_nin: 'nin number|nigerian nin',
  ph_tin: 'bir tin|philippine tin',
  ph_identity_number:
    'philsys|philsys id|philsys number|philsys card number|sss number|sss no|umid|umid crn|philhealth number|philhealth no|pagibig mid',
  za_id: 'south african id|sa id number',
  mx_curp: 'curp',
  fr_identity_card: 'cni|numero cni',
  de_doctor_number: 'lanr|bsnr|arztnummer|betriebsstattennummer',
  se_organisation_number: 'organisationsnummer|org nummer|orgnr|org nr',
  routing_number: 'routing transit number|rtn|sort code|blz|bankleitzahl|ifsc|ifsc code|bsb|bsb number',
  tax_id: 'numero fiscale|taxpayer number|tin|fiscal code|fiscal number|taxpayer identification number',
  bank_account: 'acct num|checking account|savings account|beneficiary account',
  passport:
    'numero pasaporte|passeport|numero passeport|passaporte|numero passaporte|paszport|numer paszportu|paspoort|pasnummer|' +
    'pasaport|pasaport no|passinumero',
  driver_licence:
    'driver license|dln|dl no|fuhrerschein|fuhrerscheinnr|fuehrerschein|fuehrerscheinnummer|permis de conduire|permis conduire|numero permis|' +
    'patente di guida|licencia conducir|licencia de conducir|carnet de conducir|carta conducao|cnh|rijbewijs|rijbewijsnummer|' +
    'prawo jazdy|korkort|korkortsnummer|ajokortti',
  national_id:
    'identity number|identity document|citizen id|government id|id card no|personalausweis|personalausweisnr|cedula|' +
    'cedula identidad|cedula de identidad|documento identidad|documento de identidad|carte identite|numero carte identite|' +
    'carta identita|cartao cidadao|bilhete identidade|dowod osobisty|nr dowodu|identiteitskaart|seguridad social|' +
    'numero seguridad social|numero de seguridad social|personal identity number',
};

/** Names of what is known of patients, cars and containers of keys. */
// biome-ignore format: one row, one line
const OTHERS: readonly (readonly [FieldRule, string])[] = [
  [{ type: 'blood_type', value: 'pattern' }, 'blood type|blood group|bloodtype|bloodgroup|blutgruppe|groupe sanguin'],
  [{ type: 'blood_type', value: 'pattern' }, 'grupo sanguineo|tipo sanguineo|gruppo sanguigno|bloedgroep|blodtyp'],
  [{ type: 'icd_code', value: 'pattern' }, 'icd code|icd codes|icd cm|icd cm code|icd diagnosis code'],
  [{ type: 'icd_code', value: 'icd' }, 'icd'],
  [{ type: 'diagnosis_code', value: 'pattern' }, 'diagnosis code|diagnosis codes|dx code|dx codes'],
  [{ type: 'diagnosis_code', value: 'icd' }, 'diagnosis|diagnoses|diagnose|dx'],
  [{ type: 'number_plate', value: 'pattern' }, 'number plate|numberplate|plate number|plate no|license plate'],
  [{ type: 'number_plate', value: 'pattern' }, 'licence plate|license plate number|licence plate number|vrm|vrn'],
  [{ type: 'number_plate', value: 'pattern' }, 'registration plate|reg plate|car plate|vehicle registration|vehicle reg'],
  [{ type: 'number_plate', value: 'pattern' }, 'vehicle registration number|vehicle number|vehicle no|car registration'],
  [{ type: 'pkcs12', value: 'random' }, 'pfx|pkcs|pfx data|pfx base|pfx content|pkcs base|keystore base'],
];

/** Names that are also ordinary words: the value must be a long number. */
const MAYBE: Readonly<Record<string, string>> = {
  routing_number: 'aba|aba routing|aba number',
  ca_sin: 'sin',
  au_abn: 'abn|abn number',
  au_acn: 'acn|acn number',
  kr_brn: 'brn',
  ng_nin: 'nin',
  ph_identity_number: 'sss|crn|philhealth|pag ibig',
  national_id: 'id number|id no|national number',
  tr_tckn: 'tckn|tc kimlik|tc kimlik no|kimlik no',
  jp_my_number: 'my number|mynumber',
};

export const NATIONAL_PHRASES: readonly (readonly [FieldRule, string])[] = [
  ...rulesOf(PHRASES, 'pattern'),
  ...rulesOf(MAYBE, 'number'),
  ...OTHERS,
];

function rulesOf(
  table: Readonly<Record<string, string>>,
  value: FieldRule['value'],
): readonly (readonly [FieldRule, string])[] {
  return Object.entries(table).map(([type, phrases]) => [{ type, value }, phrases]);
}
