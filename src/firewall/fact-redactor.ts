import type { Value } from '../contract/row.js';
import { setMember } from '../streams/members.js';
import { createValueRedactor } from './redact-value.js';
import { type RedactionOptions, redactText } from './redactor.js';

/** Redacts what a fact shows: a text alone, or a value together with the name of its field. */
export function createFactRedactor(options: RedactionOptions): (text: string, fieldName?: string) => string {
  const redactValue = createValueRedactor(options);
  return (text, fieldName) => {
    if (fieldName === undefined) {
      return redactText(text, options).text;
    }
    const row: Record<string, Value> = {};
    setMember(row, fieldName, text);
    const { value } = redactValue(row);
    const [redacted] = value !== null && typeof value === 'object' ? Object.values(value) : [];
    return typeof redacted === 'string' ? redacted : text;
  };
}
