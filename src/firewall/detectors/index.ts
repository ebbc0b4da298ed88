import { callArgument } from '../bind/calls.js';
import { notedLogin, sentence } from '../bind/sentences.js';
import { DEFAULT_PACKS, type Detector, type DetectorPack } from '../redactor/detector.js';
import { learnTypes } from '../redactor/placeholder-types.js';
import { age } from './age.js';
import { assignment } from './assignment.js';
import { authorization } from './authorization.js';
import { awsSecretKey } from './aws-secret-key.js';
import { bankAccount } from './bank-account.js';
import { basic } from './basic.js';
import { bearer } from './bearer.js';
import { bic } from './bic.js';
import { birthDate } from './birth-date.js';
import { birthDateAbroad } from './birth-date-abroad.js';
import { card } from './card.js';
import { cardCode } from './card-code.js';
import { cardExpiry } from './card-expiry.js';
import { cardMixed } from './card-mixed.js';
import { columnName } from './column-name.js';
import { commandArgument } from './command-argument.js';
import { commandPassword } from './command-password.js';
import { connectionPassword } from './connection-password.js';
import { goDataSource, odbcPassword, oracleLogin, pgpass } from './connection-string.js';
import { contactCard } from './contact-card.js';
import { contextKey } from './context-key.js';
import { cookie } from './cookie.js';
import { cookieJar } from './cookie-jar.js';
import { coordinate, coordinates } from './coordinates.js';
import { cryptoAddress } from './crypto-address.js';
import { cryptoKey } from './crypto-key.js';
import { curlCookie, curlUser, sambaUser } from './curl-user.js';
import { cusip } from './cusip.js';
import { devices } from './device.js';
import { directive } from './directive.js';
import { createDisguisedNumber } from './disguised-number.js';
import { email } from './email.js';
import { encodedAssignment } from './encoded-assignment.js';
import { encodedCard } from './encoded-card.js';
import { createEncodedSecret } from './encoded-secret.js';
import { encodedUrlCredentials } from './encoded-url-credentials.js';
import { encodedWebhook } from './encoded-webhook.js';
import { foreignPassword } from './foreign-password.js';
import { createHiddenCharacters } from './hidden-characters.js';
import { holderMark } from './holder-mark.js';
import { iban } from './iban.js';
import { identityDocuments } from './identity-documents.js';
import { jwt } from './jwt.js';
import { keyDump } from './key-dump.js';
import { linkSecret } from './link-secret.js';
import { loginAtHost } from './login-at-host.js';
import { markupValue } from './markup-value.js';
import { medicalNumbers } from './medical.js';
import { nationalNumbers } from './national/index.js';
import { ipv4Address, ipv6Address, macAddress } from './network-address.js';
import { oneTimeCode } from './one-time-code.js';
import { passportApart } from './passport-apart.js';
import { passwordHash } from './password-hash.js';
import { personClosing } from './person-closing.js';
import { personLabel } from './person-label.js';
import { personName } from './person-name.js';
import { personTitle } from './person-title.js';
import { phone } from './phone.js';
import { pkcs12 } from './pkcs12.js';
import { placeholder } from './placeholder.js';
import { postalAddress } from './postal-address.js';
import { privateKey } from './private-key.js';
import { jwkKey, puttyKey } from './private-key-parts.js';
import { providerKeys } from './provider-keys.js';
import { providerMarks } from './provider-marks.js';
import { sessionId } from './session-id.js';
import { speltEmail } from './spelt-email.js';
import { spokenPassword } from './spoken-password.js';
import { ssn } from './ssn.js';
import { streetAddress } from './street-address.js';
import { tableMark } from './table-mark.js';
import { urlCredentials } from './url-credentials.js';
import { urlWithoutScheme } from './url-without-scheme.js';
import { valueFirst } from './value-first.js';

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
