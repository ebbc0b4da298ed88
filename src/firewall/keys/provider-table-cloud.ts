import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, base64, capital, name, open, url64, word } = ALPHABET;
const AWS = { type: 'aws_key' } as const;
const GOOGLE = { type: 'google_key' } as const;
const YANDEX = { type: 'yandex_key' } as const;
const CLOUDFLARE_ORIGIN = /^[0-9a-f]{24}-[0-9a-f]{71}/;
const RANCHER = /^[a-z0-9]{5}:[a-z0-9]{54}(?!\w)/;
const HARNESS = /^[\w-]{22}\.[0-9a-zA-Z]{24}\.[0-9a-zA-Z]{20}(?![\w-])/;

/** Clouds, hosting, networks and infrastructure as code. */
// biome-ignore format: one key, one line
export const CLOUD: readonly ProviderRow[] = [
  ['aws-access-key-id', 'AKIA ASIA ABIA ACCA', capital, 16, 'docs.aws.amazon.com/IAM reference_identifiers', AWS],
  ['aws-session-key', 'IQoJb3JpZ2lu FwoGZXIvYXdz FQoGZXIvYXdz', base64, [80, 2000], 'docs.aws.amazon.com/STS', AWS],
  ['aws-bedrock-key', 'ABSK', base64, [100, 300], 'docs.aws.amazon.com/bedrock api-keys', { ...AWS, ...MIXED, ...WORD }],
  ['aws-bedrock-short-key', 'bedrock-api-key-', base64, [40, 2000], 'docs.aws.amazon.com/bedrock api-keys', AWS],
  ['aws-appsync-key', 'da2-', alnum, 26, 'docs.aws.amazon.com/appsync security-authz', { ...AWS, ...LOWER }],
  ['aws-mws-key', 'amzn.mws.', url64, 36, 'docs.developer.amazonservices.com', { ...AWS, ...UUID }],
  ['amazon-oauth-secret', 'amzn1.oa2-cs.v1.', alnum, [64], 'developer.amazon.com/docs/login-with-amazon', HEX],
  ['amazon-oauth-key', 'Atza| Atzr|', any, [60, 2000], 'developer.amazon.com/docs/login-with-amazon'],
  ['google-api-key', 'AIza', url64, [30, 60], 'cloud.google.com/docs/authentication/api-keys', { ...GOOGLE, check: /\d/ }],
  ['google-auth-key', 'AQ.Ab8', url64, [30], 'ai.google.dev/gemini-api/docs/api-key', GOOGLE],
  ['google-oauth-access', 'ya29.', name, [20, 600], 'developers.google.com/identity/protocols/oauth2', GOOGLE],
  ['google-oauth-refresh', '1//0', url64, [40, 300], 'developers.google.com/identity/protocols/oauth2', GOOGLE],
  ['google-oauth-secret', 'GOCSPX-', url64, [20, 60], 'developers.google.com/identity/protocols/oauth2', GOOGLE],
  ['alibaba-key', 'LTAI', alnum, [12, 24], 'alibabacloud.com/help/ram', CASED],
  ['tencent-key', 'AKID', url64, [28, 40], 'cloud.tencent.com/document/product/598', CASED],
  ['yandex-api-key', 'AQVN', url64, [35, 38], 'yandex.cloud/docs/iam/concepts/authorization', YANDEX],
  ['yandex-iam-key', 't1.9eu', any, [60, 600], 'yandex.cloud/docs/iam/concepts/authorization', YANDEX],
  ['yandex-oauth-key', 'y0_', url64, [50, 120], 'yandex.cloud/docs/iam/concepts/authorization', { ...YANDEX, ...CASED, ...WORD }],
  ['digitalocean-key', 'dop_v1_', alnum, 64, 'docs.digitalocean.com/reference/api', HEX],
  ['digitalocean-oauth-key', 'doo_v1_ dor_v1_', alnum, 64, 'docs.digitalocean.com/reference/api/oauth', HEX],
  ['cloudflare-key', 'cfk_ cfut_ cfat_', alnum, 48, 'developers.cloudflare.com token-formats', { check: /[0-9a-f]{8}$/ }],
  ['cloudflare-origin-key', 'v1.0-', url64, [146], 'developers.cloudflare.com origin-ca', { check: CLOUDFLARE_ORIGIN }],
  ['heroku-key', 'HRKU-', url64, [36, 80], 'devcenter.heroku.com/articles/authentication', MIXED],
  ['fly-key', 'fm1a_ fm1r_ fm2_', base64, [80, 4000], 'fly.io/docs/security/tokens'],
  ['fly-oauth-key', 'fo1_', url64, 43, 'fly.io/docs/security/tokens', { ...WORD, ...CASED }],
  ['scalingo-key', 'tk-us-', url64, 48, 'developers.scalingo.com', WORD],
  ['render-key', 'rnd_', alnum, [24, 40], 'render.com/docs/api', { ...CASED, ...WORD }],
  ['vercel-key', 'vcp_ vci_ vca_ vcr_ vck_', alnum, [20, 80], 'vercel.com/docs/rest-api', { ...CASED, ...WORD }],
  ['netlify-key', 'nfp_ nfc_ nfo_ nfu_', alnum, [36, 60], 'docs.netlify.com/api', { ...CASED, ...WORD }],
  ['deno-key', 'ddp_ ddo_ ddw_', alnum, [36, 60], 'docs.deno.com/deploy/api', { ...CASED, ...WORD }],
  ['openshift-key', 'sha256~', url64, 43, 'docs.openshift.com managing-oauth-access-tokens'],
  ['k3s-key', '::server: ::node:', alnum, [24], 'docs.k3s.io/cli/token', { keepPrefix: true, ...MIXED }],
  ['tailscale-key', 'tskey-', url64, [16, 120], 'tailscale.com/kb/1085/auth-keys', MIXED],
  ['pulumi-key', 'pul-', alnum, 40, 'pulumi.com/docs/pulumi-cloud/access-tokens', { ...HEX, ...WORD }],
  ['infracost-key', 'ico-', alnum, 32, 'infracost.io/docs', { ...CASED, ...WORD }],
  ['octopus-key', 'API-', capital, [25, 40], 'octopus.com/docs/octopus-rest-api', { ...MIXED, ...WORD }],
  ['harness-key', 'pat. sat.', any, [68, 300], 'developer.harness.io/docs/platform', { shape: HARNESS, ...WORD }],
  ['infura-key', 'infura.io/v3/', alnum, 32, 'docs.infura.io/api', { keepPrefix: true, ...HEX }],
  ['alchemy-key', 'g.alchemy.com/v2/', url64, [21, 64], 'alchemy.com/docs', { keepPrefix: true, ...MIXED }],
  ['vercel-blob-key', 'vercel_blob_rw_', word, [30, 100], 'vercel.com/docs/storage/vercel-blob'],
  ['defined-networking-key', 'dnkey-', url64, [60, 120], 'docs.defined.net'],
  ['volcengine-key', 'AKLT', alnum, [40, 64], 'volcengine.com/docs/6291', { ...CASED, ...WORD }],
  ['baidu-key', 'bce-v3/ALTAK-', any, [40, 120], 'cloud.baidu.com/doc/qianfan', MIXED],
  ['rancher-key', 'token-', open, [60, 80], 'ranchermanager.docs.rancher.com api-keys', { shape: RANCHER, ...WORD }],
  ['endor-key', 'endr+', alnum, 16, 'docs.endorlabs.com'],
  ['ubidots-key', 'BBFF-', alnum, [28, 40], 'docs.ubidots.com', WORD],
];
