import type { Capability } from '../contract/capability.js';
import type { RedactionSettings } from '../contract/redaction.js';
import { addedTogether, chooseRedaction, joinSettings } from './redaction-choice.js';
import type { RedactionOptions } from './redactor.js';

export interface RedactionPlanOptions {
  readonly settings: RedactionSettings;
  readonly capabilities: readonly Capability[];
  /** Ids that are registered nowhere and have no settings of their own. */
  readonly ownActs: readonly string[];
  readonly pseudonymKey?: Uint8Array;
}

/** Whose result it is: a capability or the handle of its result. */
export interface ResultOf {
  readonly capability_id: string;
  readonly sensitivity: string;
}

/** How the results of each capability are redacted, at once and when they are read again later. */
export interface RedactionPlan {
  readonly of: (result: ResultOf) => RedactionOptions;
  /** For traces and errors, which may hold anything: all that is hidden anywhere, and nothing is allowed. */
  readonly strictest: RedactionOptions;
}

/**
 * A capability's own settings come on top of those for all. Of results that are PII, PCI or SECRETS nothing that is
 * hidden by default is shown, whatever any settings say: there settings only add. A capability that is gone can have
 * asked for anything, and its results have the strictest.
 */
export function createRedactionPlan(options: RedactionPlanOptions): RedactionPlan {
  const { settings, capabilities, ownActs, pseudonymKey } = options;
  const own = new Map<string, RedactionSettings>([
    ...ownActs.map((id) => [id, {}] as const),
    ...capabilities.map(({ capability_id: id, redaction = {} }) => [id, redaction] as const),
  ]);
  const made = new Map<string, RedactionOptions>();
  const optionsFor = (chosen: RedactionSettings): RedactionOptions => {
    const key = JSON.stringify(chosen);
    const known = made.get(key) ?? withKey(chooseRedaction(chosen), pseudonymKey);
    made.set(key, known);
    return known;
  };
  const strictest = optionsFor(addedTogether([settings, ...own.values()]));
  return {
    of: ({ capability_id: id, sensitivity }) => {
      const more = own.get(id);
      if (more === undefined) {
        return strictest;
      }
      return optionsFor(sensitivity === 'NONE' ? joinSettings(settings, more) : addedTogether([settings, more]));
    },
    strictest,
  };
}

function withKey(options: RedactionOptions, pseudonymKey: Uint8Array | undefined): RedactionOptions {
  return pseudonymKey === undefined ? options : { ...options, pseudonymKey };
}
