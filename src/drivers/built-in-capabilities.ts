import type { Capability } from '../contract/capability.js';

/** What can be invoked without any configuration. Nothing heavy may be imported here: every start reads it. */
export const BUILT_IN_CAPABILITIES: readonly Capability[] = [
  {
    capability_id: 'demo.customers',
    name: 'Demo customers',
    description:
      'Invented customer records full of personal data, to try things out: the same rows on every run. ' +
      'Example: akernel invoke demo.customers rows=100000 --stream',
    safety_class: 'READ',
    sensitivity: 'PII',
    tags: ['demo', 'example', 'customers'],
    params: parameters({
      rows: count('How many rows to make.', 1000, 100_000_000),
      delay_ms: count('Milliseconds to wait after each row.', 0, 60_000),
    }),
    driver: { driver_id: 'demo', operation: 'customers' },
    idempotent: true,
  },
  {
    capability_id: 'demo.log',
    name: 'Demo log',
    description:
      'An invented text log with secrets in it, to try things out: the same lines on every run. ' +
      'Example: akernel invoke demo.log lines=500 --stream',
    safety_class: 'READ',
    sensitivity: 'PII',
    tags: ['demo', 'example', 'log', 'text'],
    params: parameters({
      lines: count('How many lines to make.', 200, 100_000_000),
      delay_ms: count('Milliseconds to wait after each line.', 0, 60_000),
    }),
    driver: { driver_id: 'demo', operation: 'log' },
    idempotent: true,
  },
  {
    capability_id: 'http.serve',
    name: 'HTTP server',
    description:
      'What a capability token for akernel serve is for: its holder may do over HTTP whatever the principal may. ' +
      'Example: akernel grant http.serve --ttl 24h --out serve.token',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: ['http', 'server'],
    params: parameters({}),
    driver: { driver_id: 'mcp', operation: 'serve' },
  },
  {
    capability_id: 'mcp.serve',
    name: 'MCP gateway',
    description:
      'What a capability token for akernel mcp serve --http is for: its holder calls through the gateway whatever the ' +
      'principal may call. Example: akernel grant mcp.serve --ttl 24h --out gateway.token',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: ['mcp', 'gateway', 'server'],
    params: parameters({}),
    driver: { driver_id: 'mcp', operation: 'serve' },
  },
  {
    capability_id: 'fs.list_files',
    name: 'List files',
    description:
      'Lists files and directories below a path inside the root (the current directory), one row each: path, type, ' +
      'size_bytes, modified_at. Symbolic links are not followed; .git is passed over unless the glob names it. ' +
      "Example: akernel invoke fs.list_files path=src glob='**/*.{ts,tsx}'",
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: ['files', 'find', 'glob', 'directory'],
    params: parameters({
      path: text('Where to start, relative to the root.', '.'),
      glob: text('Which entries to list, relative to path: * ? ** [a-z] {a,b}. ** goes into all directories.', '*'),
    }),
    driver: { driver_id: 'filesystem', operation: 'list_files' },
    idempotent: true,
  },
  {
    capability_id: 'fs.read_file',
    name: 'Read file',
    description:
      'Reads a file inside the root (the current directory). NDJSON, a JSON array and CSV become records, anything ' +
      'else text; a binary file gives one row with its size. Files of any length are streamed. ' +
      'Example: akernel invoke fs.read_file path=big.ndjson --stream --budget 4000',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: ['files', 'read', 'csv', 'json', 'ndjson', 'text'],
    params: parameters(
      {
        path: { type: 'string', minLength: 1, description: 'The file, relative to the root.' },
        format: formatChoice('How to read the file; auto tells by content and name.'),
      },
      ['path'],
    ),
    driver: { driver_id: 'filesystem', operation: 'read_file' },
    idempotent: true,
  },
  {
    capability_id: 'stdin.read',
    name: 'Read standard input',
    description:
      'Passes on what is piped in, as records where it is NDJSON, a JSON array or CSV, otherwise as text. ' +
      'Example: git log -p | akernel pipe --budget 2000',
    safety_class: 'READ',
    sensitivity: 'NONE',
    tags: ['pipe', 'input', 'text'],
    params: parameters({ input: formatChoice('How to read the input; auto tells by its first piece.') }),
    driver: { driver_id: 'stdin', operation: 'read' },
  },
];

type Schema = Readonly<Record<string, unknown>>;

function parameters(properties: Readonly<Record<string, Schema>>, required: readonly string[] = []): Schema {
  return { type: 'object', properties, required, additionalProperties: false };
}

function count(description: string, fallback: number, maximum: number): Schema {
  return { type: 'integer', minimum: 0, maximum, default: fallback, description };
}

function text(description: string, fallback: string): Schema {
  return { type: 'string', minLength: 1, default: fallback, description };
}

function formatChoice(description: string): Schema {
  return { enum: ['auto', 'text', 'ndjson', 'json', 'csv'], default: 'auto', description };
}
