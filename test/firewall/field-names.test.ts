import { describe, expect, test } from 'vitest';
import { fieldRule } from '../../src/firewall/judge/field-names.js';

const TYPES: readonly (readonly [string, string])[] = [
  ['email', 'email'],
  ['user_email', 'email'],
  ['userEmail', 'email'],
  ['E-Mail', 'email'],
  ['email_address', 'email'],
  ['emailAddress2', 'email'],
  ['phone', 'phone'],
  ['phone_number', 'phone'],
  ['PhoneNumber', 'phone'],
  ['home-phone', 'phone'],
  ['mobile number', 'phone'],
  ['cardNumber', 'card'],
  ['card_number', 'card'],
  ['credit_card', 'card'],
  ['CreditCardNumber', 'card'],
  ['cvv', 'cvv'],
  ['CVC2', 'cvv'],
  ['ssn', 'ssn'],
  ['social_security_number', 'ssn'],
  ['iban', 'iban'],
  ['date_of_birth', 'birth_date'],
  ['dateOfBirth', 'birth_date'],
  ['birthdate', 'birth_date'],
  ['dob', 'birth_date'],
  ['pin', 'pin'],
  ['password', 'password'],
  ['Password ', 'password'],
  ['PASSWD', 'password'],
  ['pwd', 'password'],
  ['db_password', 'password'],
  ['PGPASSWORD', 'password'],
  ['password2', 'password'],
  ['password_hash', 'password'],
  ['passphrase', 'password'],
  ['secret', 'secret'],
  ['client_secret', 'secret'],
  ['clientSecret', 'secret'],
  ['api_key', 'secret'],
  ['apiKey', 'secret'],
  ['APIKEY', 'secret'],
  ['x-api-key', 'secret'],
  ['access_token', 'secret'],
  ['accessToken', 'secret'],
  ['accesstoken', 'secret'],
  ['refresh_token', 'secret'],
  ['token', 'secret'],
  ['private_key', 'secret'],
  ['privateKeyPem', 'secret'],
  ['aws_secret_access_key', 'secret'],
  ['authorization', 'authorization'],
  ['Proxy-Authorization', 'authorization'],
  ['cookie', 'cookie'],
  ['set-cookie', 'cookie'],
  ['Passwort', 'password'],
  ['mot_de_passe', 'password'],
  ['motDePasse', 'password'],
  ['Contraseña', 'password'],
  ['contrasena', 'password'],
  ['senha', 'password'],
  ['wachtwoord', 'password'],
  ['first_name', 'person_name'],
  ['lastName', 'person_name'],
  ['Full Name', 'person_name'],
  ['customer_full_name', 'person_name'],
  ['maidenName', 'person_name'],
  ['Vorname', 'person_name'],
  ['nachname', 'person_name'],
  ['prénom', 'person_name'],
  ['apellidos', 'person_name'],
  ['cognome', 'person_name'],
  ['achternaam', 'person_name'],
  ['sobrenome', 'person_name'],
  ['home_address', 'address'],
  ['streetAddress', 'address'],
  ['address_line_2', 'address'],
  ['addressLine1', 'address'],
  ['Straße', 'address'],
  ['postal_code', 'address'],
  ['PLZ', 'address'],
  ['zip', 'address'],
  ['session', 'secret'],
  ['address', 'address'],
  ['geburtsdatum', 'birth_date'],
  ['dateDeNaissance', 'birth_date'],
  ['fecha_nacimiento', 'birth_date'],
  ['passport_no', 'passport'],
  ['driversLicenseNumber', 'driver_licence'],
  ['tax_id', 'tax_id'],
  ['Steuernummer', 'tax_id'],
  ['national_id', 'national_id'],
  ['account_number', 'bank_account'],
  ['bankRoutingNumber', 'bank_account'],
  ['bic', 'bank_account'],
  ['Handynummer', 'phone'],
  ['PESEL', 'pl_pesel'],
  ['fødselsnummer', 'no_fnr'],
  ['patient_id', 'medical_record_number'],
  ['icd10_code', 'icd_code'],
  ['Diagnosis', 'diagnosis_code'],
  ['bloodType', 'blood_type'],
  ['license_plate', 'number_plate'],
  ['card_expiry', 'card_expiry'],
  ['HKID', 'hk_identity_card'],
  ['philsys_number', 'ph_identity_number'],
  ['sortCode', 'routing_number'],
  ['my_service_tkn_x', 'secret'],
  ['DB_CRED_MAIN', 'secret'],
  ['teléfono', 'phone'],
];

const HARMLESS = [
  ...[
    'secret_name_ref',
    'token_hash',
    'pwd_policy_url',
    'token_count',
    'max_tokens',
    'total_tokens',
    'tokens',
    'tokenizer',
    'next_page_token',
    'eos_token',
    'token_type',
  ],
  ...['password_changed_at', 'passwordResetUrl', 'has_password', 'secretary', 'secret_name', 'author', 'authorId'],
  ...['name', 'Name', 'product_name', 'file_name', 'user_name', 'hostname', 'account_id'],
  ...['addressed', 'street_count', 'birth_place_id', 'nominal', 'surnames_count', 'swift', 'origin', 'nationality'],
  ...['phone_model', 'phone_verified', 'microphone', 'headphone', 'email_verified', 'email_count', 'emails_sent'],
  ...['primary_key', 'foreign_key', 'public_key', 'sort_key', 'key', 'keyboard', 'keys', 'monkey', 'cookie_policy'],
  ...['pinned', 'spin', 'shipping', 'pincode', 'assistant', 'compass', 'bypass', 'card', 'card_type', 'id', ''],
];

/** A name that asks for a form is harmless until its value says otherwise. */
function typeOf(name: string): string | undefined {
  const rule = fieldRule(name);
  return rule?.value === 'strict' || rule?.value === 'bank_code' ? undefined : rule?.type;
}

describe('sensitive field names', () => {
  test.each(TYPES)('%s holds %s', (name, type) => {
    expect(typeOf(name)).toBe(type);
  });

  test.each(HARMLESS)('%s is harmless', (name) => {
    expect(typeOf(name)).toBeUndefined();
  });

  test('an endless supply of names is answered rightly and remembered in part', () => {
    for (let index = 0; index < 10_000; index += 1) {
      expect(typeOf(`field_${index}_x`)).toBeUndefined();
    }
    expect(typeOf('user_email')).toBe('email');
    expect(typeOf('password'.padStart(5000, 'x_'))).toBeUndefined();
  });
});
