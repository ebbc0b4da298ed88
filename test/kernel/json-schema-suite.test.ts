import { readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { isKernelError } from '../../src/contract/errors.js';
import { compileSchema } from '../../src/kernel/json-schema/compile.js';
import type { JsonObject } from '../../src/kernel/json-values.js';

/** The newest of the official JSON-Schema-Test-Suite that npm has: draft 4, whose words mean the same today. */
const SUITE = join(
  dirname(createRequire(import.meta.url).resolve('json-schema-test-suite/package.json')),
  'tests/draft4',
);

interface Group {
  readonly description: string;
  readonly schema: JsonObject;
  readonly tests: readonly { readonly description: string; readonly data: unknown; readonly valid: boolean }[];
}

/** Nothing is fetched: a schema that refers to another document is refused, so that nothing passes unchecked. */
const REFERS_OUTSIDE = ['definitions.json', 'ref.json: remote ref, containing refs itself', 'refRemote.json'];

const CASES = readdirSync(SUITE)
  .filter((file) => file.endsWith('.json'))
  .flatMap((file) => {
    const groups: readonly Group[] = JSON.parse(readFileSync(join(SUITE, file), 'utf8'));
    return groups.flatMap(({ description, schema, tests }) =>
      tests.map((test) => ({ ...test, schema, name: `${file}: ${description}: ${test.description}` })),
    );
  });

describe('the official JSON-Schema-Test-Suite', () => {
  it('is there', () => {
    expect(CASES).toHaveLength(263);
  });

  it.each(CASES)('$name', ({ name, schema, data, valid }) => {
    const isOutside = REFERS_OUTSIDE.some((outside) => name.startsWith(outside));
    expect(answer(schema, data)).toBe(isOutside ? 'CONFIG_INVALID' : valid);
  });
});

function answer(schema: JsonObject, data: unknown): boolean | string {
  try {
    return compileSchema(schema)(data).length === 0;
  } catch (error) {
    return isKernelError(error) ? error.code : String(error);
  }
}
