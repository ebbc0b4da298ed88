import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { GrantRequest, InvokeRequest, Kernel } from '../../src/contract/kernel.js';
import type { Trace } from '../../src/contract/trace.js';
import { ANN, drain, kernelOver, records, requestFor } from '../support/test-kernel.js';

let kernel: Kernel;
let traces: Trace[] = [];
beforeEach(async () => {
  traces = [];
  kernel = await kernelOver(() => [records([{ id: 1 }])], {
    observer: (trace) => traces.push(trace),
    capability: { params: { type: 'object', properties: { region: { type: 'string' }, tenant: { type: 'integer' } } } },
  });
});
afterEach(() => kernel.close());

/** What a program without types may hand over. */
const given = (members: Record<string, unknown>) => members as unknown as InvokeRequest & GrantRequest;

describe('an invocation that is not one', () => {
  test.each([
    [{ capabilityToken: undefined }, 'invoke.capabilityToken: is missing, expected text'],
    [{ capabilityToken: 7 }, 'invoke.capabilityToken: expected text'],
    [{ capabilityId: undefined }, 'invoke.capabilityId: is missing'],
    [{ args: undefined }, 'invoke.args: expected an object'],
    [{ args: 'region=eu' }, 'invoke.args: expected an object'],
    [{ args: [] }, 'invoke.args: expected an object'],
    [{ sessionId: 7 }, 'invoke.sessionId: expected text'],
    [{ justification: {} }, 'invoke.justification: expected text'],
  ])('%j is USAGE with the path, and leaves one trace', async (change, message) => {
    const request = given({ ...(await requestFor(kernel)), ...change });
    const expected = { code: 'USAGE', message: expect.stringContaining(message) };
    await expect(kernel.invoke(request)).rejects.toMatchObject(expected);
    expect(traces.slice(1)).toMatchObject([{ event: 'invoke', outcome: 'failed', error: { code: 'USAGE' } }]);
    const streamed = expect.stringContaining(message.replace('invoke.', 'invokeStream.'));
    expect((await drain(kernel.invokeStream(request))).result.error).toMatchObject({
      code: 'USAGE',
      message: streamed,
    });
  });

  test.each([
    [{ principal: undefined }, 'principal: is missing'],
    [{ principal: { roles: [], attributes: {} } }, 'principal.principal_id: is missing'],
    [{ principal: { ...ANN, roles: 'admin' } }, 'principal.roles: expected a list'],
  ])('%j: nobody acts', async (change, message) => {
    const request = given({ ...(await requestFor(kernel)), ...change });
    const expected = { code: 'USAGE', message: expect.stringContaining(message) };
    await expect(kernel.invoke(request)).rejects.toMatchObject(expected);
    await expect(kernel.grant(request)).rejects.toMatchObject(expected);
  });

  test('a member that is undefined is as good as absent where it may be', async () => {
    const more = { sessionId: undefined, justification: undefined, mode: undefined, maxRows: undefined };
    await expect(kernel.invoke(given({ ...(await requestFor(kernel)), ...more }))).resolves.toBeDefined();
  });
});

describe('a request for a grant', () => {
  const grant = (more: Record<string, unknown>) =>
    kernel.grant(given({ principal: ANN, capabilityId: 'test.run', ...more }));

  test.each([
    [{ max_rows: 3 }, 'grant.max_rows: unknown member'],
    [{ 'some words': {} }, 'grant.some?words: unknown member'],
    [{ capabilityId: undefined }, 'grant.capabilityId: is missing'],
    [{ scope: 'eu' }, 'grant.scope: expected an object'],
    [{ scope: {} }, 'the scope of the request for a grant is empty, so it limits nothing'],
    [{ scope: { region: 7 } }, 'grant.scope.region: expected text'],
    [{ scope: { row: 'eu' } }, 'scope.row of the request for a grant limits nothing: test.run has no argument'],
    [{ scope: { tenant: 'x' } }, '"tenant" must be a whole number'],
    [{ scope: { region: 'eu' }, constraints: { args: { pinned: { region: 'us' } } } }, 'scope.region'],
  ])('%j is refused', async (more, message) => {
    await expect(grant(more)).rejects.toMatchObject({ code: 'USAGE', message: expect.stringContaining(message) });
    expect(traces).toMatchObject([{ event: 'grant', outcome: 'failed', error: { code: 'USAGE' } }]);
  });

  test('its scope fixes the arguments that it names', async () => {
    const constraints = { args: { allowed_keys: ['region', 'tenant'], pinned: { region: 'eu' } } };
    const made = await grant({ scope: { region: 'eu', tenant: '7' }, constraints });
    const args = { ...constraints.args, pinned: { region: 'eu', tenant: 7 } };
    expect(made.constraints).toEqual({ args });
    const call = (args_: Record<string, unknown>) =>
      kernel.invoke({
        principal: ANN,
        capabilityId: 'test.run',
        capabilityToken: made.capability_token,
        args: args_,
      });
    await expect(call({ region: 'eu', tenant: 7 })).resolves.toBeDefined();
    for (const wrong of [{}, { region: 'eu' }, { region: 'us', tenant: 7 }, { region: 'eu', tenant: '7' }]) {
      await expect(call(wrong)).rejects.toMatchObject({ details: { reason: 'arg_constraint_violation' } });
    }
  });
});
