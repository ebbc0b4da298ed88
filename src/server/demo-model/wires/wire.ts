import * as z from 'zod';
import type { DemoAnswer, DemoMessage, DemoRequest } from '../demo-turn.js';

/** How one provider is spoken to. */
export interface DemoWire {
  readonly path: string;
  /** Throws a ZodError for a body that is not of this wire. */
  readonly read: (body: unknown) => DemoRequest;
  readonly streamType: string;
  /** The answer in the pieces that are sent one after the other. */
  readonly pieces: (answer: DemoAnswer) => readonly string[];
  readonly whole: (answer: DemoAnswer) => unknown;
  readonly failure: (failure: { readonly status: number; readonly message: string }) => unknown;
}

const textPart = z.looseObject({ text: z.string().optional(), content: z.unknown().optional() });

/** A content is a text, or a list of parts of which the texts count. */
export const content = z
  .union([z.string(), z.array(textPart), z.null()])
  .optional()
  .transform((value) => textOf(value));

function textOf(value: unknown): string {
  if (typeof value === 'string') {
    return value;
  }
  const parts = z.array(textPart).safeParse(value);
  return parts.success ? parts.data.map(({ text, content: inner }) => text ?? textOf(inner)).join('\n') : '';
}

/** A tool as Chat Completions and Ollama tell of it. */
export const functionTool = z
  .looseObject({
    function: z.looseObject({
      name: z.string(),
      description: z.string().default(''),
      parameters: z.record(z.string(), z.unknown()).default({}),
    }),
  })
  .transform(({ function: { name, description, parameters } }) => ({ name, description, parameters }));

const ROLES: Readonly<Record<string, DemoMessage['role']>> = {
  system: 'system',
  developer: 'system',
  assistant: 'assistant',
  tool: 'tool',
  function: 'tool',
};

export function roleOf(name: string): DemoMessage['role'] {
  return ROLES[name] ?? 'user';
}

export function event(data: unknown, name?: string): string {
  return `${name === undefined ? '' : `event: ${name}\n`}data: ${JSON.stringify(data)}\n\n`;
}

/** What providers take arguments for that are no object: a text. */
export function inputOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
