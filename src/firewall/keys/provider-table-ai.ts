import { ALPHABET, CASED, HEX, LOWER, MIXED, type ProviderRow, UUID, WORD } from './provider-row.js';

const { alnum, any, url64, word } = ALPHABET;
const OPENAI = { type: 'openai_key' } as const;
const ANTHROPIC = { type: 'anthropic_key' } as const;
/** Digits, small letters and capitals, behind none of the prefixes of the other rows. */
const OF_OTHERS = /^(?!(?:ant|proj|svcacct|admin|None|or|lf|helicone)-)(?=\D*\d)(?=[^a-z]*[a-z])(?=[^A-Z]*[A-Z])/;
const OPENAI_DOCS = 'platform.openai.com/docs/api-reference/authentication';

/** Models, and what is built around them. */
// biome-ignore format: one key, one line
export const AI: readonly ProviderRow[] = [
  ['openai-key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', url64, [20, 400], OPENAI_DOCS, OPENAI],
  ['openai-legacy-key', 'sk-', alnum, [20], OPENAI_DOCS, { ...OPENAI, check: /\d|^.{40}/, isWord: true }],
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
  ['xai-key', 'xai-', alnum, [64, 100], 'docs.x.ai/docs/api-reference', { ...CASED, ...WORD }],
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
  ['llamacloud-key', 'llx-', alnum, [40, 64], 'docs.cloud.llamaindex.ai', { ...CASED, ...WORD }],
  ['langsmith-key', 'lsv2_pt_ lsv2_sk_', word, 43, 'docs.smith.langchain.com', { check: /^[0-9a-f]{32}_[0-9a-f]{10}$/ }],
  ['pinecone-key', 'pcsk_', word, [60, 90], 'docs.pinecone.io/guides/projects/manage-api-keys', CASED],
  ['wandb-key', 'wandb_v1_', word, [60, 120], 'docs.wandb.ai', MIXED],
  ['tavily-key', 'tvly-', url64, [24, 80], 'docs.tavily.com', MIXED],
  ['firecrawl-key', 'fc-', alnum, 32, 'docs.firecrawl.dev', { ...HEX, ...WORD }],
  ['apify-key', 'apify_api_', alnum, [36, 60], 'docs.apify.com/platform/integrations/api', CASED],
  ['e2b-key', 'e2b_', alnum, 40, 'e2b.dev/docs/api-key', HEX],
  ['modal-key', 'ak- as-', alnum, 22, 'modal.com/docs/reference/modal.config', { ...CASED, ...WORD }],
  ['browserbase-key', 'bb_live_ bb_test_', url64, [20, 60], 'docs.browserbase.com', MIXED],
  ['brave-key', 'BSA', url64, [26, 30], 'brave.com/search/api', { ...CASED, ...WORD }],
  ['mem0-key', 'm0-', alnum, 40, 'docs.mem0.ai', { ...CASED, ...WORD }],
  ['sourcegraph-amp-key', 'sgamp_user_', any, [30, 120], 'ampcode.com/manual', { type: 'sourcegraph_key' }],
];
