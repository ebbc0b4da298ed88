import { describe, expect, test } from 'vitest';
import { BUILT_IN_CAPABILITIES } from '../../src/drivers/built-in-capabilities.js';
import { createDrivers } from '../../src/drivers/index.js';
import { createStateGuard } from '../../src/files/state-guard.js';
import { createArgumentValidator } from '../../src/kernel/argument-validation.js';
import { collect, makeCall } from '../support/driver-call.js';

const drivers = createDrivers({ guard: createStateGuard(''), stdin: undefined, env: {}, cwd: process.cwd() });

function validate(capabilityId: string, args: Readonly<Record<string, unknown>>): boolean {
  const capability = BUILT_IN_CAPABILITIES.find((candidate) => candidate.capability_id === capabilityId);
  return capability !== undefined && createArgumentValidator().validate(capability, args).length === 0;
}

describe('the built-in capabilities', () => {
  test.each([
    ['demo.customers', { rows: 100_000_000, delay_ms: 5 }, true],
    ['demo.customers', { rows: -1 }, false],
    ['demo.customers', { row: 1 }, false],
    ['demo.log', { lines: 1 }, true],
    ['demo.log', { lines: 1.5 }, false],
    ['fs.list_files', {}, true],
    ['fs.list_files', { path: '.', glob: '**' }, true],
    ['fs.list_files', { path: 7 }, false],
    ['fs.read_file', { path: 'a' }, true],
    ['fs.read_file', {}, false],
    ['fs.read_file', { path: 'a', format: 'xml' }, false],
    ['stdin.read', { input: 'csv' }, true],
    ['stdin.read', { input: 'xml' }, false],
  ])('%s %j: %s', (id, args, isValid) => {
    expect(validate(id, args)).toBe(isValid);
  });

  test.each(BUILT_IN_CAPABILITIES.map((capability) => [capability.capability_id, capability] as const))(
    '%s can be read by a reader and has a driver and an example',
    (id, capability) => {
      expect(capability.safety_class).toBe('READ');
      expect(['NONE', 'PII']).toContain(capability.sensitivity);
      expect(capability.allowed_fields).toBeUndefined();
      expect(drivers[capability.driver.driver_id]).toBeDefined();
      expect(capability.description).toContain('Example: ');
      expect(id).toMatch(/^[a-z]+\.[a-z_]+$/);
    },
  );

  test.each(['demo.customers', 'demo.log', 'fs.list_files'])('%s works with its defaults', async (id) => {
    const binding = BUILT_IN_CAPABILITIES.find((candidate) => candidate.capability_id === id)?.driver;
    const driver = drivers[binding?.driver_id ?? ''];
    expect(binding && driver ? await collect(driver.executeStream(makeCall({ binding }))) : []).not.toEqual([]);
  });
});
