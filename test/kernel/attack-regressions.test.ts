import { describe, expect, it } from 'vitest';
import { ANN, drain, kernelOver, records, stream, text } from '../support/test-kernel.js';

const KEY_LINE = (i: number): string =>
  Buffer.from(`seckeyMATERIAL${i}${'a'.repeat(40)}`)
    .toString('base64')
    .slice(0, 64);

describe('regressions from attacks', () => {
  it('a key block of 3000 lines stays hidden on every page', async () => {
    const lines = [
      `-----BEGIN PGP ${'PRIVATE KEY'} BLOCK-----`,
      '',
      ...Array.from({ length: 3000 }, (_, i) => KEY_LINE(i)),
    ];
    const whole = `${[...lines, `-----END PGP ${'PRIVATE KEY'} BLOCK-----`, 'after'].join('\n')}\n`;
    const kernel = await kernelOver(() => [text(whole)]);
    const { result } = await stream(kernel);
    const handle = { handleId: result.handle_id ?? '', principal: ANN };
    for (const offset of [1, 999, 1500, 2500, 3000]) {
      const page = await kernel.expand({ ...handle, offset, limit: 5, maxTokens: 20_000 });
      expect(JSON.stringify(page.rows), `offset ${offset}`).not.toContain(KEY_LINE(offset).slice(0, 12));
      const value = await kernel.expandValue({ ...handle, row: offset, field: 'text' });
      expect(value.text).not.toContain(KEY_LINE(offset).slice(0, 12));
    }
  });

  it('a key interleaved with 1500 lines of the other channel stays hidden', async () => {
    const begin = `-----BEGIN RSA ${'PRIVATE KEY'}-----\n${KEY_LINE(1)}\n`;
    const noise = Array.from({ length: 1500 }, (_, i) => text(`noise ${i}\n`, 'stderr'));
    const rest = `${KEY_LINE(2)}\n${KEY_LINE(3)}\n-----END RSA ${'PRIVATE KEY'}-----\n`;
    const kernel = await kernelOver(() => [text(begin, 'stdout'), ...noise, text(rest, 'stdout')]);
    const { result } = await stream(kernel);
    const handle = { handleId: result.handle_id ?? '', principal: ANN, maxTokens: Number.POSITIVE_INFINITY };
    const { stdout } = await drain(kernel.expandAll(handle));
    const page = await kernel.expand({ ...handle, offset: 1490, limit: 20 });
    for (const i of [1, 2, 3]) {
      expect(stdout + JSON.stringify(page)).not.toContain(KEY_LINE(i).slice(0, 12));
    }
  });

  it('a secret typed where an id belongs is not written into the trace', async () => {
    const secret = `${'gh'}${'p_'}${'Q7x4'.repeat(9)}`;
    const kernel = await kernelOver(() => [records([{ a: 1 }])]);
    await kernel.expand({ handleId: secret, principal: ANN }).catch(() => undefined);
    await kernel.grant({ principal: ANN, capabilityId: secret }).catch(() => undefined);
    await expect(kernel.revoke({ grantId: secret }, ANN)).rejects.toMatchObject({ code: 'USAGE' });
    const traces = JSON.stringify(await kernel.audit.list({}));
    expect(traces).toContain('[REDACTED:');
    expect(traces).not.toContain(secret.slice(4, 12));
  });
});
