import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { createCliWorkshop } from '../support/cli-host.js';

const shop = createCliWorkshop();
afterAll(() => shop.dispose());

/** Words of a command line, its exit status, and what the message and the hint say. */
type Mistake = readonly [words: string, status: number, said: RegExp];

async function answerTo(words: string, env: Readonly<Record<string, string>> = {}) {
  const { status, stderr } = await shop.run(words.split(' '), { env });
  return { status, stderr };
}

describe.each<readonly [string, readonly Mistake[]]>([
  [
    'arguments of a capability',
    [
      ['invoke demo.customers --rows 5', 2, /unknown option '--rows'.*is written rows=5;/],
      ['invoke demo.customers --rows=5', 2, /unknown option '--rows=5'.*is written rows=5;/],
      ['invoke demo.customers rows = 5', 2, /no spaces around =: write \\"rows=5\\"/],
      ['invoke demo.customers rows =5', 2, /no spaces around =: write \\"rows=5\\"/],
      ['invoke demo.customers rows= 5', 2, /no spaces around =: write \\"rows=5\\"/],
      ['invoke demo.customers rows', 2, /is not of the form key=value.*or use --args/],
      ['invoke demo.customers rows=many', 2, /\\"rows\\" must be a whole number.*lists its arguments/],
      ['invoke demo.customers row=5', 2, /no argument \\"row\\"; did you mean rows\?/],
      ['invoke demo.customers rows=5 rows=6', 2, /given twice.*--args for a list/],
      ['invoke demo.customers --args {"rows":5', 2, /--args is not valid JSON.*--args @file.json/],
      ['invoke demo.customers --args [5]', 2, /--args is not a JSON object/],
      ['invoke demo.customers --args @none.json', 2, /file with the arguments cannot be read.*none.json/],
      ['invoke demo.customers --args-from rows', 2, /not of the form key=value/],
    ],
  ],
  [
    'names that are not there',
    [
      ['invoke demo.customer', 4, /no capability demo.customer.*did you mean demo.customers\?/],
      ['capabilities show demo.customer', 4, /did you mean demo.customers\?/],
      ['grant demo.customer', 4, /did you mean demo.customers\?/],
      ['invok demo.customers', 2, /unknown command 'invok'.*did you mean invoke\?/],
      ['audit lst', 2, /no subcommand \\"lst\\".*did you mean list\?/],
      ['config show --orgin', 2, /unknown option '--orgin'.*did you mean --origin\?/],
      ['--verson', 2, /did you mean --version\?/],
      ['invoke demo.customers --mode sumary', 2, /did you mean summary\?.*auto, summary, table/],
      ['invoke demo.customers --encoding utf8', 2, /choose one of o200k_base/],
      ['invoke demo.customers -o xml', 2, /no output format \\"xml\\".*ndjson/],
      ['pipe --input xml', 2, /auto, text, ndjson, json, csv/],
      ['completion tcsh', 2, /bash, zsh, fish/],
      ['invoke demo.customers --as nobody', 2, /no principal is named.*principals in the config/],
      ['invoke demo.customers --session s_nope', 4, /no such session.*akernel session list/],
      ['session show s_0123456789', 4, /no such session.*akernel session list/],
      ['expand h_nope', 4, /no such handle.*akernel handles list/],
      ['expand h_0123456789', 4, /no such handle.*akernel handles list/],
      ['handles rm h_0123456789', 4, /no such handle.*akernel handles list/],
      ['explain a_0123456789', 4, /no trace of such an action.*akernel audit list/],
      ['revoke nonsense', 2, /not the id of a grant.*akernel token inspect/],
      ['revoke g_0123456789', 3, /no such grant.*its own principal/],
      ['mcp list extra', 2, /no MCP server of this name.*mcp_servers.extra/],
      ['exec -- no-such-program-here', 127, /command not found: no-such-program-here.*PATH/],
    ],
  ],
  [
    'words that are missing',
    [
      ['invoke', 2, /argument 'capability'.*akernel capabilities list/],
      ['grant', 2, /argument 'capability'.*akernel capabilities list/],
      ['expand', 2, /argument 'handle'.*akernel handles list/],
      ['handles show', 2, /argument 'handle'.*akernel handles list/],
      ['explain', 2, /argument 'action'.*akernel audit list/],
      ['exec', 2, /argument 'command'.*akernel exec -- ls/],
      ['exec ls', 2, /needs -- before the command.*akernel exec -- ls/],
      ['detectors test', 2, /no text to test.*pipe one in/],
      ['install', 2, /argument 'host'.*claude-code, codex, cursor/],
      ['completion', 2, /argument 'shell'.*bash, zsh, fish, powershell/],
      ['run', 2, /argument 'agent'.*akernel help agents/],
      ['token', 2, /needs a subcommand.*it has inspect, narrow/],
      ['session', 2, /needs a subcommand.*it has .*list/],
      ['invoke fs.read_file', 2, /\\"path\\" is missing.*lists its arguments/],
      ['invoke fs.read_file file=x', 2, /no argument \\"file\\"; the argument \\"path\\" is missing/],
    ],
  ],
  [
    'words of other programs',
    [
      ['version', 2, /unknown command 'version'.*akernel --version/],
      ['gc', 2, /unknown command 'gc'.*akernel handles gc/],
      ['receipts --json', 2, /unknown option '--json'.*-o json/],
      ['pipe build.log', 2, /standard input: akernel pipe < build.log"/],
      ['pipe a$b', 2, /standard input: akernel pipe < FILE"/],
    ],
  ],
  [
    'values of flags',
    [
      ['expand h_0123456789 --fields', 2, /argument missing.*it takes a value: --fields <a,b>/],
      ['invoke demo.customers --budget 10', 2, /at least 512.*give --budget 512 or more/],
      ['pipe --budget 100', 2, /at least 512/],
      ['invoke demo.customers --budget=1k', 2, /whole number, not \\"1k\\".*as digits/],
      ['invoke demo.customers --budget -5', 2, /whole number, not \\"-5\\"/],
      ['invoke demo.customers --timeout soon', 2, /must be a duration, not.*500ms, 30s/],
      ['invoke demo.customers --timeout 0', 2, /must be a duration, not.*500ms, 30s/],
      ['grant demo.customers --ttl soon', 2, /must be a duration, not/],
      ['grant demo.customers --prefix docs', 2, /write --prefix path=docs/],
      ['audit list --since yesterdy', 2, /must be a time, not.*2h for two hours ago/],
      ['audit list --limit x', 2, /whole number, not \\"x\\"/],
      ['expand h_0123456789 --offset -1', 2, /whole number of 0 or more.*count from 0/],
      ['expand h_0123456789 --limit many', 2, /whole number of 0 or more/],
      ['invoke demo.customers --stream --mode table', 2, /cannot go with --stream.*leave one of them out/],
      ['invoke demo.customers -o live', 2, /only a stream can be shown live\s+hint: add --stream/],
    ],
  ],
  [
    'files',
    [
      ['invoke demo.customers --token-file none', 2, /capability token cannot be read.*none/],
      ['token inspect none', 2, /capability token cannot be read/],
      ['redact none.txt', 2, /\\"none.txt\\" is not there.*- for standard input/],
      ['redact .', 2, /is a folder, .*--write replaces it/],
      ['import mcp none.json', 2, /\\"none.json\\" cannot be read/],
      ['config init here.toml', 2, /must end in .yaml or .json/],
      ['config init no/such/folder.yaml', 2, /folder does not exist: make it first/],
    ],
  ],
])('%s', (_group, mistakes) => {
  test.each(mistakes)('%s', async (words, status, said) => {
    const answer = await answerTo(words);
    expect(answer.stderr).toMatch(said);
    expect(answer.status).toBe(status);
  });
});

describe('a config', () => {
  const SERVER = 'mcp_servers:\n  files:\n    ';
  test.each<{ text: string; said: RegExp; kind?: 'json' }>([
    { text: `${SERVER}cmd: npx\n`, said: /yaml:3: mcp_servers.files.cmd: is not a setting.*did you mean command\?/ },
    {
      text: `${SERVER}command: npx -y x\n`,
      said: /yaml:3: .*holds a program and its arguments.*put arguments into args/,
    },
    { text: `${SERVER}uri: https://example.com\n`, said: /did you mean url\?/ },
    { text: 'budget:\n\tmax_tokens: 5000\n', said: /yaml:2: is not valid YAML.*indent with spaces, not with tabs/ },
    { text: 'budget: [1\n', said: /is not valid YAML.*is the file complete\?/ },
    { text: 'exec: true\nexec: false\n', said: /yaml:2: .*the name stands twice/ },
    { text: 'budjet: {max_tokens: 5000}\n', said: /yaml:1: budjet: is not a setting.*did you mean budget\?/ },
    { text: 'budget: {max_tokens: many}\n', said: /yaml:1: budget.max_tokens: expected a number, not text/ },
    { text: 'budget: {max_tokens: 5}\n', said: /budget.max_tokens: expected at least 512/ },
    { text: 'exec: yes\n', said: /exec: expected true or false, not text/ },
    { text: '- a list\n', said: /is not an object of settings/ },
    { text: 'redaction: {packs: [mars]}\n', said: /redaction.packs\[0\]: expected one of us, eu,/ },
    // biome-ignore lint/suspicious/noTemplateCurlyInString: a reference of a config
    { text: 'store: {directory: "${env:NOT_SET}"}\n', said: /variable NOT_SET is not set/ },
    {
      text: '{\n  "exec": true,\n  "budget": {"max_tokens": 5000,}\n}\n',
      said: /json:3: is not valid JSON.*trailing comma/,
      kind: 'json',
    },
    { text: '{"exec": true,\n  budget: {}\n}\n', said: /json:2: is not valid JSON.*without quotes/, kind: 'json' },
    { text: '{"exec": true', said: /json:1: is not valid JSON.*complete/, kind: 'json' },
  ])('$text', async ({ text, said, kind = 'yaml' }) => {
    const file = join(shop.directory, `mistaken.${kind}`);
    writeFileSync(file, text);
    const { status, stderr } = await answerTo(`--config ${file} config check`);
    expect(stderr).toMatch(said);
    expect(status).toBe(2);
  });

  test('is not written over', async () => {
    expect((await answerTo('config init twice.yaml')).status).toBe(0);
    const { status, stderr } = await answerTo('config init twice.yaml');
    expect(stderr).toMatch(/\\"twice.yaml\\" exists already.*choose another name/);
    expect(status).toBe(2);
  });

  test('tells which line lets a principal do what was denied', async () => {
    const driver = 'driver: {driver_id: module, operation: run, options: {module: ./x.mjs}}';
    const file = join(shop.directory, 'roles.yaml');
    writeFileSync(
      file,
      `capabilities:\n- {capability_id: shop.write, safety_class: WRITE, sensitivity: NONE, ${driver}}\n`,
    );
    const { status, stderr } = await answerTo(`--config ${file} invoke shop.write`);
    expect(stderr).toContain('principal: { roles: [reader, writer] }');
    expect(stderr).toContain('--justification');
    expect(status).toBe(3);
  });
});

describe('a variable', () => {
  test.each([
    ['AKERNEL_BUDGET', '600', 0, /did you mean AKERNEL_BUDGET_MAX_TOKENS\?/],
    ['AKERNEL_HOEM', 'x', 0, /did you mean AKERNEL_HOME\?/],
    [
      'AKERNEL_BUDGET_MAX_TOKENS',
      'many',
      2,
      /AKERNEL_BUDGET_MAX_TOKENS: budget.max_tokens: expected a number, not text/,
    ],
  ])('%s=%s', async (name, value, status, said) => {
    const answer = await answerTo('config check', { [name]: value });
    expect(answer.stderr).toMatch(said);
    expect(answer.status).toBe(status);
  });
});
