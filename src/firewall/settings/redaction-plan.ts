import type { Capability } from '../../contract/capability.js';
import type { KeptRedaction, RedactionSettings } from '../../contract/redaction.js';
import type { RedactionOptions } from '../find/redactor.js';
import { createKnownValues } from '../own-detectors/known-values.js';
import { chooseStrictest, withKnownDetectors } from './redaction-choice.js';
import { ALL_ON, addedTogether, joinSettings } from './redaction-settings.js';
import { refuseMeaningless } from './refuse-meaningless.js';

export interface RedactionPlanOptions {
  readonly settings: RedactionSettings;
  readonly capabilities: readonly Pick<Capability, 'capability_id' | 'sensitivity' | 'redaction'>[];
  /** Ids that are registered nowhere and have no settings of their own. */
  readonly ownActs: readonly string[];
  readonly pseudonymKey?: Uint8Array;
  /** Hidden wherever they stand, whatever the settings say. Handles keep nothing of them. */
  readonly secrets?: readonly string[];
}

/** Whose result it is: a capability or the handle of its result. */
export interface ResultOf {
  readonly capability_id: string;
  readonly sensitivity: string;
  /** What a handle keeps of the settings of its time; older handles have none. */
  readonly kept_redaction?: KeptRedaction;
}

/** How the results of each capability are redacted, at once and when they are read again later. */
export interface RedactionPlan {
  readonly of: (result: ResultOf) => RedactionOptions;
  /** What a handle is to keep: the settings under which its result comes. */
  readonly toKeep: (result: ResultOf) => KeptRedaction;
  /** For traces and errors, which may hold anything: all that is hidden anywhere, and nothing is allowed. */
  readonly strictest: RedactionOptions;
}

const MOST_REMEMBERED = 256;

/**
 * A capability's own settings come on top of those for all. Of results that are PII, PCI or SECRETS nothing that is
 * hidden by default is shown, whatever any settings say: there settings only add. A capability that is gone can have
 * asked for anything, and its results have the strictest. What a handle keeps is hidden as well as what is hidden today.
 */
export function createRedactionPlan(options: RedactionPlanOptions): RedactionPlan {
  const { settings, capabilities, ownActs, pseudonymKey, secrets = [] } = options;
  for (const each of [settings, ...capabilities.map(({ redaction = {} }) => redaction)]) {
    refuseMeaningless(each);
  }
  const secret = createKnownValues(secrets);
  const known = new Map<string, { readonly sensitivity: string; readonly redaction: RedactionSettings }>([
    ...ownActs.map((id) => [id, { sensitivity: 'NONE', redaction: {} }] as const),
    ...capabilities.map(
      ({ capability_id: id, sensitivity, redaction = {} }) => [id, { sensitivity, redaction }] as const,
    ),
  ]);
  // Handles bring settings of other times.
  const made = new Map<string, RedactionOptions>();
  const optionsFor = (all: readonly RedactionSettings[]): RedactionOptions => {
    const texts = [...new Set(all.map((chosen) => JSON.stringify(chosen)))];
    const key = texts.join('\n');
    const options =
      made.get(key) ?? withKey(chooseStrictest(texts.length === 1 ? all.slice(0, 1) : all, secret), pseudonymKey);
    if (made.size >= MOST_REMEMBERED) {
      made.clear();
    }
    made.set(key, options);
    return options;
  };
  const strictest = addedTogether([settings, ...[...known.values()].map(({ redaction }) => redaction)]);
  const settingsOf = ({ capability_id: id, sensitivity }: ResultOf): RedactionSettings => {
    const capability = known.get(id);
    if (capability === undefined) {
      return strictest;
    }
    const isPlain = sensitivity === 'NONE' && capability.sensitivity === 'NONE';
    return (isPlain ? joinSettings : addedBoth)(settings, capability.redaction);
  };
  return {
    of: (result) =>
      optionsFor(
        result.kept_redaction === undefined
          ? [settingsOf(result)]
          : [settingsOf(result), settingsKept(result.kept_redaction)],
      ),
    toKeep: (result) => ({ version: 1, settings: settingsOf(result) }),
    strictest: optionsFor([strictest]),
  };
}

/** Two kept settings as one that hides what either hides. */
export function joinKept(first: KeptRedaction, second: KeptRedaction): KeptRedaction {
  return JSON.stringify(first) === JSON.stringify(second)
    ? first
    : { version: 1, settings: addedTogether([settingsKept(first), settingsKept(second)]) };
}

function addedBoth(first: RedactionSettings, second: RedactionSettings): RedactionSettings {
  return addedTogether([first, second]);
}

/** What another version has written may ask for anything. */
function settingsKept({ version, settings }: KeptRedaction): RedactionSettings {
  return version === 1 ? withKnownDetectors(settings) : ALL_ON;
}

function withKey(options: RedactionOptions, pseudonymKey: Uint8Array | undefined): RedactionOptions {
  return pseudonymKey === undefined ? options : { ...options, pseudonymKey };
}
