import type { Command } from 'commander';
import type { CommandContext } from '../context.js';

/** Adds a command's arguments, flags and action to its place in the program. */
export type DefineCommand = (command: Command, context: CommandContext) => void;

export interface CommandSpec {
  readonly name: string;
  readonly summary: { readonly text: string; readonly hidden?: true };
  readonly load: () => Promise<DefineCommand>;
}

/** Every command; its file is loaded only when it was chosen. */
export const COMMANDS: readonly CommandSpec[] = [
  {
    name: 'invoke',
    summary: { text: 'run a capability through the firewall' },
    load: async () => (await import('./invoke.js')).defineInvoke,
  },
  {
    name: 'expand',
    summary: { text: 'page the stored result of a handle' },
    load: async () => (await import('./expand.js')).defineExpand,
  },
  {
    name: 'pipe',
    summary: { text: 'send standard input through the firewall' },
    load: async () => (await import('./pipe.js')).definePipe,
  },
  {
    name: 'exec',
    summary: { text: 'run a command and send its output through the firewall' },
    load: async () => (await import('./exec.js')).defineExec,
  },
  {
    name: 'capabilities',
    summary: { text: 'list, show and search what can be invoked' },
    load: async () => (await import('./capabilities.js')).defineCapabilities,
  },
  {
    name: 'handles',
    summary: { text: 'list, show and remove stored results' },
    load: async () => (await import('./handles.js')).defineHandles,
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
  },
  {
    name: 'config',
    summary: { text: 'show, check and begin a config' },
    load: async () => (await import('./config.js')).defineConfig,
  },
  {
    name: 'doctor',
    summary: { text: 'check that akernel can work here' },
    load: async () => (await import('./doctor.js')).defineDoctor,
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
];
