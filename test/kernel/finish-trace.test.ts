import { expect, test } from 'vitest';
import { finishTrace } from '../../src/kernel/finish-trace.js';
import { createTestClock } from '../support/store-fixtures.js';
import { newTrace } from '../support/store-values.js';

const SECRET = ['gh', 'p_', 'Zk3vQ8mT1xWb7Rj5Nc2Yd9Lf4Hs6Pg0AeUiO'].join('');

test('ids are redacted each time, however many others came between, and under each redaction by itself', () => {
  const clock = createTestClock();
  const usual = { clock, settings: { redaction: {} } };
  const nothing = { clock, settings: { redaction: { detectors: [] } } };
  const principalOf = (ports: typeof usual | typeof nothing, id: string): string =>
    finishTrace(ports, { ...newTrace('a_1'), principal_id: id }, 0).principal_id;
  for (let round = 0; round < 3; round += 1) {
    expect(principalOf(usual, SECRET)).toBe('[REDACTED:github_token]');
    expect(principalOf(nothing, SECRET)).toBe(SECRET);
    for (let id = 0; id < 200; id += 1) {
      expect(principalOf(usual, `p_${id}`)).toBe(`p_${id}`);
    }
  }
});
