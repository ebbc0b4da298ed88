import * as z from 'zod';
import { KernelError } from '../contract/errors.js';
import { jsonValue, text } from '../contract/library-schemas/parts.js';
import { redactionMembers } from '../contract/redaction-schema.js';
import { createRedactor, type RedactedText, redactText } from '../firewall/find/redactor.js';
import { createKnownValues } from '../firewall/own-detectors/known-values.js';
import { createValueRedactor } from '../firewall/rows/redact-value.js';
import { chooseRedaction } from '../firewall/settings/redaction-choice.js';
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
    let hasEnded = false;
    const refuseMore = (place: string): void => {
      if (hasEnded) {
        throw new KernelError('USAGE', `${place}: the text has ended`, { hint: 'start a run for each text' });
      }
    };
    return {
      push(piece) {
        checkGiven(text, piece, 'push');
        refuseMore('push');
        return counted(redactor.push(piece));
      },
      end() {
        refuseMore('end');
        hasEnded = true;
        return counted(redactor.end());
      },
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
