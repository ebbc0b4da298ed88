import * as z from 'zod';
import { unlikeKinds, unlikeMessage } from './allowed-kinds.js';
import { isOwnMistake, readOwnDetector } from './own-detector.js';
import { compilePattern } from './pattern.js';
import { CHECKSUMS, DEFAULT_PACKS, type DETECTOR_GROUPS, DETECTOR_PACKS } from './redaction.js';

const LONGEST_VALUE = 512;
const text = z.string().min(1).max(LONGEST_VALUE);
const onOff = z.boolean().optional();

const groups = z.strictObject({
  secret: onOff,
  financial: onOff,
  personal: onOff,
  network: onOff,
  device: onOff,
  location: onOff,
} satisfies Record<Exclude<(typeof DETECTOR_GROUPS)[number], 'control'>, unknown>);

const ownDetector = z
  .strictObject({
    name: z.string().regex(/^[a-z][a-z0-9-]{0,49}$/, 'is not a name of small letters, digits and -'),
    type: z.string().regex(/^[a-z][a-z0-9_]{0,29}$/, 'is not a type of at most 30 small letters, digits and _'),
    pattern: z.string().min(1),
    keywords: z.array(z.string().min(1).max(40)).min(1).max(50).optional(),
    checksum: z.enum(CHECKSUMS).optional(),
  })
  .superRefine(({ name, type, pattern, keywords }, context) => {
    const read = readOwnDetector({ name, type, pattern, ...(keywords === undefined ? {} : { keywords }) });
    if (isOwnMistake(read)) {
      context.addIssue(mistake([read.member], read.message, read.hint));
    }
  });

const ownDetectors = z
  .array(ownDetector)
  .max(200)
  .superRefine((all, context) => {
    for (const [index, { name }] of all.entries()) {
      if (all.findIndex((other) => other.name === name) < index) {
        context.addIssue(mistake([index, 'name'], 'is the name of an earlier one', 'give each its own name'));
      }
    }
  });

const allowPattern = text.superRefine((pattern, context) => {
  const test = compilePattern(`^(?:${pattern})$`);
  if (test === undefined) {
    const hint = 'write a regular expression without references, look-ahead and look-behind';
    context.addIssue(mistake([], 'is no pattern that can be tested in linear time', hint));
    return;
  }
  const kinds = unlikeKinds(test);
  if (kinds.length > 0) {
    const { message, hint } = unlikeMessage(kinds);
    context.addIssue(mistake([], message, hint));
  }
});

const fieldName = z
  .string()
  .min(2)
  .max(80)
  .regex(/[\p{L}\p{N}]/u, 'has no letter or digit that a name could be known by');

/** Those that a config, a capability and a redactor of the library have. */
export const redactionMembers = {
  groups: groups.optional(),
  packs: z.array(z.enum(DETECTOR_PACKS)).optional(),
  detectors: z.record(z.string(), z.boolean()).optional(),
  sensitive_fields: z.array(fieldName).max(1000).optional(),
  own_detectors: ownDetectors.optional(),
  allow: z
    .strictObject({ values: z.array(text).max(10_000).optional(), patterns: z.array(allowPattern).max(100).optional() })
    .optional(),
};

/** The settings of redaction for all results. */
export const redactionSchema = z.strictObject({ pseudonyms: z.boolean().optional(), ...redactionMembers });

/** Those of one capability. */
export const capabilityRedactionSchema = z.strictObject(redactionMembers);

/** Reports what would show more of a sensitive result. */
export function refuseWeakening(
  { groups: switches = {}, detectors = {}, packs, allow }: z.output<typeof capabilityRedactionSchema>,
  sensitivity: string,
  context: z.RefinementCtx,
): void {
  const why = `can only be added to, because the sensitivity is ${sensitivity}`;
  const hint = 'remove it; redaction of PII, PCI and SECRETS cannot be switched off';
  const off = [...switchedOff('groups', switches), ...switchedOff('detectors', detectors)];
  const lacksPack = packs !== undefined && !DEFAULT_PACKS.every((pack) => packs.includes(pack));
  const paths = [...off, ...(lacksPack ? [['packs']] : []), ...(allow === undefined ? [] : [['allow']])];
  for (const path of paths) {
    const packHint = `name ${DEFAULT_PACKS.join(' and ')} too`;
    context.addIssue(mistake(['redaction', ...path], why, path[0] === 'packs' ? packHint : hint));
  }
}

function switchedOff(member: string, switches: Readonly<Record<string, boolean | undefined>>): readonly string[][] {
  return Object.entries(switches).flatMap(([name, on]) => (on === false ? [[member, name]] : []));
}

function mistake(path: (string | number)[], message: string, hint: string) {
  return { code: 'custom', path, message, params: { hint } } as const;
}
