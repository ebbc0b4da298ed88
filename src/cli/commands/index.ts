import type { Command } from 'commander';
import type { CommandContext } from '../context.js';

/** Adds a command's arguments, flags and action to its place in the program. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

export interface CommandSpec {
  readonly name: string;
  readonly summary: { readonly text: string; readonly hidden?: true };
  readonly load: () => Promise<DefineCommand>;
  /** Its results or lists can be printed as rows: `-o rows|csv|markdown`. */
  readonly printsRows?: true;
}

/** Every command; their code is loaded only when one was chosen. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'invoke',
    summary: { text: 'run a capability through the firewall' },
    load: async () => (await import('./invoke.js')).defineInvoke,
    printsRows: true,
  },
  {
    name: 'expand',
    summary: { text: 'page the stored result of a handle' },
    load: async () => (await import('./expand.js')).defineExpand,
    printsRows: true,
  },
  {
    name: 'ui',
    summary: { text: 'browse capabilities, sessions, handles and traces on the terminal' },
    load: async () => (await import('./ui.js')).defineUi,
  },
  {
    name: 'pipe',
    summary: { text: 'send standard input through the firewall' },
    load: async () => (await import('./pipe.js')).definePipe,
    printsRows: true,
  },
  {
    name: 'exec',
    summary: { text: 'run a command and send its output through the firewall' },
    load: async () => (await import('./exec.js')).defineExec,
    printsRows: true,
  },
  {
    name: 'capabilities',
    summary: { text: 'list, show and search what can be invoked' },
    load: async () => (await import('./capabilities.js')).defineCapabilities,
    printsRows: true,
  },
  {
    name: 'handles',
    summary: { text: 'list, show and remove stored results' },
    load: async () => (await import('./handles.js')).defineHandles,
    printsRows: true,
  },
  {
    name: 'explain',
    summary: { text: 'tell what happened in an action, or what a capability would need' },
    load: async () => (await import('./explain.js')).defineExplain,
  },
  {
    name: 'audit',
    summary: { text: 'list, show, verify and export traces' },
    load: async () => (await import('./audit.js')).defineAudit,
    printsRows: true,
  },
  {
    name: 'store',
    summary: { text: 'tell of the store, bring it up to date, copy it' },
    load: async () => (await import('./store.js')).defineStore,
  },
  {
    name: 'grant',
    summary: { text: 'ask the policy for a capability token' },
    load: async () => (await import('./grant.js')).defineGrant,
  },
  {
    name: 'revoke',
    summary: { text: 'revoke a grant, or all grants of a principal' },
    load: async () => (await import('./revoke.js')).defineRevoke,
  },
  {
    name: 'token',
    summary: { text: 'inspect or narrow a capability token' },
    load: async () => (await import('./token.js')).defineToken,
  },
  {
    name: 'session',
    summary: { text: 'make, list, show and remove sessions' },
    load: async () => (await import('./session.js')).defineSession,
    printsRows: true,
  },
  {
    name: 'agents',
    summary: { text: 'list, show and check the agents of the config' },
    load: async () => (await import('./agents.js')).defineAgents,
    printsRows: true,
  },
  {
    name: 'redact',
    summary: { text: 'replace secrets and personal data in a file or standard input' },
    load: async () => (await import('./redact.js')).defineRedact,
  },
  {
    name: 'restore',
    summary: { text: 'put values back in the place of placeholders, from the map of a redaction' },
    load: async () => (await import('./restore.js')).defineRestore,
  },
  {
    name: 'detectors',
    summary: { text: 'list the detectors, and test a text with them' },
    load: async () => (await import('./detectors.js')).defineDetectors,
    printsRows: true,
  },
  {
    name: 'config',
    summary: { text: 'show, check and begin a config' },
    load: async () => (await import('./config.js')).defineConfig,
  },
  {
    name: 'hook',
    summary: { text: 'what an agent host runs before and after its tools: one JSON object in, one out' },
    // Hosts wait for it at every tool.
    load: async () => (await import('./hook.js')).defineHook,
  },
  {
    name: 'serve',
    summary: { text: 'serve capabilities, runs, sessions and agents over HTTP' },
    load: async () => (await import('./serve.js')).defineServe,
  },
  {
    name: 'mcp',
    summary: { text: 'list MCP servers and their tools, and confirm what they say of themselves' },
    load: async () => (await import('./mcp.js')).defineMcp,
  },
  {
    name: 'import',
    summary: { text: 'turn API descriptions into capabilities' },
    load: async () => (await import('./import.js')).defineImport,
  },
  {
    name: 'install',
    summary: { text: 'put akernel in front of the tools of an agent host' },
    load: async () => (await import('./install.js')).defineInstall,
  },
  {
    name: 'uninstall',
    summary: { text: 'take akernel out of a host, and put everything back' },
    load: async () => (await import('./uninstall.js')).defineUninstall,
  },
  {
    name: 'receipts',
    summary: { text: 'what akernel kept out of the calls of agent hosts, and what it cost' },
    load: async () => (await import('./receipts.js')).defineReceipts,
    printsRows: true,
  },
  {
    name: 'run',
    summary: { text: 'send a message to an agent and follow its run' },
    load: async () => (await import('./run.js')).defineRun,
  },
  {
    name: 'chat',
    summary: { text: 'talk with an agent' },
    load: async () => (await import('./chat.js')).defineChat,
  },
  {
    name: 'demo-model',
    summary: { text: 'be a scripted model on this machine, to try agents without a key' },
    load: async () => (await import('./demo-model.js')).defineDemoModel,
  },
  {
    name: 'doctor',
    summary: { text: 'check that akernel can work here' },
    load: async () => (await import('./doctor.js')).defineDoctor,
    printsRows: true,
  },
  {
    name: 'help',
    summary: { text: 'print a page about a topic, or the help of a command' },
    load: async () => (await import('./help.js')).defineHelp,
  },
  {
    name: 'completion',
    summary: { text: 'print a completion script for a shell' },
    load: async () => (await import('./completion.js')).defineCompletion,
  },
  {
    name: '__complete',
    summary: { text: 'print the words that can follow', hidden: true },
    load: async () => (await import('./complete.js')).defineCompleteWords,
  },
  {
    name: '__man',
    summary: { text: 'print the page for man', hidden: true },
    load: async () => (await import('./man.js')).defineMan,
  },
];
