import type { Capability } from '../../contract/capability.js';
import type { PolicyDecision } from '../../contract/grant.js';
import { terminalSafeJson, terminalSafeLine } from '../../contract/terminal-safe.js';
import type { CapabilityOrigin } from '../capability-origin.js';
import { decisionText } from './plan-text.js';
import type { Style } from './style.js';

/** A capability with what one needs to know before calling it. */
export interface ShownCapability extends Capability {
  /** A command line that calls it. */
  readonly example: string;
  /** What a grant for this principal would be answered. */
  readonly policy: PolicyDecision;
  readonly origin: CapabilityOrigin;
}

export function capabilityText(capability: ShownCapability, style: Style): string {
  const { capability_id: id, name, description, safety_class: safety, sensitivity, tags, driver } = capability;
  const fields = capability.allowed_fields;
  const lines = [
    `${style.strong(terminalSafeLine(id))}  ${terminalSafeLine(name)}`,
    ...(description === '' ? [] : [terminalSafeLine(description)]),
    terminalSafeLine(`${safety}, sensitivity ${sensitivity}, driver ${driver.driver_id} ${driver.operation}`),
    terminalSafeLine(`from ${originText(capability.origin)}`),
    ...(tags.length === 0 ? [] : [terminalSafeLine(`tags: ${tags.join(', ')}`)]),
    ...(fields === undefined ? [] : [terminalSafeLine(`fields: ${fields.join(', ')}`)]),
    ...(capability.accepts_handles === true ? ['takes stored results as arguments: --args-from'] : []),
    style.strong('arguments'),
    terminalSafeJson(JSON.stringify(capability.params, undefined, 2)),
    style.strong('example'),
    terminalSafeLine(capability.example),
    style.strong('policy'),
  ];
  return `${lines.join('\n')}\n${decisionText(capability.policy, style)}`;
}

function originText({ source, name }: CapabilityOrigin): string {
  switch (source) {
    case 'built-in':
      return 'akernel itself';
    case 'config':
      return name ?? 'the config';
    case 'server':
      return `the MCP server ${name ?? ''}`;
  }
}
