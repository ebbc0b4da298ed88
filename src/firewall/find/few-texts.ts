import { type RedactionOptions, redactText, type TextRedactor } from './redactor.js';

/** Redacts texts of which there are only a few: most are short, and what they need was made before, for others. */
export function createFewTextsRedactor(options: RedactionOptions): TextRedactor {
  return (text) => {
    const redacted = redactText(text, options);
    return redacted.replacements.length === 0 ? undefined : redacted;
  };
}
