import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';
import { AI, MESSAGING, PAYMENTS } from './provider-table-services.js';

const { alnum, any, base64, capital, name, open, url64, word } = ALPHABET;

const AWS = { type: 'aws_key' } as const;
const GOOGLE = { type: 'google_key' } as const;
const YANDEX = { type: 'yandex_key' } as const;
const CLOUDFLARE_ORIGIN = /^[0-9a-f]{24}-[0-9a-f]{71}/;
const RANCHER = /^[a-z0-9]{5}:[a-z0-9]{54}(?!\w)/;
const DATASTAX = /^\w{20,30}:[0-9a-f]{64}(?!\w)/;
const HARNESS = /^[\w-]{22}\.[0-9a-zA-Z]{24}\.[0-9a-zA-Z]{20}(?![\w-])/;

/** Clouds, hosting, networks and infrastructure as code. */
// biome-ignore format: one key, one line
const CLOUD: readonly ProviderRow[] = [
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
  ['upcloud-key', 'ucat_', alnum, [24, 32], 'developers.upcloud.com', { ...MIXED, ...WORD }],
];

const GITHUB = { type: 'github_token' } as const;
const GITLAB = { type: 'gitlab_token' } as const;
const ATLASSIAN = { type: 'atlassian_token' } as const;
const SONAR = 'docs.sonarsource.com user-token';

/** Code hosts, package registries, builds and developer tools. */
// biome-ignore format: one key, one line
const CODE: readonly ProviderRow[] = [
  ['github-key', 'ghp_ gho_ ghu_ ghs_ ghr_', word, [30], 'github.blog new-authentication-token-formats', GITHUB],
  ['github-fine-grained-key', 'github_pat_', word, [36], 'docs.github.com/authentication', GITHUB],
  ['gitlab-key', 'glpat- gldt- glft- glsoat- glcbt- glffct- glwt-', name, [20, 400], 'docs.gitlab.com/security/tokens', GITLAB],
  ['gitlab-runner-key', 'glrt- glrtr- GR1348941', name, [20, 400], 'docs.gitlab.com/security/tokens', GITLAB],
  ['gitlab-trigger-key', 'glptt-', url64, [20, 80], 'docs.gitlab.com/ci/triggers', GITLAB],
  ['gitlab-mail-key', 'glimt-', url64, [20, 80], 'docs.gitlab.com/administration/incoming_email', GITLAB],
  ['gitlab-agent-key', 'glagent-', url64, [20, 200], 'docs.gitlab.com/user/clusters/agent', GITLAB],
  ['gitlab-oauth-secret', 'gloas-', url64, [20, 200], 'docs.gitlab.com/integration/oauth_provider', GITLAB],
  ['depot-key', 'depot_org_ depot_project_ depot_user_', alnum, [32, 120], 'depot.dev/docs/cli/authentication', { ...MIXED, ...WORD }],
  ['bitbucket-key', 'ATBB', alnum, [24, 40], 'support.atlassian.com app-passwords', { ...CASED, ...WORD }],
  ['bitbucket-server-key', 'BBDC-', base64, [40, 60], 'confluence.atlassian.com http-access-tokens', CASED],
  ['bitbucket-repository-key', 'ATCTT3', any, [100, 300], 'support.atlassian.com repository-access-tokens', ATLASSIAN],
  ['atlassian-key', 'ATATT3 ATSTT3', any, [100, 300], 'support.atlassian.com manage-api-tokens', ATLASSIAN],
  ['npm-key', 'npm_', alnum, [30], 'docs.npmjs.com/about-access-tokens', { type: 'npm_token' }],
  ['pypi-key', 'pypi-AgEIcHlwaS5vcmc', url64, [50, 1000], 'pypi.org/help apitoken', { type: 'pypi_token' }],
  ['pypi-test-key', 'pypi-AgENdGVzdC5weXBpLm9yZw', url64, [50, 1000], 'test.pypi.org/help', { type: 'pypi_token' }],
  ['rubygems-key', 'rubygems_', alnum, 48, 'guides.rubygems.org/rubygems-org-api', HEX],
  ['crates-key', 'cio', alnum, 32, 'doc.rust-lang.org/cargo/reference/publishing', { ...CASED, ...WORD }],
  ['nuget-key', 'oy2', alnum, 43, 'learn.microsoft.com/nuget publish', { ...LOWER, ...WORD }],
  ['clojars-key', 'CLOJARS_', alnum, 60, 'github.com/clojars/clojars-web/wiki', LOWER],
  ['docker-key', 'dckr_pat_ dckr_oat_', url64, [27, 60], 'docs.docker.com/security/access-tokens'],
  ['jfrog-key', 'AKCp', alnum, [64, 80], 'jfrog.com/help access-tokens', { ...CASED, ...WORD }],
  ['jfrog-reference-key', 'cmVmdGtu', base64, 56, 'jfrog.com/help reference-token', CASED],
  ['circleci-key', 'CCIPAT_ CCIPRJ_', word, [40, 120], 'circleci.com/docs/managing-api-tokens', MIXED],
  ['buildkite-key', 'bkua_', alnum, 40, 'buildkite.com/docs/apis/managing-api-tokens', LOWER],
  ['buildkite-agent-key', 'bkct_ bkpt_ bkaj_', any, [32, 200], 'buildkite.com/docs/agent/tokens', { ...MIXED, ...WORD }],
  ['sonar-key', 'squ_ sqp_ sqa_', alnum, 40, SONAR, HEX],
  ['sourcegraph-key', 'sgp_', word, [40, 80], 'sourcegraph.com/docs/cli/access-tokens', { check: /^(?:local_|[0-9a-f]{16}_)?[0-9a-f]{40}$/ }],
  ['segment-key', 'sgp_', alnum, 64, 'segment.com/docs/api/public-api', CASED],
  ['snyk-key', 'snyk_uat. snyk_sat.', any, [40, 400], 'docs.snyk.io/snyk-api/authentication'],
  ['socket-key', 'sktsec_', word, [40, 120], 'docs.socket.dev', MIXED],
  ['stackhawk-key', 'hawk.', any, [41, 120], 'docs.stackhawk.com', { shape: /^[\w-]{20}\.[\w-]{20}(?![\w-])/, ...WORD }],
  ['postman-key', 'PMAK-', url64, 59, 'learning.postman.com/docs/developer/postman-api', { check: /^[0-9a-f]{24}-[0-9a-f]{34}$/i }],
  ['postman-collection-key', 'PMAT-', alnum, 26, 'learning.postman.com/docs/collaborating'],
  ['readme-key', 'rdme_', alnum, 70, 'docs.readme.com/reference/authentication', LOWER],
  ['gitbook-key', 'gb_api_', alnum, [36, 60], 'gitbook.com/docs/developers', MIXED],
  ['gitpod-key', 'gitpod_pat_', any, [30, 200], 'gitpod.io/docs/configure/user-settings/access-tokens'],
  ['codesandbox-key', 'csb_v1_', url64, [36, 80], 'codesandbox.io/docs/sdk'],
  ['jetbrains-key', 'perm: perm-', any, [40, 300], 'jetbrains.com/help/youtrack', { shape: /^[\w+/=-]{4,64}\.[\w+/=-]{4,64}\.\w{20,}/, ...WORD }],
  ['wakatime-key', 'waka_', url64, 36, 'wakatime.com/developers', UUID],
  ['argos-key', 'argos_', alnum, 40, 'argos-ci.com/docs', HEX],
  ['chromatic-key', 'chpt_', alnum, [10, 40], 'chromatic.com/docs/cli', { ...MIXED, ...WORD }],
  ['launchdarkly-key', 'api- sdk-', url64, 36, 'launchdarkly.com/docs/home/account/api', { ...UUID, ...WORD }],
  ['configcat-key', 'configcat-sdk-', any, [30, 120], 'configcat.com/docs/sdk-reference', MIXED],
  ['growthbook-key', 'secret_user_ secret_admin_ secret_readonly_', alnum, [30, 80], 'docs.growthbook.io/api', MIXED],
  ['contentful-key', 'CFPAT-', url64, 43, 'contentful.com/developers/docs/references/authentication'],
  ['builder-key', 'bpk-', alnum, 32, 'builder.io/c/docs/using-your-api-key', { ...HEX, ...WORD }],
  ['prefect-key', 'pnu_ pnb_', alnum, 36, 'docs.prefect.io/manage/cloud/manage-users/api-keys', WORD],
  ['aikido-key', 'AIK_CI_ AIK_SECRET_', alnum, [20, 64], 'apidocs.aikido.dev', MIXED],
  ['ionic-key', 'ion_', alnum, 42, 'ionic.io/docs/appflow', { ...CASED, ...WORD }],
  ['mergify-key', 'mergify_application_key_', url64, [40, 200], 'docs.mergify.com/api', MIXED],
  ['val-town-key', 'vtwn_', url64, [20, 80], 'docs.val.town/api/authentication', { ...CASED, ...WORD }],
  ['thunderstore-key', 'tss_', url64, [20, 80], 'thunderstore.io/api/docs', { ...CASED, ...WORD }],
  ['devin-key', 'apk_user_ apk_', base64, [80, 180], 'docs.devin.ai/api-reference/authentication', { ...CASED, ...WORD }],
  ['devin-service-key', 'cog_', alnum, 52, 'docs.devin.ai/api-reference/authentication', { ...LOWER, ...WORD }],
  ['spectral-key', 'spu-', alnum, 32, 'docs.spectralops.io', { ...LOWER, ...WORD }],
];

/** Databases, analytics and observability. */
// biome-ignore format: one key, one line
const DATA: readonly ProviderRow[] = [
  ['databricks-key', 'dapi', url64, [32, 34], 'docs.databricks.com/dev-tools/auth/pat', { check: /^[0-9a-f]{32}(?:-\d)?$/ }],
  ['databricks-oauth-secret', 'dose', alnum, 32, 'docs.databricks.com/dev-tools/auth/oauth-m2m', { ...HEX, ...WORD }],
  ['dbt-key', 'dbtc_ dbts_ dbtu_', url64, [36, 80], 'docs.getdbt.com/docs/dbt-cloud-apis', { ...CASED, ...WORD }],
  ['planetscale-key', 'pscale_tkn_', url64, [32, 64], 'planetscale.com/docs/api'],
  ['planetscale-password', 'pscale_pw_', url64, [32, 64], 'planetscale.com/docs'],
  ['planetscale-oauth-key', 'pscale_oauth_', url64, [32, 64], 'planetscale.com/docs/api'],
  ['neon-key', 'napi_', alnum, [40, 80], 'neon.com/docs/manage/api-keys', LOWER],
  ['supabase-key', 'sbp_ sbp_oauth_', alnum, 40, 'supabase.com/docs/reference/api', HEX],
  ['supabase-secret-key', 'sb_secret_', url64, [22, 60], 'supabase.com/docs/guides/api/api-keys'],
  ['mongodb-atlas-secret', 'mdb_sa_sk_', url64, 40, 'mongodb.com/docs/atlas/api/service-accounts'],
  ['cockroach-key', 'CCDB1_', word, 63, 'cockroachlabs.com/docs/cockroachcloud/cloud-api'],
  ['aiven-password', 'AVNS_', url64, [16, 40], 'aiven.io/docs'],
  ['clickhouse-key', '4b1d', alnum, 38, 'clickhouse.com/docs/cloud/manage/openapi', { ...CASED, ...WORD }],
  ['confluent-key', 'cflt', base64, 60, 'docs.confluent.io/cloud/current/security/authenticate', { ...CASED, ...WORD }],
  ['elastic-key', 'essu_', base64, [40, 200], 'elastic.co/docs/deploy-manage/api-keys', CASED],
  ['xata-key', 'xau_', alnum, [32, 60], 'xata.io/docs/concepts/authentication', { ...CASED, ...WORD }],
  ['fauna-key', 'fnA', url64, [37, 60], 'docs.fauna.com/fauna/current/learn/security/keys', { ...CASED, ...WORD }],
  ['tigris-key', 'tsec_', url64, [40, 80], 'tigrisdata.com/docs/iam', CASED],
  ['appwrite-key', 'standard_', alnum, [128, 300], 'appwrite.io/docs/advanced/platform/api-keys', HEX],
  ['grafana-key', 'glsa_', word, 41, 'grafana.com/docs/grafana/latest/administration/service-accounts', { check: /_[0-9a-fA-F]{8}$/ }],
  ['grafana-cloud-key', 'glc_', base64, [32, 400], 'grafana.com/docs/grafana-cloud/authentication', CASED],
  ['grafana-api-key', 'eyJrIjoi', base64, [60, 400], 'grafana.com/docs/grafana/latest/developers/http_api/auth', { ...CASED, ...WORD }],
  ['sentry-organisation-key', 'sntrys_', any, [60, 400], 'docs.sentry.io/account/auth-tokens', CASED],
  ['sentry-key', 'sntryu_ sntrya_ sntryi_', alnum, 64, 'docs.sentry.io/account/auth-tokens', HEX],
  ['newrelic-key', 'NRAK-', alnum, 27, 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys', MIXED],
  ['newrelic-insert-key', 'NRII-', url64, 32, 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys', MIXED],
  ['newrelic-browser-key', 'NRJS-', alnum, 19, 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys', HEX],
  ['honeycomb-key', 'hcaik_ hcbik_ hccik_ hcxik_', alnum, 58, 'docs.honeycomb.io/configure/environments', LOWER],
  ['honeycomb-management-key', 'hcamk_ hcxmk_', any, [32, 120], 'docs.honeycomb.io/configure/teams', LOWER],
  ['posthog-key', 'phx_ phs_', alnum, [40, 60], 'posthog.com/docs/api', CASED],
  ['logfire-key', 'pylf_v1_', word, [43, 60], 'logfire.pydantic.dev/docs/how-to-guides/create-write-tokens', MIXED],
  ['dynatrace-key', 'dt0c01. dt0s01. dt0s02. dt0s08. dt0s16.', any, [80, 200], 'docs.dynatrace.com access-tokens', MIXED],
  ['axiom-key', 'xaat- xapt-', url64, 36, 'axiom.co/docs/reference/tokens', UUID],
  ['coralogix-key', 'cxtp_ cxup_', alnum, [28, 40], 'coralogix.com/docs/user-guides/account-management/api-keys', MIXED],
  ['checkly-key', 'cu_', alnum, 32, 'checklyhq.com/docs/accounts-and-users/creating-api-key', { ...HEX, ...WORD }],
  ['metabase-key', 'mb_', base64, 44, 'metabase.com/docs/latest/people-and-groups/api-keys', { ...CASED, ...WORD }],
  ['hex-key', 'hxtp_ hxtw_', alnum, [40, 140], 'learn.hex.tech/docs/api/api-overview', MIXED],
  ['retool-key', 'retool_01', alnum, [24, 60], 'docs.retool.com/org-users/guides/retool-api', CASED],
  ['inngest-key', 'signkey-prod- signkey-test- signkey-branch-', alnum, [32, 80], 'inngest.com/docs/platform/signing-keys', HEX],
  ['trigger-key', 'tr_dev_ tr_prod_ tr_stg_ tr_pat_', alnum, [20, 60], 'trigger.dev/docs/apikeys', MIXED],
  ['rootly-key', 'rootly_', alnum, 64, 'docs.rootly.com/api-reference', HEX],
  ['pganalyze-key', 'pgar_', alnum, 27, 'pganalyze.com/docs/api', { ...CASED, ...WORD }],
  ['newrelic-query-key', 'NRIQ-', url64, 32, 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys', MIXED],
  ['newrelic-admin-key', 'NRAA- NRRA-', alnum, [27, 42], 'docs.newrelic.com/docs/apis/intro-apis/new-relic-api-keys', HEX],
  ['dependency-track-key', 'odt_', alnum, [32], 'docs.dependencytrack.org/integrations/rest-api', { ...CASED, ...WORD }],
  ['samsara-key', 'samsara_api_', alnum, [26, 32], 'developers.samsara.com/docs/authentication', CASED],
  ['workato-key', 'wrka-eyJ wrkaus-eyJ wrkaeu-eyJ wrkajp-eyJ wrkasg-eyJ wrkaau-eyJ', any, [80, 900], 'docs.workato.com/workato-api', WORD],
  ['datastax-key', 'AstraCS:', open, [64, 120], 'docs.datastax.com/en/astra/administration/manage-application-tokens', { shape: DATASTAX, ...WORD }],
];

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
const WORK: readonly ProviderRow[] = [
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

/** Every kind of key with a prefix. Public identifiers, such as publishable keys, are left out on purpose. */
export const PROVIDERS: readonly ProviderRow[] = [CLOUD, CODE, AI, PAYMENTS, MESSAGING, DATA, WORK].flat();
