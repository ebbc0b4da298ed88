import type { HandleRecord } from '../contract/handle.js';
import type { KeptRedaction } from '../contract/redaction.js';
import type { RedactionOptions } from '../firewall/find/redactor.js';
import { joinKept, type ResultOf } from '../firewall/settings/redaction-plan.js';
import type { KernelPorts } from './ports.js';

/** How a result is redacted when it comes, and in the same way when its handle is expanded. */
export function resultRedaction({ settings }: KernelPorts, result: ResultOf): RedactionOptions {
  return settings.redactionOf?.(result) ?? settings.redaction;
}

const SENSITIVITIES = ['NONE', 'PII', 'PCI', 'SECRETS'];

/**
 * A result into which stored ones may have been put: it is as sensitive as they are, and what was hidden in them, or
 * would be hidden today, is hidden in it.
 */
export function resultWith(
  { settings }: KernelPorts,
  { capability_id, sensitivity }: ResultOf,
  sources: readonly HandleRecord[],
): ResultOf {
  const highest = [sensitivity, ...sources.map((source) => source.sensitivity)].reduce(moreSensitive);
  const kept = sources
    .flatMap((source) => [source.kept_redaction, settings.redactionToKeep?.(source)])
    .filter((each) => each !== undefined);
  return {
    capability_id,
    sensitivity: highest,
    ...(kept.length === 0 ? {} : { kept_redaction: kept.reduce(joinKept) }),
  };
}

function moreSensitive(first: string, second: string): string {
  return SENSITIVITIES.indexOf(second) > SENSITIVITIES.indexOf(first) ? second : first;
}

/** What the handle of a result keeps: its own settings, and those that came with stored values. */
export function redactionToKeep({ settings }: KernelPorts, result: ResultOf): KeptRedaction | undefined {
  const own = settings.redactionToKeep?.(result);
  const { kept_redaction: brought } = result;
  return own === undefined || brought === undefined ? (own ?? brought) : joinKept(own, brought);
}
