import { expect, test } from 'vitest';
import { childEnvironment, pickEnvironment } from '../../src/drivers/child-environment.js';

const env = { PATH: '/bin', MINE: 'm', AKERNEL_SECRET: 'a', AKERNEL_SECRET_PREVIOUS: 'b', AKERNEL_STORE_KEY: 'c' };

test("akernel's own keys are handed on to nobody, whoever allows them", () => {
  expect(childEnvironment(env, Object.keys(env))).toEqual({ PATH: '/bin', MINE: 'm', AKERNEL_WITHIN: '1' });
  expect(pickEnvironment(env, Object.keys(env))).toEqual({ PATH: '/bin', MINE: 'm', AKERNEL_WITHIN: '1' });
});
