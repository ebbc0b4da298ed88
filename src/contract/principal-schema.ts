import * as z from 'zod';

const name = z.string().min(1).max(200);

export const rolesSchema = z.array(name);
export const attributesSchema = z.record(name, z.string());

/** Somebody of whom nothing else is said has no roles and no attributes. */
export const principalSchema = z.strictObject({
  principal_id: name,
  roles: rolesSchema.default([]),
  attributes: attributesSchema.default({}),
});
