import type { Capability, DriverBinding } from '../contract/capability.js';
import { type RedactionOptions, redactText } from '../firewall/redactor.js';

/**
 * A capability as anybody may see it: its texts, which may come from a server, have passed the redactor, and the
 * options of its drivers, which may hold credentials, are left out.
 */
export function shownCapability(capability: Capability, redaction: RedactionOptions): Capability {
  const { name, description, driver, fallbacks } = capability;
  return {
    ...capability,
    name: redactText(name, redaction).text,
    description: redactText(description, redaction).text,
    driver: shownBinding(driver),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map(shownBinding) }),
  };
}

function shownBinding({ driver_id, operation }: DriverBinding): DriverBinding {
  return { driver_id, operation };
}
