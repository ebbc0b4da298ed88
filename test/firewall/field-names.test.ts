import { describe, expect, test } from 'vitest';
import { sensitiveFieldType } from '../../src/firewall/field-names.js';

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
];

const HARMLESS = [
  ...['token_count', 'max_tokens', 'total_tokens', 'tokens', 'tokenizer', 'next_page_token', 'eos_token', 'token_type'],
  ...['password_changed_at', 'passwordResetUrl', 'has_password', 'secretary', 'secret_name', 'author', 'authorId'],
  ...['phone_model', 'phone_verified', 'microphone', 'headphone', 'email_verified', 'email_count', 'emails_sent'],
  ...['primary_key', 'foreign_key', 'public_key', 'sort_key', 'key', 'keyboard', 'keys', 'monkey', 'cookie_policy'],
  ...[
    'pinned',
    'spin',
    'shipping',
    'pincode',
    'assistant',
    'session',
    'compass',
    'bypass',
    'card',
    'card_type',
    'id',
    '',
  ],
];

describe('sensitive field names', () => {
  test.each(TYPES)('%s holds %s', (name, type) => {
    expect(sensitiveFieldType(name)).toBe(type);
  });

  test.each(HARMLESS)('%s is harmless', (name) => {
    expect(sensitiveFieldType(name)).toBeUndefined();
  });

  test('an endless supply of names is answered rightly and remembered in part', () => {
    for (let index = 0; index < 10_000; index += 1) {
      expect(sensitiveFieldType(`field_${index}_x`)).toBeUndefined();
    }
    expect(sensitiveFieldType('user_email')).toBe('email');
    expect(sensitiveFieldType('password'.padStart(5000, 'x_'))).toBeUndefined();
  });
});
