import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, url64, word } = ALPHABET;
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
];
