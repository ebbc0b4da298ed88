import { KernelError } from '../contract/errors.js';
import { compilePattern, fitsEverything } from '../contract/pattern.js';
import type { RedactionSettings } from '../contract/redaction.js';
import { createAllowList } from './allow-list.js';

const LETTER_OR_DIGIT = /[\p{L}\p{N}]/u;

/**
 * Refuses settings that would do something else than they seem to: show everything, or hide nothing. A config was checked
 * before; a program's settings were not. What a handle keeps is of another time, and is not asked.
 */
export function refuseMeaningless({ allow = {}, sensitive_fields: fields = [] }: RedactionSettings): void {
  createAllowList(allow);
  const everything = allow.patterns?.find((pattern) => {
    const test = compilePattern(`^(?:${pattern})$`);
    return test !== undefined && fitsEverything(test);
  });
  if (everything !== undefined) {
    throw new KernelError(
      'CONFIG_INVALID',
      `redaction.allow.patterns: ${JSON.stringify(everything)} allows everything`,
      {
        hint: 'describe the values that may be seen; groups and detectors can be switched off by their names',
      },
    );
  }
  const nameless = fields.find((name) => !LETTER_OR_DIGIT.test(name));
  if (nameless !== undefined) {
    throw new KernelError(
      'CONFIG_INVALID',
      `redaction.sensitive_fields: ${JSON.stringify(nameless)} has no letter or digit that a name could be known by`,
      { hint: 'give the name of the field as it stands in rows' },
    );
  }
}
