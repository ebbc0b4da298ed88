import type { FieldRule } from './field-rule.js';

/** Names of fields that hold numbers which a country gives its people, by the type that their detectors give. */
const PHRASES: Readonly<Record<string, string>> = {
  us_itin: 'itin|individual taxpayer identification number',
  us_ein: 'ein|fein|employer identification number|federal ein|employer id number',
  us_npi: 'npi|npi number|national provider identifier',
  us_dea: 'dea number|dea no|dea registration',
  us_mbi: 'mbi|medicare beneficiary identifier|medicare number|medicare id|medicare no|hicn',
  medical_record: 'mrn|medical record number|patient id|patient number|health card number|insurance member id',
  de_kvnr: 'kvnr|krankenversichertennummer|versichertennummer',
  de_tax_id: 'steuerid|steuer idnr|steueridnr|idnr',
  de_rvnr: 'rvnr|rentenversicherungsnummer|sv nummer|svnr',
  fr_nir: 'nir|num secu|numero insee',
  es_nif: 'dni|nif|nie|dni number|numero dni|cif',
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
  au_tfn: 'tfn|tax file number',
  ca_sin: 'sin number',
  routing_number: 'routing transit number|rtn|sort code|blz|bankleitzahl|ifsc|ifsc code|bsb|bsb number',
  tax_id: 'taxpayer number|tin|fiscal code|fiscal number|taxpayer identification number',
  bank_account: 'acct num|checking account|savings account|beneficiary account',
  passport: 'numero pasaporte',
  driver_licence: 'driver license|fuhrerschein|permis de conduire',
  national_id: 'identity number|identity document|citizen id|government id|id card no|personalausweis|cedula',
};

/** Names that are also ordinary words: the value must be a long number. */
const MAYBE: Readonly<Record<string, string>> = {
  routing_number: 'aba|aba routing|aba number',
  ca_sin: 'sin',
  national_id: 'id number|id no',
  tr_tckn: 'tckn|tc kimlik|tc kimlik no|kimlik no',
  jp_my_number: 'my number|mynumber',
};

export const NATIONAL_PHRASES: readonly (readonly [FieldRule, string])[] = [
  ...rulesOf(PHRASES, 'pattern'),
  ...rulesOf(MAYBE, 'number'),
];

function rulesOf(
  table: Readonly<Record<string, string>>,
  value: FieldRule['value'],
): readonly (readonly [FieldRule, string])[] {
  return Object.entries(table).map(([type, phrases]) => [{ type, value }, phrases]);
}
