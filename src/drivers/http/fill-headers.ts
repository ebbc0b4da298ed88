import { isSecretHeader, mayBeSet } from '../../contract/driver-options/http-headers.js';
import { KernelError } from '../../contract/errors.js';
import { type Arguments, fillText } from './fill-text.js';

/** The headers by lower-case name; one whose argument is absent is left out. */
export function fillHeaders(templates: Readonly<Record<string, string>>, args: Arguments): Record<string, string> {
  const headers: Record<string, string> = {};
  for (const [name, template] of Object.entries(templates)) {
    const text = isSecretHeader(name) ? template : fillText(template, args);
    if (text !== undefined && mayBeSet(name)) {
      headers[name.toLowerCase()] = checked(name, text);
    }
  }
  return headers;
}

function checked(name: string, text: string): string {
  if (!/^[\t\x20-\x7e\x80-\xff]*$/.test(text)) {
    throw new KernelError('USAGE', `the header ${name} would get a line break or a character that no header may have`);
  }
  return text.replace(/^[ \t]+|[ \t]+$/g, '');
}
