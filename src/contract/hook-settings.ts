import { DETECTOR_GROUPS, DETECTOR_PACKS, type RedactionSettings } from './redaction.js';

export const HOOK_PROFILES = ['coding', 'personal', 'strict'] as const;

export type HookProfile = (typeof HOOK_PROFILES)[number];

/** How hooks treat the tools and commands of an agent host. */
export interface HookSettings {
  readonly profile: HookProfile;
  /** Model tokens that one tool's output may take. */
  readonly budget: number;
  /** Commands are run by `akernel exec`, where the host lets a hook rewrite them. */
  readonly wrap: boolean;
  /** The true values are put back where placeholders are written into the file they came from. */
  readonly restore: boolean;
}

/** The budget is proven by bytes alone for most outputs, so that no tokenizer has to be loaded for them. */
export const DEFAULT_HOOKS: HookSettings = { profile: 'coding', budget: 4000, wrap: false, restore: false };

/**
 * What each profile adds to the settings of redaction. Code is full of names and addresses of people, so the first hides
 * secrets only.
 */
export const PROFILE_REDACTION: Readonly<Record<HookProfile, RedactionSettings>> = {
  coding: { groups: { financial: false, personal: false } },
  personal: {},
  strict: { groups: Object.fromEntries(DETECTOR_GROUPS.map((group) => [group, true])), packs: DETECTOR_PACKS },
};

/** Under these ids the kernel does the work of hooks; nobody else can invoke them. */
export const HOOK_ACTS = {
  output: 'hook.tool_output',
  command: 'hook.run_command',
  restore: 'hook.restore_values',
} as const;
