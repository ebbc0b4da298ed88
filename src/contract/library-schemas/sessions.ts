import * as z from 'zod';
import { principalSchema } from '../principal-schema.js';
import type { NewSession } from '../session.js';
import { MODEL_MESSAGES_SCHEMA } from './model.js';
import { count, jsonValue, limitFrom, name, type SchemasOf, signal, text } from './parts.js';

const newSession = {
  total: count.optional(),
  agent: name.optional(),
  parent_id: name.optional(),
} satisfies SchemasOf<NewSession>;

const ownSession = { sessionId: name, principal: principalSchema };

/** The functions of `kernel.sessions`, by their names. */
export const SESSION_SCHEMAS = {
  'sessions.create': z.strictObject({ principal: principalSchema, ...newSession }),
  'sessions.get': z.strictObject(ownSession),
  'sessions.list': z.strictObject({ principal: principalSchema }),
  'sessions.remove': z.strictObject(ownSession),
  'sessions.open': z.strictObject({
    ...ownSession,
    options: z.strictObject({ signal: signal.optional() }).optional(),
  }),
  'sessions.open.recent': z.strictObject({ mostChars: limitFrom(0) }),
  'sessions.open.keep': z.strictObject({ messages: MODEL_MESSAGES_SCHEMA }),
  'sessions.history': z.strictObject({
    ...ownSession,
    options: z.strictObject({ newest: limitFrom(1).optional() }).optional(),
  }),
  'sessions.memory': z.strictObject(ownSession),
  'sessions.memory.key': z.strictObject({ key: text }),
  'sessions.memory.set': z.strictObject({ key: text, value: jsonValue }),
} as const satisfies Readonly<Record<string, z.ZodObject>>;
