import { describe, expect, test } from 'vitest';
import { reportError } from '../../src/cli/exit.js';
import { interruption } from '../../src/cli/interruption.js';
import { ERRORS, type ErrorCode, KernelError } from '../../src/contract/errors.js';

const STATUS: Readonly<Record<ErrorCode, number>> = {
  INTERNAL: 1,
  USAGE: 2,
  CONFIG_INVALID: 2,
  POLICY_DENIED: 3,
  TOKEN_REJECTED: 3,
  TOKEN_EXPIRED: 3,
  TOKEN_REVOKED: 3,
  AGENT_NOT_FOUND: 4,
  CAPABILITY_NOT_FOUND: 4,
  HANDLE_NOT_FOUND: 4,
  TRACE_NOT_FOUND: 4,
  SESSION_NOT_FOUND: 4,
  RUN_NOT_FOUND: 4,
  MEMORY_NOT_FOUND: 4,
  HANDLE_EXPIRED: 4,
  DRIVER_FAILED: 5,
  DRIVER_PROTOCOL: 5,
  MODEL_FAILED: 5,
  DRIVER_UNAVAILABLE: 5,
  BUDGET_EXHAUSTED: 6,
  LIMIT_REACHED: 6,
  STORE_FAILED: 7,
  TIMEOUT: 124,
  CANCELLED: 130,
};
const PLAIN = { json: false, debug: false };
const JSON_STYLE = { json: true, debug: false };

describe('exit status', () => {
  test.each(Object.keys(ERRORS).filter((code): code is ErrorCode => code in STATUS))('%s', (code) => {
    expect(reportError(new KernelError(code, 'x'), PLAIN).status).toBe(STATUS[code]);
  });

  test.each([
    ['SIGHUP', 129],
    ['SIGINT', 130],
    ['SIGTERM', 143],
  ] as const)('interrupted by %s', (signal, status) => {
    expect(reportError(interruption(signal), PLAIN)).toEqual({ status, text: `akernel: interrupted by ${signal}\n` });
  });

  test('details of another error cannot choose the status', () => {
    expect(reportError(new KernelError('DRIVER_FAILED', 'x', { details: { exit_code: 0 } }), PLAIN).status).toBe(5);
  });
});

describe('form', () => {
  test('words for people', () => {
    const error = new KernelError('USAGE', 'no such flag', { hint: 'see --help' });
    expect(reportError(error, PLAIN).text).toBe('akernel: no such flag\nhint: see --help\n');
  });

  test('one line of JSON for programs', () => {
    const error = new KernelError('USAGE', 'no "such"\nflag', { hint: 'see --help' });
    const { text } = reportError(error, JSON_STYLE);
    expect(text.match(/\n/g)).toHaveLength(1);
    expect(JSON.parse(text)).toEqual({ error: { code: 'USAGE', message: 'no "such"\nflag', hint: 'see --help' } });
    expect(JSON.parse(reportError(new KernelError('TIMEOUT', 'late'), JSON_STYLE).text)).toEqual({
      error: { code: 'TIMEOUT', message: 'late' },
    });
  });

  test('control characters never reach the terminal', () => {
    const error = new KernelError('DRIVER_FAILED', 'bad \u001b]0;x\u0007thing\nsecond', { hint: '\u009b31mred\u202e' });
    expect(reportError(error, PLAIN).text).toBe('akernel: bad thing second\nhint: red<U+202E>\n');
    expect(reportError(error, JSON_STYLE).text).not.toMatch(/[\u001b\u009b\u202e]/);
  });

  test('what is unknown is a bug, asks for a report and keeps its words inside', () => {
    const { text, status } = reportError(new TypeError('cannot read hunter2-hunter2'), PLAIN);
    expect(status).toBe(1);
    expect(text).toContain('--debug');
    expect(text).not.toContain('hunter2');
  });

  test('--debug shows the cause', () => {
    const cause = new Error('disk on fire', { cause: 'sparks' });
    const { text } = reportError(new KernelError('STORE_FAILED', 'cannot write', { cause }), {
      json: false,
      debug: true,
    });
    expect(text).toContain('code: STORE_FAILED');
    expect(text).toContain('disk on fire');
    expect(text).toContain('caused by: sparks');
  });
});
