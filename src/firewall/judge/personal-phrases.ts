import type { FieldRule } from './field-rule.js';

const EMAIL: FieldRule = { type: 'email', value: 'pattern' };
const PHONE: FieldRule = { type: 'phone', value: 'pattern' };
/** Also the word for a kind of device. */
const MAYBE_PHONE: FieldRule = { type: 'phone', value: 'number' };
const CARD: FieldRule = { type: 'card', value: 'pattern' };
const CARD_EXPIRY: FieldRule = { type: 'card_expiry', value: 'pattern' };
const IBAN: FieldRule = { type: 'iban', value: 'pattern' };
const ACCOUNT: FieldRule = { type: 'bank_account', value: 'pattern' };
/** Also the word for a language, and for what sends things on their way. */
const MAYBE_BANK: FieldRule = { type: 'bank_account', value: 'bank_code' };
const SSN: FieldRule = { type: 'ssn', value: 'digits' };
const NATIONAL_ID: FieldRule = { type: 'national_id', value: 'pattern' };
const TAX_ID: FieldRule = { type: 'tax_id', value: 'pattern' };
const PASSPORT: FieldRule = { type: 'passport', value: 'pattern' };
const LICENCE: FieldRule = { type: 'driver_licence', value: 'pattern' };
const BIRTH_DATE: FieldRule = { type: 'birth_date', value: 'date' };
/** A birth is told of in other ways too. */
const DAY_OF_BIRTH: FieldRule = { type: 'birth_date', value: 'written_date' };
const NAME: FieldRule = { type: 'person_name', value: 'pattern' };
/** Also the word for a firm: the value must be a name of two words. */
const MAYBE_NAME: FieldRule = { type: 'person_name', value: 'full_name' };
const ADDRESS: FieldRule = { type: 'address', value: 'pattern' };
/** Also the word for addresses of machines: the value must look like one of a house. */
const MAYBE_ADDRESS: FieldRule = { type: 'address', value: 'postal' };
/** Also the word for a file. */
const POSTCODE: FieldRule = { type: 'address', value: 'postcode' };

/**
 * Names of fields that hold personal data. A bare `name` is none: it is a product's, a file's or a service's more often
 * than a person's. Letters are without accents.
 */
// biome-ignore format: one row, one line
export const PERSONAL_PHRASES: readonly (readonly [FieldRule, string])[] = [
  [EMAIL, 'email|emails|e mail|email address|email addresses|mail address|email addr|mailaddress|e mail address'],
  [EMAIL, 'email adresse|e mail adresse|mailadresse|courriel|correo|correo electronico|emailadres|email adres'],
  [PHONE, 'phone|phones|phone number|phone numbers|phone no|phone num|telephone|telephone number|telephone no|tel'],
  [PHONE, 'telefon|puhelin|puhelinnumero|mobile number|mobile phone|mobile no|cell phone|cell number|cellphone|fax|fax number|msisdn'],
  [PHONE, 'home phone|work phone|contact number|whatsapp number|whatsapp|telefonnummer|mobilnummer|handynummer'],
  [PHONE, 'mobiltelefon|numero de telephone|numero de telefono|telefono|telefone|telefoonnummer|telefoon|celular'],
  [PHONE, '\u7535\u8bdd|\u7535\u8bdd\u53f7\u7801|\u8054\u7cfb\u7535\u8bdd|\u624b\u673a|\u624b\u673a\u53f7|\u624b\u673a\u53f7\u7801|\u96fb\u8a71|\u96fb\u8a71\u756a\u53f7|\u643a\u5e2f\u96fb\u8a71|\uc804\ud654\ubc88\ud638'],
  [MAYBE_PHONE, 'mobile|cell|handy|movil|portable'],
  [CARD, 'card number|card no|card num|credit card|creditcard|credit card number|debit card|debit card number'],
  [CARD, 'cc number|cc num|ccnumber|primary account number|card pan|pan number|payment card|kreditkartennummer|numero carte|numero tarjeta|numero de tarjeta'],
  [CARD_EXPIRY, 'card expiry|card expiry date|card exp|card exp date|card expiration|card expiration date|cc exp|cc expiry'],
  [CARD_EXPIRY, 'card exp month|card exp year|card expiry month|card expiry year|card valid thru'],
  [IBAN, 'iban|iban number|iban no'],
  [ACCOUNT, 'account number|account no|account num|acct number|acct no|bank account|bank account number'],
  [ACCOUNT, 'routing number|aba routing number|routing no|bank routing number|kontonummer|rekeningnummer'],
  [ACCOUNT, 'numero cuenta|numero compte|numero conto|conto corrente'],
  [ACCOUNT, 'bic|bicfi|bic code|swift code|swift bic|bic swift|bank sort code|numero de compte|numero de cuenta'],
  [MAYBE_BANK, 'swift|routing'],
  [SSN, 'ssn|social security number|social security no|social security|social security num|itin|ssn number'],
  [TAX_ID, 'tax id|taxid|tax id number|tax identification number|taxpayer id|tax number|steuer id|steuernummer'],
  [TAX_ID, 'steueridentifikationsnummer|steuer identifikationsnummer|codice fiscale|numero fiscal'],
  [NATIONAL_ID, 'national id|national id number|national identification number|national identity number|identity card'],
  [NATIONAL_ID, 'identity card number|id card number|national insurance number|nino|personal id number|ausweisnummer'],
  [NATIONAL_ID, 'personalausweisnummer|personnummer|burgerservicenummer|sozialversicherungsnummer|nhs number|aadhaar'],
  [NATIONAL_ID, 'aadhaar number|numero de securite sociale|numero securite sociale|social insurance number'],
  [PASSPORT, 'passport|passport number|passport no|passport num|passport id|reisepass|reisepassnummer|passnummer'],
  [PASSPORT, 'numero de passeport|numero de pasaporte|pasaporte|passaporto|paspoortnummer'],
  [LICENCE, 'driver license|driver licence|drivers license|drivers licence|driving license|driving licence'],
  [LICENCE, 'driver license number|driver licence number|drivers license number|drivers licence number|dl number'],
  [LICENCE, 'driving license number|driving licence number|driver license no|fuhrerscheinnummer'],
  [BIRTH_DATE, 'dob|date of birth|birth date|birthdate|birthday|birth day|dateofbirth|d o b|geburtsdatum|geburtstag'],
  [DAY_OF_BIRTH, 'birth|birth dt|member birth|naissance|nacimiento|nascita|nascimento|geboorte'],
  [BIRTH_DATE, 'date de naissance|date naissance|fecha de nacimiento|fecha nacimiento|data di nascita|data nascita'],
  [BIRTH_DATE, 'geboortedatum|data de nascimento|data nascimento'],
  [BIRTH_DATE, 'data urodzenia|fodelsedatum|f\u00f8dselsdato|fodselsdato|syntymaaika|dogum tarihi|datum narozeni'],
  [BIRTH_DATE, '\u0434\u0430\u0442\u0430 \u0440\u043e\u0436\u0434\u0435\u043d\u0438\u044f|\u751f\u5e74\u6708\u65e5|\u51fa\u751f\u65e5\u671f|\uc0dd\ub144\uc6d4\uc77c'],
  [NAME, 'first name|last name|middle name|full name|given name|given names|family name|maiden name|birth name'],
  [NAME, 'firstname|lastname|middlename|fullname|givenname|familyname|surname|forename|fname|lname|last names'],
  [NAME, 'customer name|patient name|employee name|passenger name|guest name|student name|cardholder name|cardholder'],
  [NAME, 'card holder|card holder name|holder name|name on card|account holder|account holder name|beneficiary name|contact name'],
  [MAYBE_NAME, 'real name|realname|legal name'],
  [NAME, 'recipient name|mothers maiden name|mother maiden name|spouse name|person name|emergency contact'],
  [NAME, 'vorname|nachname|familienname|geburtsname|vollstandiger name|karteninhaber|kontoinhaber|prenom'],
  [NAME, 'nom|billing name|shipping name|nom de famille|nom complet|nom de naissance|apellido|apellidos|nombre completo|primer nombre|cognome'],
  [NAME, 'nome completo|voornaam|achternaam|sobrenome|nome de familia'],
  [NAME, 'nazwisko|imie|imie i nazwisko|soyad|soyadi|soyad\u0131|ad soyad|efternamn|fornamn|etternavn|fornavn|efternavn|prijmeni'],
  [NAME, 'sukunimi|etunimi|vezeteknev|keresztnev|nom prenom|nom et prenom'],
  [NAME, '\u0444\u0438\u043e|\u0444\u0430\u043c\u0438\u043b\u0438\u044f|\u043e\u0442\u0447\u0435\u0441\u0442\u0432\u043e|\u59d3\u540d|\u6c0f\u540d|\uc131\uba85'],
  [MAYBE_NAME, 'customer|caller|employee|kunde|kundin|cliente|klant|mitarbeiter|patient|passenger|insured|claimant'],
  [MAYBE_NAME, 'beneficiary|next of kin|attn|recipient|contact person|contactperson'],
  [ADDRESS, 'street|street name|street address|home address|postal address|mailing address|billing address'],
  [ADDRESS, 'shipping address|delivery address|residential address|residence address|address line|addr line|house number'],
  [ADDRESS, 'streetname|streetaddress|addressline|housenumber|postcode|postal code|post code|zip code|zipcode'],
  [ADDRESS, 'strasse|hausnummer|anschrift|postleitzahl|plz|wohnadresse|lieferadresse|rechnungsadresse|code postal'],
  [ADDRESS, 'codigo postal|calle|straat|straatnaam|huisnummer|rue|codice postale'],
  [MAYBE_ADDRESS, 'address|addresses|addr|adresse|direccion|indirizzo|adres|adresa|endereco|domicilio|ulica'],
  [MAYBE_ADDRESS, '\u5730\u5740|\u4f4f\u6240|\uc8fc\uc18c|\u0430\u0434\u0440\u0435\u0441'],
  [POSTCODE, 'zip'],
];

/** Endings of names written in one word: `useremail`. */
export const PERSONAL_ENDINGS: readonly (readonly [FieldRule, string])[] = [
  [EMAIL, 'email emailaddress'],
  [PHONE, 'phonenumber'],
  [CARD, 'cardnumber creditcard'],
  [BIRTH_DATE, 'dateofbirth birthdate geburtsdatum'],
  [NAME, 'firstname lastname surname'],
  [PASSPORT, 'passportnumber'],
  [ACCOUNT, 'accountnumber'],
];
