import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, base64, name, url64, word } = ALPHABET;
const GITHUB = { type: 'github_token' } as const;
const GITLAB = { type: 'gitlab_token' } as const;
const ATLASSIAN = { type: 'atlassian_token' } as const;
const SONAR = 'docs.sonarsource.com user-token';

/** Code hosts, package registries, builds and developer tools. */
// biome-ignore format: one key, one line
export const CODE: readonly ProviderRow[] = [
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
];
