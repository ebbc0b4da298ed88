import type { Capability, DriverBinding } from '../contract/capability.js';
import { type RedactionOptions, redactText } from '../firewall/find/redactor.js';
import { setMember } from '../streams/members.js';
import { isJsonObject } from './json-values.js';

/** No schema of a reasonable tool is deeper. */
const MAX_DEPTH = 64;

/**
 * A capability as anybody may see it: its texts, which may come from a server, have passed the redactor, those within
 * its `params` too, and the options of its drivers, which may hold credentials, are left out.
 */
export function shownCapability(capability: Capability, redaction: RedactionOptions): Capability {
  const { name, description, params, driver, fallbacks } = capability;
  return {
    ...capability,
    name: redactText(name, redaction).text,
    description: redactText(description, redaction).text,
    params: shownMembers(params, redaction),
    driver: shownBinding(driver),
    ...(fallbacks === undefined ? {} : { fallbacks: fallbacks.map(shownBinding) }),
  };
}

function shownBinding({ driver_id, operation }: DriverBinding): DriverBinding {
  return { driver_id, operation };
}

/**
 * Text by text: in a schema a member is named after an argument, such as `password`, and describes it. Names that hold no
 * secret themselves stay, or nobody could give the argument.
 */
export function shownMembers(
  members: Readonly<Record<string, unknown>>,
  redaction: RedactionOptions,
  depth = 0,
): Record<string, unknown> {
  const shown: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(members)) {
    setMember(shown, redactText(name, redaction).text, shownPart(value, redaction, depth + 1));
  }
  return shown;
}

function shownPart(value: unknown, redaction: RedactionOptions, depth: number): unknown {
  if (typeof value === 'string') {
    return redactText(value, redaction).text;
  }
  if (!isJsonObject(value) && !Array.isArray(value)) {
    return value;
  }
  if (depth > MAX_DEPTH) {
    return {};
  }
  return Array.isArray(value)
    ? value.map((item: unknown) => shownPart(item, redaction, depth + 1))
    : shownMembers(value, redaction, depth);
}
