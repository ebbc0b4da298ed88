import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, base64, open, url64, word } = ALPHABET;

const OPENAI = { type: 'openai_key' } as const;
const ANTHROPIC = { type: 'anthropic_key' } as const;
/** Digits, small letters and capitals, behind none of the prefixes of the other rows. */
const OF_OTHERS = /^(?!(?:ant|proj|svcacct|admin|None|or|lf|helicone)-)(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])/;
/** Letters and digits at first: no words with hyphens between them. */
const OF_OPENAI = /^(?:[0-9a-z]{40}|(?=\D{0,39}\d)[0-9a-z]{20})/i;
const OPENAI_DOCS = 'platform.openai.com/docs/api-reference/authentication';

/** Models, and what is built around them. */
// biome-ignore format: one key, one line
export const AI: readonly ProviderRow[] = [
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', url64, [20, 400], OPENAI_DOCS, OPENAI],
  ['openai-legacy-key', 'sk-', url64, [20], OPENAI_DOCS, { ...OPENAI, check: OF_OPENAI, isWord: true }],
  ['model-key', 'sk-', url64, [32, 400], 'docs.litellm.ai virtual-keys', { check: OF_OTHERS, isWord: true }],
  ['openai-session-key', 'sess-', alnum, [40], OPENAI_DOCS, { ...OPENAI, ...CASED, ...WORD }],
  ['anthropic-key', 'sk-ant-', url64, [20, 400], 'docs.anthropic.com/en/api', ANTHROPIC],
  ['openrouter-key', 'sk-or-v1- sk-or-', alnum, [48, 80], 'openrouter.ai/docs/api-reference/authentication', HEX],
  ['langfuse-key', 'sk-lf-', url64, 36, 'langfuse.com/docs/api', UUID],
  ['helicone-key', 'sk-helicone-', url64, [20, 80], 'docs.helicone.ai', MIXED],
  ['groq-key', 'gsk_', alnum, [48, 60], 'console.groq.com/docs/quickstart', CASED],
  ['huggingface-key', 'hf_', alnum, [34, 40], 'huggingface.co/docs/hub/security-tokens', WORD],
  ['huggingface-organisation-key', 'api_org_', alnum, [34, 40], 'huggingface.co/docs/hub', { type: 'huggingface_key' }],
  ['replicate-key', 'r8_', alnum, [37, 40], 'replicate.com/docs/reference/http', { ...MIXED, ...WORD }],
  ['perplexity-key', 'pplx-', alnum, [40, 64], 'docs.perplexity.ai', MIXED],
  ['xai-key', 'xai-', url64, [64, 100], 'docs.x.ai/docs/api-reference', { ...CASED, ...WORD }],
  ['together-key', 'tgp_v1_', url64, [40, 60], 'docs.together.ai'],
  ['cerebras-key', 'csk-', alnum, [40, 64], 'inference-docs.cerebras.ai', { ...LOWER, ...WORD }],
  ['fireworks-key', 'fw_', alnum, [22, 40], 'docs.fireworks.ai', { ...CASED, ...WORD }],
  ['voyage-key', 'pa-', url64, 43, 'docs.voyageai.com', { ...CASED, ...WORD }],
  ['jina-key', 'jina_', url64, [50, 80], 'jina.ai/api-dashboard', MIXED],
  ['nvidia-key', 'nvapi-', url64, [40, 120], 'docs.api.nvidia.com'],
  ['elevenlabs-key', 'sk_', alnum, 48, 'elevenlabs.io/docs/api-reference/authentication', { ...HEX, ...WORD }],
  ['cartesia-key', 'sk_car_', alnum, [20, 60], 'docs.cartesia.ai', MIXED],
  ['runpod-key', 'rpa_', alnum, [40, 60], 'docs.runpod.io/get-started/api-keys', { ...MIXED, ...WORD }],
  ['anyscale-key', 'esecret_', alnum, [24, 60], 'docs.anyscale.com', MIXED],
  ['llamacloud-key', 'llx-', url64, [40, 64], 'docs.cloud.llamaindex.ai', { ...CASED, ...WORD }],
  ['langsmith-key', 'lsv2_pt_ lsv2_sk_', word, 43, 'docs.smith.langchain.com', { check: /^[0-9a-f]{32}_[0-9a-f]{10}$/ }],
  ['pinecone-key', 'pcsk_', word, [60, 90], 'docs.pinecone.io/guides/projects/manage-api-keys', CASED],
  ['wandb-key', 'wandb_v1_', word, [60, 120], 'docs.wandb.ai', MIXED],
  ['tavily-key', 'tvly-', url64, [24, 80], 'docs.tavily.com', MIXED],
  ['firecrawl-key', 'fc-', alnum, 32, 'docs.firecrawl.dev', { ...HEX, ...WORD }],
  ['apify-key', 'apify_api_', url64, [36, 60], 'docs.apify.com/platform/integrations/api', CASED],
  ['e2b-key', 'e2b_', alnum, 40, 'e2b.dev/docs/api-key', HEX],
  ['modal-key', 'ak- as-', alnum, 22, 'modal.com/docs/reference/modal.config', { ...CASED, ...WORD }],
  ['browserbase-key', 'bb_live_ bb_test_', url64, [20, 60], 'docs.browserbase.com', MIXED],
  ['brave-key', 'BSA', url64, [26, 30], 'brave.com/search/api', { ...CASED, ...WORD }],
  ['cursor-key', 'key_', alnum, 64, 'cursor.com/docs/cli', { ...HEX, ...WORD }],
  ['mem0-key', 'm0-', alnum, 40, 'docs.mem0.ai', { ...CASED, ...WORD }],
  ['sourcegraph-amp-key', 'sgamp_user_', any, [30, 120], 'ampcode.com/manual', { type: 'sourcegraph_key' }],
  ['voiceflow-key', 'VF.DM. VF.WS.', any, [30, 80], 'docs.voiceflow.com authentication', { ...MIXED, ...WORD }],
  ['scrapfly-key', 'scp-live- scp-test-', alnum, 32, 'scrapfly.io/docs', HEX],
  ['photoroom-key', 'sk_pr_', word, [42, 105], 'docs.photoroom.com/getting-started', { check: /_[0-9a-f]{40}$/i }],
];

const FLUTTERWAVE = /^[0-9a-f]{32}(?:-X)?$/;
const BRAINTREE = /^[0-9a-z]{16}\$[0-9a-f]{32}(?!\w)/;
/** Not what is left of binary data, in which zeros or other bytes are repeated. */
const ADYEN = {
  isWord: true,
  check: /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?!.*(?:AAAA|BAQE|CAgI|\/\/\/\/))/,
} as const;
/** Not another key behind a slash: `sk_live_…/sk_live_…`. */
const HIGHNOTE = /^(?!.*\/[sr]k$)[0-9a-z]+[+/=]/i;
const STRIPE = { type: 'stripe_key' } as const;

/** Payments, shops and shipping. */
// biome-ignore format: one key, one line
export const PAYMENTS: readonly ProviderRow[] = [
  ['highnote-key', 'sk_live_ sk_test_ rk_live_ rk_test_', base64, [60, 120], 'highnote.com/docs', { check: HIGHNOTE }],
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
  ['shippo-key', 'shippo_live_ shippo_test_', alnum, 40, 'docs.goshippo.com', MIXED],
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
  ['ramp-key', 'ramp_sec_', alnum, 48, 'docs.ramp.com/developer-api', CASED],
  ['mercury-key', 'mercury_production_', word, [44, 80], 'docs.mercury.com/docs/getting-started', { check: /_yrucrem$/ }],
  ['rainforest-key', 'apikey_', alnum, 64, 'docs.rainforestpay.com', { ...HEX, ...WORD }],
  ['onfido-key', 'api_live. api_live_us. api_live_ca.', url64, [20, 80], 'documentation.onfido.com', { ...CASED, ...WORD }],
  ['pagarme-key', 'ak_live_ ak_test_', alnum, 30, 'docs.pagar.me', { ...MIXED, ...WORD }],
  ['proof-key', 'prf_', url64, [24, 80], 'dev.proof.com/docs', { ...CASED, ...WORD }],
];

const SLACK = { type: 'slack_token', check: /\d/ } as const;
const SLACK_PREFIXES = 'xoxb- xoxp- xoxa- xoxr- xoxs- xoxo- xoxc- xoxd-';
const SLACK_HOOKS = 'hooks.slack.com/services/ hooks.slack.com/workflows/ hooks.slack.com/triggers/';
const DISCORD_HOOKS = 'discord.com/api/webhooks/ discordapp.com/api/webhooks/';
const TWILIO_PREFIXES = [...'0123456789abcdef'].map((digit) => `SK${digit}`).join(' ');
/** Letters of both cases and digits, and no row of the letter that is nothing in base64. */
const SCATTERED = /^(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])(?!.*AAA)/;
/** The base64 of the first digits of a bot's number, of those that are no part of common words. */
const DISCORD_PREFIXES =
  'MTA MTE MTI MTM MTQ MTU MTY MTc MTg MTk MjA MjE MjI MjM MjQ MjU MjY Mjc Mjg Mjk MzA MzE MzI MzM MzQ MzU MzY Mzc Mzg Mzk ' +
  'NDM NDQ NDc NDg NDk NTc NTg NTk NTQ NjA NjE NjI NjM NjQ NjU NjY Njc Njg Njk NzA NzE NzI NzM NzQ NzU NzY Nzc Nzg Nzk ' +
  'ODM ODQ ODc ODg ODk OTM OTQ OTU OTc OTg OTk';
/** Of the others, with one more character, or two where that is still a part of common words. */
const DISCORD_LONG_PREFIXES = 'NDA NDE NDI NDU NDY NTA NTE NTI NTM NTU NTY ODA ODE ODI ODU ODY OTA OTE OTI OTY'
  .split(' ')
  .flatMap((digits) => [...'wxyz012345'].map((digit) => digits + digit))
  .flatMap((digits) => (/^(?:N[DT]Ex|NTAx|[NO]DAy)$/.test(digits) ? [...'MNO'].map((next) => digits + next) : digits))
  .join(' ');
/** The rest of 17 to 20 digits in base64. */
const DISCORD_LONG =
  /^(?:[DTjz][AEIMQUYcgk][w-z0-5])?(?:[MNO][DTjz][AEIMQUYcgk][w-z0-5]){3,5}(?:[MNO][AQgw]|[MNO][DTjz][AEIMQUYcgk])?\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/;
const DISCORD = /^[\w-]{20,25}\.[\w-]{6}\.[\w-]{27,40}(?![\w-])/;
const FACEBOOK_APP_PREFIXES = [...'EFHKLNOPQRSTUVWXYZ'].map((letter) => `EAA${letter}`).join(' ');
const SENDGRID = /^[\w-]{22}\.[\w-]{43}(?![\w-])/;
const BREVO = /^[0-9a-f]{64}-[0-9a-z]{16}$/i;
const URL = { keepPrefix: true } as const;

/** Chat, mail, telephony and social networks. */
// biome-ignore format: one key, one line
export const MESSAGING: readonly ProviderRow[] = [
  ['slack-key', SLACK_PREFIXES, any, [10, 400], 'api.slack.com/authentication/token-types', SLACK],
  ['slack-configuration-key', 'xoxe- xoxe.', any, [10, 400], 'api.slack.com/authentication/config-tokens', SLACK],
  ['slack-app-key', 'xapp- xwfp-', any, [10, 400], 'api.slack.com/authentication/token-types', SLACK],
  ['slack-webhook', SLACK_HOOKS, any, [20], 'api.slack.com/messaging/webhooks', URL],
  ['discord-webhook', DISCORD_HOOKS, any, [60, 200], 'discord.com/developers/docs/resources/webhook', URL],
  ['teams-webhook', '/IncomingWebhook/', any, [32, 200], 'learn.microsoft.com/microsoftteams/platform', URL],
  ['feishu-webhook', '/open-apis/bot/v2/hook/', url64, [30, 60], 'open.feishu.cn custom-bot-guide', URL],
  ['wecom-webhook', '/cgi-bin/webhook/send?key=', url64, [30, 60], 'developer.work.weixin.qq.com/document', URL],
  ['zapier-webhook', 'hooks.zapier.com/hooks/catch/', any, [8, 80], 'help.zapier.com webhooks', URL],
  ['make-webhook', '.make.com/', alnum, 32, 'make.com/en/help/tools/webhooks', { ...URL, ...LOWER }],
  ['ifttt-webhook', '/with/key/', url64, [21, 64], 'ifttt.com/maker_webhooks', URL],
  ['sendgrid-key', 'SG.', any, [66, 300], 'twilio.com/docs/sendgrid', { shape: SENDGRID, ...WORD }],
  ['mailgun-key', 'key-', alnum, 32, 'documentation.mailgun.com/docs/mailgun/user-manual/api-key-mgmt', { ...HEX, ...WORD }],
  ['mandrill-key', 'md-', url64, 22, 'mailchimp.com/developer/transactional', { ...CASED, ...WORD }],
  ['brevo-key', 'xkeysib-', url64, 81, 'developers.brevo.com/docs/getting-started', { check: BREVO }],
  ['brevo-mail-key', 'xsmtpsib-', url64, 81, 'developers.brevo.com/docs/smtp-integration', { check: BREVO }],
  ['resend-key', 're_', word, [30, 50], 'resend.com/docs/api-reference', { check: /^\w{8}_\w{20,}$/, isWord: true }],
  ['klaviyo-key', 'pk_', alnum, 34, 'developers.klaviyo.com/en/docs/authenticate_', { ...HEX, ...WORD }],
  ['onesignal-key', 'os_v2_app_ os_v2_org_', alnum, [60, 160], 'documentation.onesignal.com/docs/keys-and-ids', LOWER],
  ['pubnub-key', 'sec-c-', alnum, [40, 64], 'pubnub.com/docs/general/setup/account-setup', CASED],
  ['telnyx-key', 'KEY0', word, [50, 60], 'developers.telnyx.com/docs/api', { check: /^[0-9A-F]{31}_\w{20,}$/ }],
  ['courier-key', 'pk_prod_ pk_test_', alnum, 28, 'courier.com/docs/reference/auth', { check: /^[0-9A-Z]+$/ }],
  ['nylas-key', 'nyk_v0_', alnum, 64, 'developer.nylas.com/docs', CASED],
  ['facebook-key', 'EAAB EAAC EAAD EAAG EAAI EAAJ EAAM', alnum, [96, 400], 'developers.facebook.com/docs/facebook-login', { ...CASED, ...WORD }],
  ['facebook-app-key', FACEBOOK_APP_PREFIXES, alnum, [96, 400], 'developers.facebook.com/docs/facebook-login', { type: 'facebook_key', check: SCATTERED, ...WORD }],
  ['instagram-key', 'IGQV IGQW IGAA', url64, [100, 400], 'developers.facebook.com/docs/instagram', { ...CASED, ...WORD }],
  ['linkedin-secret', 'WPL_AP1.', any, [20, 60], 'learn.microsoft.com/linkedin/shared/authentication'],
  ['pinterest-key', 'pina_', alnum, [40, 200], 'developers.pinterest.com/docs', MIXED],
  ['twitch-key', 'oauth:', alnum, [28, 40], 'dev.twitch.tv/docs/irc/authenticate-bot', { ...MIXED, ...URL }],
  ['roblox-cookie', 'your-ROBUX-and-items.|_', alnum, [100], 'create.roblox.com/docs', URL],
  ['intercom-key', 'dG9rOj dG9rOm', any, [40, 100], 'developers.intercom.com/docs/build-an-integration', { ...CASED, ...WORD }],
  ['frameio-key', 'fio-u-', url64, 64, 'developer.frame.io/docs'],
  ['intra42-key', 's-s4t2ud- s-s4t2af-', alnum, 64, 'api.intra.42.fr/apidoc', HEX],
  ['liveblocks-key', 'sk_dev_ sk_prod_', url64, [40, 100], 'liveblocks.io/docs/authentication', CASED],
  ['lichess-key', 'lip_', alnum, 20, 'lichess.org/api', { ...CASED, ...WORD }],
  ['riot-key', 'RGAPI-', url64, 36, 'developer.riotgames.com/docs/portal', UUID],
  ['twilio-key', TWILIO_PREFIXES, alnum, 31, 'twilio.com/docs/iam/api-keys', { ...HEX, ...WORD }],
  ['discord-key', DISCORD_PREFIXES, any, [50, 90], 'discord.com/developers/docs/reference', { shape: DISCORD, ...WORD }],
  ['discord-bot-key', DISCORD_LONG_PREFIXES, any, [50, 90], 'discord.com/developers/docs/reference', { type: 'discord_key', shape: DISCORD_LONG, ...WORD }],
  ['mailersend-key', 'mlsn.', alnum, [30, 100], 'developers.mailersend.com/general.html', MIXED],
  ['teamwork-key', 'tkn.v1_', base64, [60, 120], 'apidocs.teamwork.com', CASED],
  ['cfx-key', 'cfxk_', alnum, [20, 60], 'docs.fivem.net/docs/server-manual', CASED],
];
