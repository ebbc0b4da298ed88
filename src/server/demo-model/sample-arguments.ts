import * as z from 'zod';

const memberSchema = z.looseObject({
  type: z.union([z.string(), z.array(z.string())]).optional(),
  default: z.unknown().optional(),
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
});

type Member = z.infer<typeof memberSchema>;

const schemaSchema = z.looseObject({
  properties: z.record(z.string(), memberSchema).default({}),
  required: z.array(z.string()).default([]),
});

/**
 * Arguments that fit a JSON Schema: what it requires, with its defaults or small values. The first number of the message
 * goes to the first whole number there is, and what looks like a file or stands in quotes to a required text.
 */
export function sampleArguments(schema: unknown, message: string): Readonly<Record<string, unknown>> {
  const parsed = schemaSchema.safeParse(schema);
  if (!parsed.success) {
    return {};
  }
  const { properties, required } = parsed.data;
  const counted = Object.entries(properties).find(([, member]) => typeOf(member) === 'integer');
  const given = numberIn(message);
  const number = counted === undefined || given === undefined ? {} : { [counted[0]]: within(counted[1], given) };
  const needed = required.map((name) => [name, sampleValue(properties[name] ?? {}, message)]);
  return { ...Object.fromEntries(needed), ...number };
}

function numberIn(message: string): number | undefined {
  const [digits] = /(?<![\w.-])\d{1,9}(?![\w.-])/.exec(message) ?? [];
  return digits === undefined ? undefined : Number(digits);
}

function within({ minimum = 0, maximum = Number.MAX_SAFE_INTEGER }: Member, value: number): number {
  return Math.min(Math.max(value, minimum), maximum);
}

function typeOf({ type }: Member): string {
  return typeof type === 'string' ? type : (type?.[0] ?? 'string');
}

function sampleValue(member: Member, message: string): unknown {
  if (member.const !== undefined) {
    return member.const;
  }
  if (member.default !== undefined) {
    return member.default;
  }
  return member.enum?.[0] ?? smallValue(member, message);
}

function smallValue(member: Member, message: string): unknown {
  switch (typeOf(member)) {
    case 'integer':
    case 'number':
      return within(member, 1);
    case 'boolean':
      return false;
    case 'array':
      return [];
    case 'object':
      return {};
    case 'null':
      return null;
    default:
      return textIn(message);
  }
}

function textIn(message: string): string {
  const [, quoted] = /["'`“]([^"'`”]{1,200})["'`”]/.exec(message) ?? [];
  const [path] = /(?:[\w.-]*\/)+[\w.-]*\w|\b[\w-]+\.[a-z]\w{0,4}\b/i.exec(message) ?? [];
  return quoted ?? path ?? 'demo';
}
