import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, base64, open, url64, word } = ALPHABET;
const FLUTTERWAVE = /^[0-9a-f]{32}(?:-X)?$/;
const BRAINTREE = /^[0-9a-z]{16}\$[0-9a-f]{32}(?!\w)/;
/** Not what is left of binary data, in which zeros or other bytes are repeated. */
const ADYEN = {
  isWord: true,
  check: /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?!.*(?:AAAA|BAQE|CAgI|\/\/\/\/))/,
} as const;
const STRIPE = { type: 'stripe_key' } as const;

/** Payments, shops and shipping. */
// biome-ignore format: one key, one line
export const PAYMENTS: readonly ProviderRow[] = [
  ['stripe-key', 'sk_live_ sk_test_ rk_live_ rk_test_ ek_live_ ek_test_', alnum, [10], 'docs.stripe.com/keys', STRIPE],
  ['stripe-organisation-key', 'sk_org_live_ sk_org_test_', alnum, [16], 'docs.stripe.com/keys', STRIPE],
  ['stripe-webhook-secret', 'whsec_', base64, [24], 'docs.stripe.com/webhooks', STRIPE],
  ['shopify-key', 'shpat_ shpca_ shppa_ shpss_ shptka_ prtapi_', alnum, 32, 'shopify.dev/docs/apps/build/authentication', MIXED],
  ['square-key', 'sq0atp-', url64, 22, 'developer.squareup.com/docs/build-basics/access-tokens'],
  ['square-oauth-secret', 'sq0csp- sq0csb-', url64, 43, 'developer.squareup.com/docs/oauth-api'],
  ['square-access-key', 'EAAA', url64, 60, 'developer.squareup.com/docs/build-basics', { ...CASED, ...WORD }],
  ['plaid-key', 'access-sandbox- access-development- access-production-', url64, 36, 'plaid.com/docs/api', UUID],
  ['razorpay-key', 'rzp_live_ rzp_test_', alnum, 14, 'razorpay.com/docs/api/authentication'],
  ['flutterwave-key', 'FLWSECK-', url64, [32, 60], 'developer.flutterwave.com/docs', { check: FLUTTERWAVE }],
  ['flutterwave-test-key', 'FLWSECK_TEST- FLWSECK_TEST', url64, [12, 60], 'developer.flutterwave.com/docs', MIXED],
  ['adyen-key', 'AQE', any, [100, 400], 'docs.adyen.com/development-resources/api-credentials', ADYEN],
  ['sumup-key', 'sup_sk_', alnum, [20, 80], 'developer.sumup.com/api/authentication', { ...MIXED, ...WORD }],
  ['checkout-key', 'sk_sbox_', alnum, [20, 60], 'checkout.com/docs/api-keys', MIXED],
  ['mollie-key', 'live_ test_', alnum, 30, 'docs.mollie.com/reference/authentication', { ...CASED, ...WORD }],
  ['lob-key', 'live_ test_', alnum, 35, 'docs.lob.com', { ...HEX, ...WORD }],
  ['gocardless-key', 'live_ sandbox_', url64, 40, 'developer.gocardless.com/api-reference', { ...CASED, ...WORD }],
  ['duffel-key', 'duffel_live_ duffel_test_', url64, 43, 'duffel.com/docs/api/overview/authentication'],
  ['easypost-key', 'EZAK EZTK', alnum, 54, 'docs.easypost.com/docs/authentication', CASED],
  ['shippo-key', 'shippo_live_ shippo_test_', alnum, 40, 'docs.goshippo.com', HEX],
  ['xendit-key', 'xnd_development_ xnd_production_', alnum, [32, 120], 'developers.xendit.co/api-reference', MIXED],
  ['midtrans-key', 'Mid-server-', url64, 24, 'docs.midtrans.com/docs/api-authorization-headers', CASED],
  ['omise-key', 'skey_test_ skey_', alnum, 19, 'docs.omise.co/api-authentication', LOWER],
  ['paddle-key', 'pdl_live_apikey_ pdl_sdbx_apikey_', word, [40, 80], 'developer.paddle.com/api-reference/about/api-keys'],
  ['mercadopago-key', 'APP_USR-', url64, [50, 100], 'mercadopago.com/developers credentials', { check: /^\d{10,20}-\w{6}-\w{24,}/ }],
  ['cashfree-key', 'cfsk_ma_prod_ cfsk_ma_test_', word, 41, 'cashfree.com/docs/api-reference/authentication', { check: /^[0-9a-f]{32}_[0-9a-f]{8}$/ }],
  ['paddle-webhook-secret', 'pdl_ntfset_', word, [40, 80], 'developer.paddle.com/webhooks/signature-verification'],
  ['polar-key', 'polar_oat_ polar_pat_ polar_at_u_ polar_whs_', url64, [24, 80], 'docs.polar.sh/api-reference'],
  ['creem-key', 'creem_', alnum, [20, 40], 'docs.creem.io', { ...CASED, ...WORD }],
  ['stytch-key', 'secret-live- secret-test-', any, [36, 60], 'stytch.com/docs/api/authentication', MIXED],
  ['persona-key', 'persona_production_ persona_sandbox_', url64, [32, 80], 'docs.withpersona.com/api-keys', MIXED],
  ['plaid-link-key', 'link-sandbox- link-production-', url64, 36, 'plaid.com/docs/link', UUID],
  ['ebay-key', 'PRD- SBX-', url64, 32, 'developer.ebay.com/api-docs/static/oauth-credentials.html', { ...WORD, check: /^[0-9a-f]{12}(?:-[0-9a-f]{4}){4}$/ }],
  ['braintree-key', 'access_token$production$ access_token$sandbox$', open, [49, 80], 'developer.paypal.com/braintree/docs', { shape: BRAINTREE }],
];
