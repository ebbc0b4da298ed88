import type { Config } from '../config/config.js';
import type { DetectorInfo } from '../contract/redaction.js';
import { type RedactBytesOptions, type RedactedPiece, redactBytes } from '../firewall/find/redact-bytes.js';
import { redactText } from '../firewall/find/redactor.js';
import { createKnownValues } from '../firewall/own-detectors/known-values.js';
import { detectorNames } from '../firewall/settings/detector-switches.js';
import { chooseRedaction, describeDetectors } from '../firewall/settings/redaction-choice.js';
import { loadKeys } from '../stores/keys.js';
import { derive } from './system.js';

/** The redactor alone, under the settings of a config. */
export interface Redaction {
  readonly detectors: readonly DetectorInfo[];
  readonly redact: (
    source: AsyncIterable<Uint8Array>,
    how: Pick<RedactBytesOptions, 'isLocated' | 'onInvalid' | 'name'>,
  ) => AsyncIterable<RedactedPiece>;
}

/** Needs no state directory, unless the settings ask for pseudonyms: these depend on its key. */
export async function openRedaction({
  config,
  env,
}: {
  readonly config: Config;
  readonly env: NodeJS.ProcessEnv;
}): Promise<Redaction> {
  const { pseudonyms, ...settings } = config.redaction;
  const chosen = chooseRedaction(settings, createKnownValues(config.secrets ?? []));
  const keys = pseudonyms ? await loadKeys({ directory: config.store.directory, env }) : undefined;
  const pseudonymKey = keys === undefined ? {} : { pseudonymKey: derive(keys.storeKey, 'pseudonyms') };
  return {
    detectors: describeDetectors(settings),
    redact: (source, how) => redactBytes(source, { ...chosen, ...pseudonymKey, ...how }),
  };
}

export { detectorNames };

/** A text of our own making that may repeat what somebody typed. */
export function redact(text: string): string {
  return redactText(text).text;
}
