import { assignment } from '../assignments/assignment.js';
import { foreignPassword, spokenPassword } from '../assignments/foreign-password.js';
import { markupValue } from '../assignments/markup.js';
import { valueFirst } from '../assignments/pair.js';
import { callArgument } from '../bind/calls.js';
import { notedLogin, sentence } from '../bind/sentences.js';
import { authorization } from '../credentials/authorization.js';
import { basic, bearer } from '../credentials/bearer-and-basic.js';
import { commandArgument, commandPassword, curlCookie, curlUser, sambaUser } from '../credentials/commands.js';
import { connectionPassword } from '../credentials/connection-password.js';
import { goDataSource, odbcPassword, oracleLogin, pgpass } from '../credentials/connection-string.js';
import { cookie, cookieJar, sessionId } from '../credentials/cookie.js';
import { directive } from '../credentials/directive.js';
import { loginAtHost, urlWithoutScheme } from '../credentials/logins-without-scheme.js';
import { linkSecret, urlCredentials } from '../credentials/url-credentials.js';
import { createDisguisedNumber } from '../decoded/disguised-number.js';
import { createEncodedSecret } from '../decoded/encoded-secret.js';
import { encodedAssignment, encodedCard, encodedUrlCredentials, encodedWebhook } from '../decoded/encoded-values.js';
import { createHiddenCharacters } from '../decoded/hidden-characters.js';
import { awsSecretKey, contextKey } from '../keys/context-key.js';
import { cryptoKey } from '../keys/crypto-key.js';
import { jwt } from '../keys/jwt.js';
import { passwordHash } from '../keys/password-hash.js';
import { pkcs12 } from '../keys/pkcs12.js';
import { jwkKey, keyDump, privateKey, puttyKey } from '../keys/private-key.js';
import { providerKeys } from '../keys/provider-keys.js';
import { providerMarks } from '../keys/provider-marks.js';
import { DEFAULT_PACKS, type Detector, type DetectorPack } from '../lex/detector.js';
import { learnTypes } from '../lex/placeholder.js';
import { card, cardMixed } from '../numbers/card.js';
import { cryptoAddress } from '../numbers/crypto-address.js';
import { coordinate, coordinates, devices } from '../numbers/devices-and-places.js';
import { identityDocuments, medicalNumbers, passportApart } from '../numbers/documents-and-medical.js';
import { bankAccount, bic, cardCode, cardExpiry, cusip } from '../numbers/financial-numbers.js';
import { iban } from '../numbers/iban.js';
import { nationalNumbers } from '../numbers/national/index.js';
import { ipv4Address, ipv6Address, macAddress } from '../numbers/network-address.js';
import { oneTimeCode } from '../numbers/one-time-code.js';
import { phone } from '../numbers/phone.js';
import { ssn } from '../numbers/ssn.js';
import { age, birthDate, birthDateAbroad } from '../people/birth-date.js';
import { contactCard } from '../people/contact-card.js';
import { email, speltEmail } from '../people/email.js';
import { personClosing, personLabel } from '../people/person-label.js';
import { personName } from '../people/person-name.js';
import { personTitle } from '../people/person-title.js';
import { postalAddress } from '../people/postal-address.js';
import { streetAddress } from '../people/street-address.js';
import { placeholder } from '../scan/placeholder.js';
import { columnName } from '../tables/column-name.js';
import { holderMark, tableMark } from '../tables/marked-tables.js';

/**
 * All detectors, also those that are off by default. At one anchor the first that finds something wins; of several
 * literals there, the longest comes first.
 */
export const ALL_DETECTORS: readonly Detector[] = [
  placeholder,
  columnName,
  tableMark,
  holderMark,
  privateKey,
  puttyKey,
  jwkKey,
  keyDump,
  jwt,
  pkcs12,
  awsSecretKey,
  ...providerKeys,
  ...providerMarks,
  contextKey,
  createEncodedSecret(() => DETECTORS),
  createDisguisedNumber(() => DETECTORS),
  createHiddenCharacters(() => DETECTORS),
  encodedUrlCredentials,
  encodedAssignment,
  encodedWebhook,
  urlCredentials,
  urlWithoutScheme,
  loginAtHost,
  authorization,
  bearer,
  basic,
  cookie,
  cookieJar,
  curlUser,
  curlCookie,
  sambaUser,
  commandPassword,
  commandArgument,
  directive,
  linkSecret,
  goDataSource,
  odbcPassword,
  connectionPassword,
  oracleLogin,
  pgpass,
  passwordHash,
  assignment,
  foreignPassword,
  spokenPassword,
  sentence,
  notedLogin,
  callArgument,
  sessionId,
  markupValue,
  valueFirst,
  oneTimeCode,
  contactCard,
  birthDate,
  birthDateAbroad,
  personName,
  personLabel,
  personClosing,
  personTitle,
  postalAddress,
  streetAddress,
  email,
  speltEmail,
  iban,
  card,
  cardMixed,
  encodedCard,
  cardExpiry,
  cardCode,
  ssn,
  ...nationalNumbers,
  ...medicalNumbers,
  ...identityDocuments,
  passportApart,
  bankAccount,
  cusip,
  bic,
  cryptoAddress,
  cryptoKey,
  ...devices,
  coordinates,
  coordinate,
  age,
  phone,
  ipv4Address,
  ipv6Address,
  macAddress,
];

learnTypes(() => ALL_DETECTORS.map(({ name }) => name.replaceAll('-', '_')));

/** The detectors that are on when nothing else is said. */
export const DETECTORS: readonly Detector[] = ALL_DETECTORS.flatMap((detector) =>
  detector.isOptIn === true ? [] : withPacks(detector, DEFAULT_PACKS),
);

/** A detector, or what it finds without its pack. */
function withPacks(detector: Detector, packs: readonly DetectorPack[]): readonly Detector[] {
  const { pack, labelled } = detector;
  return pack === undefined || packs.includes(pack) ? [detector] : labelled === undefined ? [] : [labelled];
}
