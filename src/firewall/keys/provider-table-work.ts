import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, base64, open, url64, word } = ALPHABET;
const VAULT = { type: 'vault_token' } as const;
const DOPPLER = 'docs.doppler.com/reference/auth-token-formats';
const ONE_PASSWORD = { type: 'onepassword_key' } as const;
const ASANA_PREFIXES = '0/1 1/1 1/2 1/3 1/4 1/5 1/6 1/7 1/8 1/9 2/1 2/2 2/3 2/4 2/5 2/6 2/7 2/8 2/9';
const ASANA = /^\d{11,17}(?:\/\d{12,17})?:[0-9a-f]{32}(?!\w)/;
const AIRTABLE = /^\w{14}\.[0-9a-f]{64}(?!\w)/;
const CLICKUP = /^\d{6,10}_[0-9A-Z]{32}$/;
const SECRET_KEY_PARTS = /^[0-9A-Z]{6}-(?:[0-9A-Z]{11}|[0-9A-Z]{6}-[0-9A-Z]{5})(?:-[0-9A-Z]{5}){3}$/;

/** Secrets managers, identity, and the tools of an office. */
// biome-ignore format: one key, one line
export const WORK: readonly ProviderRow[] = [
  ['vault-service-key', 'hvs.', url64, [24, 300], 'developer.hashicorp.com/vault/docs/concepts/tokens', VAULT],
  ['vault-batch-key', 'hvb.', url64, [100, 600], 'developer.hashicorp.com/vault/docs/concepts/tokens', VAULT],
  ['vault-recovery-key', 'hvr.', url64, [24, 300], 'developer.hashicorp.com/vault/docs/concepts/tokens', VAULT],
  ['doppler-key', 'dp.pt. dp.ct.', alnum, [40, 44], DOPPLER],
  ['doppler-service-key', 'dp.st. dp.sa. dp.said.', any, [40, 80], DOPPLER, { check: /^(?:[\w-]+\.)?[0-9a-zA-Z]{40,44}$/ }],
  ['doppler-scim-key', 'dp.scim.', alnum, [40, 44], DOPPLER],
  ['doppler-audit-key', 'dp.audit.', alnum, [40, 44], DOPPLER],
  ['onepassword-service-key', 'ops_eyJ', any, [200, 2000], 'developer.1password.com/docs/service-accounts', ONE_PASSWORD],
  ['onepassword-secret-key', 'A3-', url64, [36, 37], 'support.1password.com/secret-key', { ...ONE_PASSWORD, check: SECRET_KEY_PARTS }],
  ['ory-key', 'ory_pat_ ory_at_ ory_rt_ ory_st_ ory_apikey_', any, [32, 120], 'ory.sh/docs/concepts/personal-access-token'],
  ['unkey-key', 'unkey_', alnum, [20, 40], 'unkey.com/docs', { ...CASED, ...WORD }],
  ['zuplo-key', 'zpka_', word, [36, 80], 'zuplo.com/docs/articles/api-key-leak-detection', MIXED],
  ['adobe-secret', 'p8e-', alnum, 32, 'developer.adobe.com/developer-console/docs/guides/authentication', WORD],
  ['notion-key', 'ntn_', alnum, [40, 60], 'developers.notion.com/docs/authorization', { ...CASED, ...WORD }],
  ['notion-legacy-key', 'secret_', alnum, 43, 'developers.notion.com/docs/authorization', { type: 'notion_key', ...CASED, ...WORD }],
  ['linear-key', 'lin_api_', alnum, [40, 48], 'linear.app/developers'],
  ['linear-oauth-key', 'lin_oauth_', alnum, [40, 80], 'linear.app/developers/oauth-2-0-authentication'],
  ['linear-webhook-secret', 'lin_wh_', alnum, [30, 64], 'linear.app/developers/webhooks'],
  ['figma-key', 'figd_ figo_ figu_', url64, [38, 60], 'figma.com/developers/api authentication'],
  ['clickup-key', 'pk_', word, [39, 43], 'developer.clickup.com/docs/authentication', { check: CLICKUP, ...WORD }],
  ['airtable-key', 'pat', any, [79, 400], 'airtable.com/developers/web/guides/personal-access-tokens', { shape: AIRTABLE, ...WORD }],
  ['hubspot-key', 'pat-na1- pat-na2- pat-eu1- pat-ap1-', url64, 36, 'developers.hubspot.com/docs/guides/apps/private-apps', UUID],
  ['typeform-key', 'tfp_', any, [40, 64], 'typeform.com/developers/get-started/personal-access-token', CASED],
  ['trello-key', 'ATTA', alnum, 72, 'developer.atlassian.com/cloud/trello/guides/rest-api', MIXED],
  ['canva-secret', 'cnvca', url64, [40, 60], 'canva.dev/docs/connect/authentication', CASED],
  ['dropbox-key', 'sl. sl.u.', url64, [120, 2000], 'dropbox.com/developers/documentation/http/documentation', { ...CASED, ...WORD }],
  ['zoho-key', '1000.', any, 65, 'zoho.com/accounts/protocol/oauth', { check: /^[0-9a-f]{32}\.[0-9a-f]{32}$/, isWord: true }],
  ['close-key', 'api_', any, [45, 80], 'developer.close.com/topics/authentication', { shape: /^\w{22}\.\w{22}(?!\w)/, ...WORD }],
  ['calcom-key', 'cal_live_', alnum, 32, 'cal.com/docs/api-reference', HEX],
  ['outline-key', 'ol_api_', alnum, [36, 40], 'getoutline.com/developers'],
  ['plane-key', 'plane_api_', alnum, [32, 64], 'developers.plane.so/api-reference/introduction', HEX],
  ['dub-key', 'dub_', alnum, 24, 'dub.co/docs/api-reference/tokens', { ...CASED, ...WORD }],
  ['settlemint-key', 'sm_pat_ sm_sat_ sm_aat_', alnum, [16, 24], 'console.settlemint.com/documentation'],
  ['foursquare-key', 'fsq3', base64, [40, 50], 'docs.foursquare.com/developer', { ...CASED, ...WORD }],
  ['mapbox-key', 'sk.eyJ1Ijoi tk.eyJ1Ijoi', any, [40, 400], 'docs.mapbox.com/api/accounts/tokens'],
  ['secret-address', 'secret-token:', url64, [20, 200], 'RFC 8959', { type: 'secret', keepPrefix: true, ...MIXED }],
  ['nightfall-key', 'NF-', alnum, 32, 'docs.nightfall.ai', { ...CASED, ...WORD }],
  ['mintlify-key', 'mint_', alnum, [20, 60], 'mintlify.com/docs/api-reference', { ...CASED, ...WORD }],
  ['kong-key', 'kpat_ spat_', alnum, [40, 100], 'developer.konghq.com/konnect-api', MIXED],
  ['adafruit-key', 'aio_', alnum, 28, 'io.adafruit.com/api/docs', { ...CASED, ...WORD }],
  ['age-key', 'AGE-SECRET-KEY-1', alnum, 58, 'age-encryption.org/v1', { type: 'private_key', check: /^[0-9A-Z]+$/ }],
  ['age-small-key', 'age-secret-key-1', alnum, 58, 'age-encryption.org/v1', { type: 'private_key', ...LOWER, ...WORD }],
  ['nostr-key', 'nsec1', alnum, 58, 'github.com/nostr-protocol/nips NIP-19', { type: 'private_key', ...LOWER, ...WORD }],
  ['bitcoin-extended-key', 'xprv', alnum, 107, 'BIP 32', { type: 'private_key', ...CASED, ...WORD }],
  ['minisign-key', 'RWRTY0Iy', base64, 204, 'jedisct1.github.io/minisign', { type: 'private_key' }],
  ['vault-legacy-key', 's.', alnum, 24, 'developer.hashicorp.com/vault/docs/concepts/tokens', { ...VAULT, ...CASED, ...WORD }],
  ['asana-key', ASANA_PREFIXES, open, [40, 80], 'developers.asana.com/docs/personal-access-token', { shape: ASANA, ...WORD }],
];
