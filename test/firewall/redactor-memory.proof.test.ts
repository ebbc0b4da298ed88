import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { describe, expect, test } from 'vitest';
import { subject } from '../support/bundled-subject.js';
import { proveProse, proveWithheld } from '../support/redactor-proof.js';
import { CLEAN_PROSE, withheldValues } from '../support/redactor-texts.js';

const TEN_MEGABYTES = 10 * 1024 * 1024;

setFlagsFromString('--expose-gc');
const collect: unknown = runInNewContext('gc');

function heapUsed(): number {
  if (typeof collect === 'function') {
    collect();
  }
  return process.memoryUsage().heapUsed;
}

describe('a withheld value of ten megabytes', () => {
  test.each(withheldValues())('$name: nothing of it is kept', (value) => {
    const before = heapUsed();
    proveWithheld(subject, value, TEN_MEGABYTES);
    expect(heapUsed() - before).toBeLessThan(4 * 1024 * 1024);
  });
});

describe('clean prose', () => {
  test('waits for the end of a word at most', () => {
    proveProse(subject, CLEAN_PROSE);
    proveProse(subject, CLEAN_PROSE.replaceAll(' ', '\n'));
  });

  test.each([
    ['one long word', 'a'],
    ['digits', '1'],
    ['base64', 'QUJD'],
    ['an address that never ends', 'a.b@'],
    ['backslashes', '\\'],
    ['openings of base64', 'eyJ'],
    ['characters without width', '\u200b'],
    ['names without values', 'password '],
    ['opened brackets', '[REDACTED:'],
    ['headers of keys', '-----BEGIN '],
  ])('%s without end is never held beyond the limit', (_, part) => {
    const redactor = subject.createRedactor({ detectors: subject.ALL_DETECTORS });
    for (let sent = 0; sent < 100_000; sent += part.length * 97) {
      redactor.push(part.repeat(97));
      expect(redactor.held()).toBeLessThanOrEqual(subject.MAX_HELD);
    }
  });
});
