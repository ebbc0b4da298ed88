import type { IForbiddenRuleType } from 'dependency-cruiser';
import { roomRules } from './firewall-rooms.js';

/**
 * The import rules of the project, for dependency-cruiser. Each comment says what a violation would mean; each rule is
 * proved by a file in fixtures/architecture that breaks it.
 */

/** What each folder may import, besides itself. */
const LAYERS: Readonly<Record<string, readonly string[]>> = {
  contract: [],
  streams: ['contract'],
  files: ['contract'],
  postgres: ['contract', 'files'],
  firewall: ['contract', 'streams'],
  kernel: ['contract', 'streams', 'firewall'],
  drivers: ['contract', 'streams', 'files', 'postgres'],
  stores: ['contract', 'postgres'],
  config: ['contract', 'files'],
  hosts: ['contract', 'files', 'config'],
  telemetry: ['contract'],
  agents: ['contract', 'streams', 'kernel'],
  server: ['contract', 'streams', 'kernel', 'agents'],
  tui: ['contract', 'kernel', 'agents'],
  cli: ['contract', 'files', 'config', 'hosts', 'runtime', 'server', 'tui'],
};

/** Where each library may be imported. */
const LIBRARIES = [
  ['commander', 'cli'],
  ['chalk', '(cli|tui)'],
  ['ink', 'tui'],
  ['react', 'tui'],
  ['tiktoken', 'firewall/budget/token-counter'],
  ['@photostructure/sqlite', 'stores/sqlite'],
  ['yaml', 'config'],
  ['smol-toml', 'config/toml-library'],
  ['jsonc-parser', 'hosts'],
  ['undici', 'drivers/(undici-library|dispatchers|http-exchange)'],
  ['eventsource-parser', '(drivers|server/client)/eventsource-library'],
  ['aws4fetch', 'stores/postgres/objects/aws4fetch-library'],
  ['pg', '(postgres|drivers/sql|stores/postgres)'],
  ['@modelcontextprotocol/client', 'drivers/mcp'],
  ['@modelcontextprotocol/server', 'server/mcp'],
  ['@opentelemetry', 'telemetry'],
  ['hono', 'server/http'],
  ['@hono/node-server', 'server/http/hono-library'],
] as const;

function layerRules(root: string): IForbiddenRuleType[] {
  return Object.entries(LAYERS).map(([folder, allowed]) => ({
    name: `layer-${folder}`,
    comment: `${folder} would know a part it must work without`,
    severity: 'error',
    from: { path: `^${root}/${folder}/` },
    to: { path: `^${root}/`, pathNot: `^${root}/(${[folder, ...allowed].join('|')})(/|\\.ts$)` },
  }));
}

export function dependencyRules(root: string): IForbiddenRuleType[] {
  return [
    ...layerRules(root),
    ...roomRules(root),
    {
      name: 'no-circular',
      comment: 'neither of two files that need each other can be understood or tested alone',
      severity: 'error',
      from: { path: `^${root}/` },
      to: { circular: true },
    },
    {
      name: 'raw-stays-inside',
      comment: 'a surface or a store that can name a raw chunk can also print or keep one unguarded',
      severity: 'error',
      from: { path: `^${root}/(cli|tui|server|agents|stores|telemetry|config)/` },
      to: { path: `^${root}/contract/chunk\\.ts$` },
    },
    {
      name: 'only-firewall-makes-frames',
      comment: 'a frame made elsewhere was not redacted, not counted and not charged',
      severity: 'error',
      from: { path: `^${root}/`, pathNot: `^${root}/firewall/` },
      to: { path: `^${root}/firewall/(frames/(frame|outlet)|budget/meter)\\.ts$` },
    },
    {
      name: 'patterns-stand-alone',
      comment: 'what tells whether text is complete would depend on what is looked for in it',
      severity: 'error',
      from: { path: `^${root}/firewall/pattern/` },
      to: { path: `^${root}/`, pathNot: `^${root}/firewall/pattern/` },
    },
    {
      name: 'surfaces-enter-by-the-runtime',
      comment: 'a surface that knows a driver or store has a way round the kernel',
      severity: 'error',
      from: { path: `^${root}/(cli|tui|server|agents)/` },
      to: { path: `^${root}/(drivers|stores|firewall)/` },
    },
    {
      name: 'in-clear-comes-by-the-runtime',
      comment: 'what shows values as they are must be out of reach of whoever is handed a kernel',
      severity: 'error',
      from: { path: `^${root}/`, pathNot: `^${root}/(runtime\\.ts$|kernel/in-clear/)` },
      to: { path: `^${root}/kernel/in-clear/` },
    },
    {
      name: 'in-clear-is-for-the-shell',
      comment: 'a server, gateway, agent, view or library that can name it could show a model what is hidden from it',
      severity: 'error',
      from: {
        path: `^${root}/`,
        pathNot: `^${root}/(runtime\\.ts$|kernel/in-clear/|cli/(in-clear/|ports\\.ts$))`,
      },
      to: { path: `^${root}/contract/in-clear\\.ts$` },
    },
    {
      name: 'react-is-loaded-late',
      comment: 'a command that shows no view would pay for React; what cli uses of tui by name loads none of it',
      severity: 'error',
      from: { path: `^${root}/(?!tui/)` },
      to: {
        path: `^${root}/tui/`,
        pathNot: `^${root}/tui/(text/|terminal/terminal\\.ts)`,
        dependencyTypesNot: ['type-only', 'dynamic-import'],
      },
    },
    {
      name: 'drivers-stay-apart',
      comment: 'one driver would break when another changes',
      severity: 'error',
      from: { path: `^${root}/drivers/([^/]+)/` },
      to: { path: `^${root}/drivers/([^/]+)/`, pathNot: `^${root}/drivers/$1/` },
    },
    {
      name: 'stores-stay-apart',
      comment: 'one store would break when another changes; stores/sql is shared on purpose',
      severity: 'error',
      from: { path: `^${root}/stores/([^/]+)/` },
      to: { path: `^${root}/stores/([^/]+)/`, pathNot: `^${root}/stores/($1|sql)/` },
    },
    {
      name: 'servers-stay-apart',
      comment: 'one server would break when another changes; server/access is shared on purpose',
      severity: 'error',
      from: { path: `^${root}/server/([^/]+)/` },
      to: { path: `^${root}/server/([^/]+)/`, pathNot: `^${root}/server/($1|access)/` },
    },
    {
      name: 'pure-core',
      comment: 'the core would do I/O of its own, where no port can see or fake it',
      severity: 'error',
      from: { path: `^${root}/(contract|streams|firewall|kernel)/` },
      to: { dependencyTypes: ['core'], pathNot: '^(node:)?crypto$' },
    },
    ...LIBRARIES.map(
      ([library, place]): IForbiddenRuleType => ({
        name: `${library.replace(/\W+/g, '-').replace(/^-/, '')}-in-one-place`,
        comment: `${library} could no longer be replaced in one place`,
        severity: 'error',
        from: { path: `^${root}/`, pathNot: `^${root}/${place}` },
        to: { path: `node_modules/${library}/` },
      }),
    ),
  ];
}
