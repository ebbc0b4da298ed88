import { type CharacterKind, KIND } from '../pattern/characters.js';

/**
 * One kind of key that is known by a mark in its middle or at its end: name, marks, and what stands before one from the
 * first character of the key on, which is behind none of the next kind; then what follows, as a whole, and of which kind
 * its characters are; and where that is described.
 */
export type MarkRow = readonly [
  name: string,
  /** Separated by spaces. */
  marks: string,
  before: RegExp,
  joint: CharacterKind,
  after: RegExp,
  alphabet: CharacterKind,
  source: string,
];

const { alphanumeric: alnum, anyBase64: any64, base64, base64url: url64, digit, name, opaque, word } = KIND;
const NOTHING = /^$/;
const MICROSOFT = 'github.com/microsoft/security-utilities';
const NEW_RELIC = 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys';

// biome-ignore format: one key, one line
export const MARKS: readonly MarkRow[] = [
  ['terraform-key', '.atlasv1.', /[0-9a-zA-Z]{14}$/, alnum, /^[\w=-]{60,70}$/, any64, 'developer.hashicorp.com/terraform/cloud-docs/users-teams-organizations/api-tokens'],
  ['telegram-key', ':AA %3AAA %3aAA', /\d{8,10}$/, digit, /^[\w-]{33}$/, url64, 'core.telegram.org/bots/api#authorizing-your-bot'],
  ['mailchimp-key', '-us', /[0-9a-f]{32}$/, alnum, /^\d{1,2}$/, alnum, 'mailchimp.com/developer/marketing/guides/quick-start'],
  ['azure-client-secret', '7Q~ 8Q~', /[\w.-]{3}$/, url64, /^[\w.~-]{31,34}$/, opaque, 'learn.microsoft.com/entra/identity-platform'],
  ['azure-annotated-key', 'JQQJ9', /[0-9a-zA-Z]{52}$/, alnum, /^[0-9a-zA-Z]{24,28}(?:[0-9a-zA-Z]{2}==)?$/, any64, MICROSOFT],
  ['azure-devops-key', 'AZDO', /[0-9a-zA-Z]{75,76}$/, alnum, /^[0-9a-zA-Z]{4,5}$/, alnum, 'learn.microsoft.com/azure/devops personal-access-tokens'],
  ['azure-search-key', 'AzSe AzCa', /[0-9a-zA-Z]{33,42}$/, alnum, /^[0-9a-zA-Z]{6}=?$/, any64, MICROSOFT],
  ['azure-long-key', 'APIM ACDb +ABa +AMC +ASt', /[0-9a-zA-Z+/]{76}$/, any64, /^[0-9a-zA-Z+/]{5}[AQgw]==$/, base64, MICROSOFT],
  ['azure-short-key', 'AIoT AZEG +ASb +AEh +ARm', /[0-9a-zA-Z+/]{33}$/, any64, /^[A-P][0-9a-zA-Z+/]{5}=$/, base64, MICROSOFT],
  ['azure-registry-key', '+ACR', /[0-9a-zA-Z+/]{42}$/, any64, /^[A-D][0-9a-zA-Z+/]{5}$/, base64, MICROSOFT],
  ['azure-function-key', 'AzFu', /[\w-]{44}$/, url64, /^[\w-]{5}[AQgw]==$/, any64, MICROSOFT],
  ['firebase-key', ':APA91b', /[\w-]{11}$/, url64, /^[\w-]{100,160}$/, url64, 'firebase.google.com/docs/cloud-messaging/auth-server'],
  ['salesforce-key', '!AQ', /00D[0-9a-zA-Z]{12}$/, alnum, /^[\w.]{60,260}$/, name, 'help.salesforce.com session-id'],
  ['twitter-bearer', '%3D %2B %2F', /A{19}[0-9a-zA-Z]{12,60}$/, alnum, /^[0-9a-zA-Z]{40,70}$/, alnum, 'docs.x.com/fundamentals/authentication/oauth-2-0/application-only'],
  ['maxmind-key', '_mmk', /[0-9a-zA-Z]{6}_[0-9a-zA-Z]{29}$/, word, NOTHING, url64, 'dev.maxmind.com/license-key'],
  ['rapidapi-key', 'msh', /[0-9a-f]{10}$/, alnum, /^[0-9a-f]{15}p1[0-9a-f]{5}jsn[0-9a-f]{12}$/, alnum, 'docs.rapidapi.com/docs/keys'],
  ['newrelic-license-key', 'NRAL', /(?:[0-9a-f]{36}|[a-z]{2}\d\dxx[0-9a-f]{30})$/, word, NOTHING, url64, NEW_RELIC],
];
