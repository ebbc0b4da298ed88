import * as z from 'zod';
import { jsonValue, text } from '../contract/library-schemas/parts.js';
import { redactionMembers } from '../contract/redaction-schema.js';
import { createKnownValues } from '../firewall/own-detectors/known-values.js';
import { createValueRedactor } from '../firewall/redact-value.js';
import { chooseRedaction } from '../firewall/redaction-choice.js';
import { createRedactor, type RedactedText, redactText } from '../firewall/redactor.js';
import { checkGiven } from './check-given.js';
import { createNodeTransform, createTransformStream } from './redactor-streams.js';
import type { RedactedString, RedactorOptions, RedactorRun, TextRedactor } from './text-redactor.js';

const optionsSchema = z.strictObject({ ...redactionMembers, secrets: z.array(text).optional() });

/** A redactor that checks what it is given. */
export function checkedRedactor(given: RedactorOptions): TextRedactor {
  checkGiven(optionsSchema, given, 'createRedactor');
  const { secrets = [], ...settings } = given;
  const options = chooseRedaction(settings, createKnownValues(secrets));
  const redactValue = createValueRedactor(options);
  const startRun = (): RedactorRun => {
    const redactor = createRedactor(options);
    return {
      push: (piece) => counted(redactor.push(checkGiven(text, piece, 'push'))),
      end: () => counted(redactor.end()),
    };
  };
  return {
    redactText: (given) => counted(redactText(checkGiven(text, given, 'redactText'), options)),
    redactRow(given) {
      checkGiven(jsonValue, given, 'redactRow');
      const { value, counts } = redactValue(given);
      return { row: value, redactions: Object.fromEntries(counts) };
    },
    startRun,
    transformStream: () => createTransformStream(startRun()),
    nodeTransform: () => createNodeTransform(startRun()),
  };
}

function counted({ text: redacted, replacements }: RedactedText): RedactedString {
  const redactions: Record<string, number> = {};
  for (const { type } of replacements) {
    redactions[type] = (redactions[type] ?? 0) + 1;
  }
  return { text: redacted, redactions };
}
