import { unlikeKinds, unlikeMessage } from '../../contract/allowed-kinds.js';
import { KernelError } from '../../contract/errors.js';
import { compilePattern } from '../../contract/pattern.js';
import type { RedactionSettings } from '../../contract/redaction.js';
import { letterPattern } from '../pattern/letter-pattern.js';
import { createAllowList } from './allow-list.js';

const LETTER_OR_DIGIT = letterPattern(String.raw`[\p{L}\p{N}]`);

/**
 * Refuses settings that would do something else than they seem to: show everything, or hide nothing. A config was checked
 * before; a program's settings were not. What a handle keeps is of another time, and is not asked.
 */
export function refuseMeaningless({ allow = {}, sensitive_fields: fields = [] }: RedactionSettings): void {
  createAllowList(allow);
  for (const pattern of allow.patterns ?? []) {
    const test = compilePattern(`^(?:${pattern})$`);
    const kinds = test === undefined ? [] : unlikeKinds(test);
    if (kinds.length > 0) {
      const { message, hint } = unlikeMessage(kinds);
      throw new KernelError('CONFIG_INVALID', `redaction.allow.patterns: ${JSON.stringify(pattern)} ${message}`, {
        hint,
      });
    }
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
