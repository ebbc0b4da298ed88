import * as z from 'zod';
import { bindingSchema } from '../contract/capability-schema.js';
import { DRIVER_OPTIONS } from '../contract/driver-options/index.js';
import { ANY_OPERATION, type OperationOptions } from '../contract/driver-options/operation.js';
import { segmentsSchema } from '../contract/segments-schema.js';
import { configSchema } from './schema.js';
import { storeSchema } from './store-schema.js';

/** The JSON Schema of a config file, for editors; it knows the options of every driver. */
export function configJsonSchema(): object {
  return z.toJSONSchema(configSchema, {
    io: 'input',
    override: ({ zodSchema, jsonSchema }) => {
      if (zodSchema === storeSchema) {
        orAddress(jsonSchema, 'A PostgreSQL address, as url.');
      }
      if (zodSchema === segmentsSchema) {
        orAddress(jsonSchema, 'A bucket, s3://bucket/prefix, as url.');
      }
      if (zodSchema === bindingSchema) {
        jsonSchema.oneOf = Object.entries(DRIVER_OPTIONS).flatMap(([driverId, operations]) =>
          Object.entries(operations).map(([name, operation]) => bindingOf(driverId, name, operation)),
        );
      }
    },
  });
}

function orAddress(schema: z.core.JSONSchema.BaseSchema, description: string): void {
  const { ...section } = schema;
  clear(schema);
  schema.anyOf = [{ type: 'string', description }, section];
}

function clear(schema: z.core.JSONSchema.BaseSchema): void {
  for (const name of Object.keys(schema)) {
    delete schema[name];
  }
}

function bindingOf(driverId: string, operation: string, { options }: OperationOptions): z.core.JSONSchema.BaseSchema {
  const { $schema: _, ...schema } = z.toJSONSchema(options, { io: 'input' });
  return {
    properties: {
      driver_id: { const: driverId },
      operation: operation === ANY_OPERATION ? { type: 'string' } : { const: operation },
      options: schema,
    },
  };
}
