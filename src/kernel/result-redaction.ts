import type { ResultOf } from '../firewall/redaction-plan.js';
import type { RedactionOptions } from '../firewall/redactor.js';
import type { KernelPorts } from './ports.js';

/** How a result is redacted when it comes, and in the same way when its handle is expanded. */
export function resultRedaction({ settings }: KernelPorts, result: ResultOf): RedactionOptions {
  return settings.redactionOf?.(result) ?? settings.redaction;
}
