/** The pages that `akernel help` prints, by topic: the READMEs beside the code, which the build puts into the package. */
export const PAGES = {
  commands: 'src/cli',
  terminal: 'src/tui',
  frames: 'src/firewall',
  config: 'src/config',
  drivers: 'src/drivers',
  process: 'src/drivers/process',
  runners: 'src/drivers/process/runner',
  http: 'src/drivers/http',
  sql: 'src/drivers/sql',
  model: 'src/drivers/model',
  mcp: 'src/drivers/mcp',
  server: 'src/server/http',
  gateway: 'src/server',
  'demo-model': 'src/server/demo-model',
  hosts: 'src/hosts',
  hooks: 'src/hosts/hook',
  library: 'src/library',
  agents: 'src/agents',
  security: 'src/stores',
} as const;

export type Topic = keyof typeof PAGES;

export const TOPICS = Object.keys(PAGES);

export function isTopic(word: string): word is Topic {
  return Object.hasOwn(PAGES, word);
}
