import { type CharacterKind, KIND } from '../redactor/characters.js';

/** One kind of key with a prefix of its provider. */
export interface ProviderKey {
  readonly name: string;
  /** Names the placeholder. */
  readonly type: string;
  readonly prefixes: readonly string[];
  /** What follows the prefix, and how many characters of it. More than `max` are withheld, unless `isExact`. */
  readonly alphabet: CharacterKind;
  readonly min: number;
  readonly max: number;
  readonly isExact?: boolean;
  /** A further check of what follows the prefix. */
  readonly body?: RegExp;
  /** The prefix is an address that may be seen. */
  readonly keepPrefix?: boolean;
  readonly source: string;
}

const MAX = 255;
const { alphanumeric, anyBase64, base64, base64url, dotted, name, upperOrDigit, word } = KIND;

export const PROVIDERS: readonly ProviderKey[] = [
  {
    name: 'aws-access-key-id',
    type: 'aws_key',
    prefixes: ['AKIA', 'ASIA', 'ABIA', 'ACCA'],
    alphabet: upperOrDigit,
    min: 16,
    max: 16,
    isExact: true,
    source: 'docs.aws.amazon.com/IAM/latest/UserGuide/reference_identifiers.html',
  },
  {
    name: 'github-key',
    type: 'github_token',
    prefixes: ['ghp_', 'gho_', 'ghu_', 'ghs_', 'ghr_'],
    alphabet: word,
    min: 30,
    max: MAX,
    source: 'github.blog/engineering/behind-githubs-new-authentication-token-formats',
  },
  {
    name: 'github-fine-grained-key',
    type: 'github_token',
    prefixes: ['github_pat_'],
    alphabet: word,
    min: 36,
    max: MAX,
    source: 'docs.github.com/authentication',
  },
  {
    name: 'gitlab-key',
    type: 'gitlab_token',
    prefixes: [
      'glpat-',
      'glrt-',
      'gldt-',
      'glft-',
      'glsoat-',
      'glcbt-',
      'glptt-',
      'glimt-',
      'glagent-',
      'gloas-',
      'glffct-',
    ],
    alphabet: name,
    min: 20,
    max: 400,
    source: 'docs.gitlab.com/security/tokens',
  },
  {
    name: 'slack-key',
    type: 'slack_token',
    prefixes: ['xoxb-', 'xoxp-', 'xoxa-', 'xoxr-', 'xoxs-', 'xoxo-', 'xoxc-', 'xoxd-', 'xoxe-', 'xoxe.', 'xapp-'],
    alphabet: dotted,
    min: 10,
    max: 400,
    body: /\d/,
    source: 'api.slack.com/authentication/token-types',
  },
  {
    name: 'slack-webhook',
    type: 'slack_webhook',
    prefixes: ['hooks.slack.com/services/', 'hooks.slack.com/workflows/', 'hooks.slack.com/triggers/'],
    alphabet: anyBase64,
    min: 20,
    max: MAX,
    keepPrefix: true,
    source: 'api.slack.com/messaging/webhooks',
  },
  {
    name: 'stripe-key',
    type: 'stripe_key',
    prefixes: ['sk_live_', 'sk_test_', 'rk_live_', 'rk_test_', 'pk_live_', 'pk_test_'],
    alphabet: alphanumeric,
    min: 10,
    max: MAX,
    source: 'docs.stripe.com/keys',
  },
  {
    name: 'stripe-webhook-secret',
    type: 'stripe_key',
    prefixes: ['whsec_'],
    alphabet: base64,
    min: 24,
    max: MAX,
    source: 'docs.stripe.com/webhooks',
  },
  {
    name: 'google-api-key',
    type: 'google_key',
    prefixes: ['AIza'],
    alphabet: base64url,
    min: 30,
    max: 60,
    body: /\d/,
    source: 'cloud.google.com/docs/authentication/api-keys',
  },
  {
    name: 'google-oauth-access',
    type: 'google_key',
    prefixes: ['ya29.'],
    alphabet: name,
    min: 20,
    max: 600,
    source: 'developers.google.com/identity/protocols/oauth2',
  },
  {
    name: 'google-oauth-secret',
    type: 'google_key',
    prefixes: ['GOCSPX-'],
    alphabet: base64url,
    min: 20,
    max: 60,
    source: 'developers.google.com/identity/protocols/oauth2',
  },
  {
    name: 'openai-key',
    type: 'openai_key',
    prefixes: ['sk-proj-', 'sk-svcacct-', 'sk-admin-', 'sk-None-'],
    alphabet: base64url,
    min: 20,
    max: 400,
    source: 'platform.openai.com/docs/api-reference/authentication',
  },
  {
    name: 'openai-legacy-key',
    type: 'openai_key',
    prefixes: ['sk-'],
    alphabet: alphanumeric,
    min: 20,
    max: MAX,
    body: /\d|^.{40}/,
    source: 'platform.openai.com/docs/api-reference/authentication',
  },
  {
    name: 'anthropic-key',
    type: 'anthropic_key',
    prefixes: ['sk-ant-'],
    alphabet: base64url,
    min: 20,
    max: 400,
    source: 'docs.anthropic.com/en/api',
  },
  {
    name: 'npm-key',
    type: 'npm_token',
    prefixes: ['npm_'],
    alphabet: alphanumeric,
    min: 30,
    max: MAX,
    source: 'docs.npmjs.com/about-access-tokens',
  },
];
