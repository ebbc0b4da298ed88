import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type OwnPlaces, ownPlaces, whyOwn, whyOwnWrite } from '../../../src/hosts/hook/own-reach.js';
import { type CliWorkshop, createCliWorkshop } from '../../support/cli-host.js';

let shop: CliWorkshop;
let places: OwnPlaces;
beforeAll(() => {
  shop = createCliWorkshop();
  const home = shop.directory;
  const state = join(home, '.local', 'state', 'akernel');
  mkdirSync(state, { recursive: true });
  mkdirSync(join(home, 'kept'));
  writeFileSync(join(state, 'store.key'), 'x');
  const env = { HOME: home, KEEP: join(home, 'kept') };
  const store = { directory: join(home, 'kept') } as Parameters<typeof ownPlaces>[0]['store'];
  places = ownPlaces({ store }, { env, cwd: join(home, '.local') });
});
afterAll(() => shop.dispose());

test.each([
  ['rm -rf ~/.local/state/akernel', 'state and keys'],
  ['cat "$HOME/.local/state/akernel/store.key"', 'state and keys'],
  [`cp \${HOME}/.local/state/akernel/store.key /tmp/x`, 'state and keys'],
  ['true; cd state/akernel && ls', 'state and keys'],
  ['sqlite3 $KEEP/akernel.db "delete from traces"', 'state and keys'],
  ['tar czf - --directory=/tmp ~/kept', 'state and keys'],
  ['dd if=~/.local/state/akernel/store.key', 'state and keys'],
  ['bash -c "echo x > ~/.local/state/akernel/audit.head"', 'state and keys'],
  ['x=$(cat ~/.local/state/akernel/store.key)', 'state and keys'],
  ['echo "redaction: {}" > akernel.config.yaml', 'what akernel hides'],
  ['printf x | tee -a shop/akernel.config.json', 'what akernel hides'],
  ["sed -i 's/strict/coding/' akernel.config.yml", 'what akernel hides'],
  ['rm -f akernel.config.yaml', 'what akernel hides'],
  ['mv akernel.config.yaml /tmp', 'what akernel hides'],
  ['cp weak.yaml ~/.config/akernel/config.yaml', 'what akernel hides'],
  ['npx akernel uninstall claude-code --yes', 'akernel uninstall is for a person'],
  ['sudo node /opt/akernel/bin/akernel.js -q uninstall codex', 'akernel uninstall is for a person'],
  ['cd /x && akernel mcp trust shop --yes', 'akernel mcp trust is for a person'],
])('%j is refused', (command, why) => {
  expect(whyOwn(command, places)).toContain(why);
});

test.each([
  'npm test',
  'cd ~/src/akernel && npm test',
  'akernel expand h_4t8r2v6y1n --offset 40',
  'node bin/akernel.js receipts',
  'cat akernel.config.yaml',
  'cp akernel.config.yaml backup.yaml',
  'grep -rn uninstall src/akernel',
  'git commit -m "akernel uninstall says more"',
  'echo akernel uninstall claude-code',
  'akernel mcp list',
  'rm -rf akernel/dist',
  'ls ~/.local',
])('%j runs', (command) => {
  expect(whyOwn(command, places)).toBeUndefined();
});

test('a tool that writes meets the same', () => {
  expect(whyOwnWrite({ file: 'state/akernel/audit.head', after: '' }, places)).toContain('state and keys');
  expect(whyOwnWrite({ file: 'akernel.config.yaml', after: '' }, places)).toContain('what akernel hides');
  expect(whyOwnWrite({ file: 'akernel/src/x.ts', after: '' }, places)).toBeUndefined();
});

test.each([
  ['claude-code', { hook_event_name: 'PreToolUse', tool_name: 'Bash' }, 'permissionDecision":"deny'],
  ['gemini', { hook_event_name: 'BeforeTool', tool_name: 'run_shell_command' }, '"decision":"deny'],
  ['cursor', { hook_event_name: 'preToolUse', tool_name: 'Shell' }, '"permission":"deny'],
])('%s is told so', async (host, event, said) => {
  mkdirSync(join(shop.directory, 'state'), { recursive: true });
  const tool_input = { command: `rm -rf '${join(shop.directory, 'state')}'` };
  const { stdout, status } = await shop.run(['hook', host], { stdin: JSON.stringify({ ...event, tool_input }) });
  expect([status, stdout]).toEqual([0, expect.stringContaining(said)]);
  const clean = { ...event, tool_input: { command: 'npm test' } };
  expect((await shop.run(['hook', host], { stdin: JSON.stringify(clean) })).stdout).not.toContain('deny');
});
