import type { Command } from 'commander';

/** A command line, and what it is for where that is not plain. */
export type Example = readonly [line: string, note?: string];

/** The examples of every command, the most common use first. A group shows those of its subcommands. */
export const EXAMPLES: Readonly<Record<string, readonly Example[]>> = {
  invoke: [
    ['akernel invoke demo.customers --stream', 'a live view on a terminal, NDJSON in a pipe'],
    ["akernel invoke demo.customers rows=100000 --stream | jq -c '.rows[]?'"],
    [`akernel invoke fs.list_files --args '{"path":".","glob":"**/*.ts"}' --budget 2000 -o json`],
  ],
  expand: [
    [`akernel expand h_4t8r2v6y1n --fields id,name --filter 'amount >= 100' --filter 'plan = "team"'`],
    ['akernel expand h_4t8r2v6y1n --query "refused timeout" --limit 10', 'the rows that fit best, wherever they are'],
    ['akernel expand h_4t8r2v6y1n --all --budget none -o csv > rows.csv', 'all of it, for a spreadsheet'],
  ],
  'expand next': [['akernel expand next h_4t8r2v6y1n']],
  'expand value': [
    ['akernel expand value h_4t8r2v6y1n --row 17 --field notes'],
    ['akernel expand value h_4t8r2v6y1n --row 0 --field text --chars 0:8000'],
  ],
  'expand info': [['akernel expand info h_4t8r2v6y1n']],
  ui: [['akernel ui']],
  pipe: [
    ['git log -p | akernel pipe --budget 2000'],
    ['akernel pipe --input csv < customers.csv', 'rows, with columns'],
    ["akernel pipe --query 'timeout refused' < app.log", 'lines with these words first'],
  ],
  exec: [
    ['akernel exec --budget 1000 -- npm ls --all'],
    ["akernel exec --timeout 5m -- sh -c 'npm test 2>&1'", 'a pipe or a redirection needs a shell'],
  ],
  'capabilities list': [['akernel capabilities list'], ['akernel capabilities list -o json']],
  'capabilities show': [['akernel capabilities show demo.customers']],
  'capabilities search': [['akernel capabilities search read a file --limit 3']],
  'handles list': [['akernel handles list --limit 5', 'the latest five']],
  'handles show': [['akernel handles show h_4t8r2v6y1n']],
  'handles rm': [['akernel handles rm h_4t8r2v6y1n']],
  'handles gc': [['akernel handles gc']],
  explain: [
    ['akernel explain a_7c1m9x3k5p', 'what happened, and why it was refused'],
    ['akernel explain fs.read_file', 'what the policy would say'],
  ],
  'store status': [['akernel store status'], ['akernel store status embedded', 'while a shared one is in use']],
  'store migrate': [['akernel store migrate shared']],
  'store copy': [['akernel store copy embedded shared', 'AKERNEL_STORE_URL says where that is']],
  'audit list': [
    ['akernel audit list --limit 3'],
    ['akernel audit list --outcome denied --since 2h', 'what was refused of late'],
  ],
  'audit show': [['akernel audit show a_7c1m9x3k5p']],
  'audit verify': [['akernel audit verify', 'ends with 7 when a trace was changed']],
  'audit prune': [['akernel audit prune --max-age 90d']],
  'audit accept': [["akernel audit accept --justification 'the backup of Monday was restored'"]],
  'audit export': [['akernel audit export --since 24h --out audit.ndjson']],
  grant: [
    ['akernel grant fs.read_file --prefix path=docs --ttl 10m --out docs.token'],
    ['akernel grant demo.customers --max-calls 3 --max-rows 20'],
  ],
  revoke: [['akernel revoke g_2f6j8d4s0w'], ['akernel revoke --principal ann', 'every grant of hers']],
  'token inspect': [['akernel token inspect docs.token']],
  'token narrow': [['akernel token narrow docs.token --max-calls 1 --ttl 1m --out once.token']],
  'session new': [
    ['akernel session new --budget 100000'],
    ['akernel session new --agent demo --parent s_5n0b3g7h1q', 'spends what its parent has'],
  ],
  'session list': [['akernel session list']],
  'session show': [['akernel session show s_5n0b3g7h1q']],
  'session export': [
    ['akernel session export s_5n0b3g7h1q -o markdown > talk.md'],
    ['akernel session export s_5n0b3g7h1q -o ndjson | jq -r \'select(.message.role == "user").message.content\''],
  ],
  'session memory list': [['akernel session memory list s_5n0b3g7h1q']],
  'session memory get': [['akernel session memory get s_5n0b3g7h1q project.language']],
  'session memory set': [
    ['akernel session memory set s_5n0b3g7h1q project.language TypeScript'],
    ['akernel session memory set s_5n0b3g7h1q plan - < plan.json'],
  ],
  'session memory rm': [['akernel session memory rm s_5n0b3g7h1q plan']],
  'session rm': [['akernel session rm s_5n0b3g7h1q']],
  'agents list': [['akernel agents list']],
  'agents show': [['akernel agents show qwen3-8b']],
  'agents check': [['akernel agents check'], ['akernel agents check qwen3-8b --live', 'asks the model for a word']],
  redact: [
    ['git log -p | akernel redact > log.txt', 'what can be shown to anybody'],
    ['akernel redact --explain --fail-on-findings .', 'what is in the files of a folder, where, and why; ends with 1'],
    ['akernel redact --sarif . > report.sarif', 'a report for code scanning; later --baseline report.sarif'],
  ],
  restore: [
    ['akernel restore --map h_4t8r2v6y1n < answer.txt > letter.txt', 'what a model made of it, with the values again'],
    ['akernel restore --map h_4t8r2v6y1n --write notes.md'],
  ],
  'detectors list': [['akernel detectors list']],
  'detectors test': [["akernel detectors test 'mail ada@example.org'"]],
  'config show': [['akernel config show --origin', 'each setting, and where it is from']],
  'config init': [['akernel config init'], ['akernel config init settings.json']],
  'config check': [['akernel config check'], ['akernel config check akernel.config.yaml']],
  'config schema': [['akernel config schema > akernel.schema.json']],
  serve: [
    ['akernel serve', 'at 127.0.0.1:8787'],
    ['akernel serve --print-unit', 'a systemd unit; --print-containerfile for a container'],
    ['akernel serve --listen 0.0.0.0:8443 --tls-cert cert.pem --tls-key key.pem --allow-host kernel.example.org'],
  ],
  'mcp list': [['akernel mcp list'], ['akernel mcp list files', 'one server and its tools']],
  'mcp serve': [
    ['akernel mcp serve --from claude-code', 'its servers behind the firewall; a host starts this'],
    ['akernel mcp serve --http 127.0.0.1:8765 --lazy-tools'],
  ],
  'mcp trust': [
    ['akernel mcp trust files', 'all tools of the server files'],
    ['akernel mcp trust files.read_file --yes'],
  ],
  'import mcp': [
    ['akernel import mcp ~/.cursor/mcp.json'],
    ['akernel import mcp .vscode/mcp.json --write akernel.config.yaml'],
  ],
  'import openapi': [
    ['akernel import openapi https://petstore3.swagger.io/api/v3/openapi.json --namespace pets'],
    ['akernel import openapi api.yaml --tag orders --write akernel.config.yaml'],
  ],
  install: [
    ['akernel install claude-code --dry-run', 'every file and line that would change'],
    ['akernel install codex --gateway --yes'],
    ['akernel install claude-code --hooks --rules --yes'],
  ],
  uninstall: [['akernel uninstall codex --dry-run'], ['akernel uninstall codex --yes']],
  hook: [['cat event.json | akernel hook claude-code', 'what the host would be told']],
  receipts: [
    ['akernel receipts', 'a line for each host'],
    ['akernel receipts --by tool --since 7d'],
    ['akernel receipts --calls --limit 20', 'single calls, and what each saved or cost'],
  ],
  run: [
    ["akernel run demo 'Show me 3 customers'", 'the conversation on a terminal, NDJSON in a pipe'],
    ["akernel run demo 'Show me 3 customers' -o text"],
    ['git diff | akernel run demo - --max-tool-calls 0 -o text'],
  ],
  chat: [['akernel chat demo'], ['akernel chat demo --session s_5n0b3g7h1q']],
  'demo-model': [
    ['akernel demo-model --port 8484', 'until Ctrl-C, an hour at most'],
    ['akernel demo-model --script turns.yaml --delay-ms 0'],
  ],
  doctor: [['akernel doctor'], ['akernel doctor -o json']],
  help: [
    ['akernel help config | less', 'a page'],
    ['akernel help invoke', 'the flags of a command'],
  ],
  completion: [
    ['akernel completion bash > ~/.local/share/bash-completion/completions/akernel'],
    [`akernel completion zsh > "\${fpath[1]}/_akernel"`],
    ['akernel completion fish > ~/.config/fish/completions/akernel.fish'],
  ],
};

const MOST = 3;

/** The last thing in the help of a command, and of each below it. */
export function addExamples(command: Command, path: string = command.name()): void {
  const examples = examplesOf(path, command);
  if (examples.length > 0) {
    command.addHelpText(
      'after',
      `\nExamples:\n${examples.map((example) => `  ${exampleLine(example, examples)}`).join('\n')}`,
    );
  }
  for (const below of command.commands) {
    addExamples(below, `${path} ${below.name()}`);
  }
}

export function examplesOf(path: string, { commands }: Command): readonly Example[] {
  const first = commands.flatMap((below) => (EXAMPLES[`${path} ${below.name()}`] ?? []).slice(0, 1));
  return EXAMPLES[path] ?? first.slice(0, MOST);
}

function exampleLine([line, note]: Example, all: readonly Example[]): string {
  const width = Math.max(...all.map(([each, words]) => (words === undefined ? 0 : each.length)));
  return note === undefined ? line : `${line.padEnd(width)}   ${note}`;
}
