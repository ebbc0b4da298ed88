import { DEFAULT_BUDGET, DEFAULT_ENCODING, DEFAULT_LIMITS } from '../contract/budget.js';
import { DEFAULT_HOOKS } from '../contract/hook-settings.js';
import { DEFAULT_STORE_LIMITS } from '../contract/stores.js';
import { DEFAULT_TRACE_CAPS } from '../contract/trace.js';

/** What editors complete and check a config by; the same as `akernel config schema` prints. */
const SCHEMA_URL = 'https://unpkg.com/akernel/dist/config.schema.json';

/** A config to begin with. Everything in it is a default or commented out, so that it changes nothing. */
export const EXAMPLE_YAML = `# yaml-language-server: $schema=${SCHEMA_URL}
# akernel config. Flags and AKERNEL_ variables are stronger; \`akernel config show --origin\` tells where a value is from.

budget:
  max_tokens: ${DEFAULT_BUDGET}          # model tokens one invocation may print (512 or more)
  encoding: ${DEFAULT_ENCODING}

limits:                     # of what a frame shows; redaction goes as deep as the data
  max_rows: ${DEFAULT_LIMITS.max_rows}
  max_fields: ${DEFAULT_LIMITS.max_fields}
  max_chars: ${DEFAULT_LIMITS.max_chars}
  max_depth: ${DEFAULT_LIMITS.max_depth}

store:
  # directory: /var/lib/akernel
  # url: postgres://akernel@db.example.com/akernel   # in place of a directory, for several machines
  # segments: s3://bucket/prefix                     # where that store keeps long results
  max_entry_bytes: ${DEFAULT_STORE_LIMITS.max_entry_bytes}
  max_total_bytes: ${DEFAULT_STORE_LIMITS.max_total_bytes}
  ttl: 7d                   # how long handles can be expanded

audit:                      # what is older or too much is pruned, oldest first, with a trace that says so
  max_traces: ${DEFAULT_TRACE_CAPS.max_traces}
  max_age: 365d

redaction:
  pseudonyms: false         # equal values get equal marks: [REDACTED:email:7f3a]
  # groups: { network: true }         # secret, financial, personal, network, device, location
  # packs: [us, eu]                   # national numbers; akernel detectors list shows all
  # detectors: { phone: false }
  # sensitive_fields: [salary]
  # own_detectors: [{ name: staff-number, type: staff_number, pattern: 'EMP-[0-9]{7}' }]
  # allow: { values: [support@example.com] }

hooks:                      # for akernel hook, between an agent host and its tools
  profile: ${DEFAULT_HOOKS.profile}           # secrets only; personal adds personal data, strict everything
  budget: ${DEFAULT_HOOKS.budget}             # model tokens of one tool's output
  wrap: ${DEFAULT_HOOKS.wrap}               # run the host's commands by akernel exec
  restore: ${DEFAULT_HOOKS.restore}            # put true values back where placeholders are written into their file

exec: true                  # false forbids \`akernel exec\` and \`akernel pipe\`
# timeout: 30s

# Who acts. Without this: your user name with the role reader and the tenant local.
# principal:
#   principal_id: ada
#   roles: [reader]
#   attributes: { tenant: local }

# Others, for --as.
# principals:
#   deploy: { roles: [writer] }

# The first rule that fits decides; without rules the built-in policy does.
# policy:
#   calls_per_minute: { READ: 60, WRITE: 10, DESTRUCTIVE: 2 }    # of one capability; the role service has ten times as many
#   default: deny
#   rules:
#     - name: readers read
#       match: { safety_class: READ, roles: reader }
#       effect: allow

# Models by name, for akernel run; akernel demo-model is one without a key.
# agents:
#   small:
#     provider: ollama
#     allow_private: true     # its address is on this machine
#     model: qwen3:8b
#     tools: [demo.customers]

# What capabilities of the driver sql run on; paths start at this file.
# databases:
#   notes: { file: notes.sqlite }
#   shop: { url: 'postgres://shop@localhost/shop' }    # or url: \${env:NAME}, which keeps a password out of here

# Spans and metrics for an OpenTelemetry collector; without it none leave this machine.
# telemetry: { endpoint: 'http://localhost:4318' }

# capabilities:
#   - capability_id: git.show_log
#     description: The last commits of this repository
#     safety_class: READ
#     sensitivity: NONE
#     params: { type: object, additionalProperties: false }
#     driver:
#       driver_id: process
#       operation: run
#       options: { command: git, args: [log, --oneline] }
`;

/** The same settings as JSON, which has no comments. */
export function exampleJson(): string {
  const settings = {
    $schema: SCHEMA_URL,
    budget: { max_tokens: DEFAULT_BUDGET, encoding: DEFAULT_ENCODING },
    limits: DEFAULT_LIMITS,
    store: { ...DEFAULT_STORE_LIMITS, ttl: '7d' },
    audit: { max_traces: DEFAULT_TRACE_CAPS.max_traces, max_age: '365d' },
    redaction: { pseudonyms: false },
    hooks: DEFAULT_HOOKS,
    exec: true,
  };
  return `${JSON.stringify(settings, undefined, 2)}\n`;
}
