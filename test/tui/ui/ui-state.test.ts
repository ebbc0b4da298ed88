import { describe, expect, test } from 'vitest';
import { KernelError } from '../../../src/contract/errors.js';
import type { PolicyDecision } from '../../../src/contract/grant.js';
import { formatBytes, formatCount, formatSpan } from '../../../src/contract/quantities.js';
import { splitRoom } from '../../../src/tui/components/split-pane.js';
import { sizeColumns } from '../../../src/tui/components/table-lines.js';
import { thrownError } from '../../../src/tui/state/thrown-error.js';
import { foundCapabilities, policyWord, wantsJustification } from '../../../src/tui/state/ui-capabilities.js';
import { filteredHandles, nextLimit } from '../../../src/tui/state/ui-handles.js';
import { INITIAL_LIST, type ListEvent, reduceList } from '../../../src/tui/state/ui-list.js';
import { INITIAL_UI, reduceUi, type UiEvent } from '../../../src/tui/state/ui-state.js';
import { sampleCapability } from '../../support/sample-capability.js';
import { HANDLES } from './known-records.js';

const key = (name: string) => (name.length === 1 ? { name, text: name } : { name });
const nothing = (): void => undefined;

describe('the browser around its views', () => {
  const stateAfter = (...events: readonly UiEvent[]) => events.reduce(reduceUi, INITIAL_UI);

  test('turns through the views in both directions', () => {
    expect(stateAfter({ type: 'turn', by: 1 }).view).toBe('sessions');
    expect(stateAfter({ type: 'turn', by: -1 }).view).toBe('agents');
    expect(stateAfter({ type: 'show', view: 'agents' }, { type: 'turn', by: 1 }).view).toBe('capabilities');
  });

  test('a prompt starts with its text and is edited', () => {
    const state = stateAfter(
      { type: 'prompt', prompt: { label: 'How many', text: '10', accept: nothing } },
      { type: 'prompt-key', key: key('0') },
      { type: 'prompt-key', key: key('up') },
    );
    expect(state.prompt?.field.text).toBe('100');
    expect(reduceUi(state, { type: 'prompt-end' }).prompt).toBeUndefined();
  });

  test('nothing changes where nothing is said and nothing is asked', () => {
    expect(stateAfter({ type: 'notice', notice: undefined })).toBe(INITIAL_UI);
    expect(stateAfter({ type: 'prompt-key', key: key('a') })).toBe(INITIAL_UI);
  });

  test('the help scrolls as far as it goes, and starts at its top', () => {
    const scrolled = stateAfter({ type: 'help', isShown: true }, { type: 'help-scroll', by: 9, last: 4 });
    expect(scrolled.helpTop).toBe(4);
    expect(reduceUi(scrolled, { type: 'help-scroll', by: -9, last: 4 }).helpTop).toBe(0);
    expect(reduceUi(scrolled, { type: 'help', isShown: false }).helpTop).toBe(0);
  });
});

describe('a list with a search', () => {
  const listAfter = (...events: readonly ListEvent[]) => events.reduce(reduceList, INITIAL_LIST);

  test('another text selects the first row, a cursor that moves does not', () => {
    const moved = listAfter({ type: 'edit', key: key('a') }, { type: 'move', by: 3, count: 9 });
    expect(reduceList(moved, { type: 'edit', key: key('left') }).selected).toBe(3);
    expect(reduceList(moved, { type: 'edit', key: key('b') }).selected).toBe(0);
  });

  test('the selection stays among the rows that are there', () => {
    const last = listAfter({ type: 'move', by: Number.POSITIVE_INFINITY, count: 9 });
    expect(last.selected).toBe(8);
    expect(reduceList(last, { type: 'counted', count: 4 }).selected).toBe(3);
    expect(reduceList(last, { type: 'counted', count: 0 }).selected).toBe(0);
    expect(reduceList(last, { type: 'counted', count: 9 })).toBe(last);
  });

  test('keys that edit nothing leave it as it is', () => {
    expect(listAfter({ type: 'edit', key: key('ctrl+r') })).toBe(INITIAL_LIST);
  });
});

describe('capabilities', () => {
  const all = ['crm.find_customers', 'crm.delete_customer', 'demo.log'].map((id) =>
    sampleCapability({ capability_id: id, name: id, description: 'Text' }),
  );

  test.each([
    ['', ['crm.find_customers', 'crm.delete_customer', 'demo.log']],
    ['  ', ['crm.find_customers', 'crm.delete_customer', 'demo.log']],
    ['cust', ['crm.find_customers', 'crm.delete_customer']],
    ['DEL cust', ['crm.delete_customer']],
    ['zz', []],
  ])('are found by %j while it is typed', (query, ids) => {
    expect(foundCapabilities(all, [], query).map(({ capability_id: id }) => id)).toEqual(ids);
  });

  test('what the kernel finds comes first, once', () => {
    expect(foundCapabilities(all, all.slice(1, 2), 'crm').map(({ capability_id: id }) => id)).toEqual([
      'crm.delete_customer',
      'crm.find_customers',
    ]);
  });

  const why = { reason: 'insufficient_justification', message: '', remedy: '' } as const;
  const role = { reason: 'missing_role', message: '', remedy: '' } as const;
  const allowed: PolicyDecision = {
    allowed: true,
    reason: 'default_policy_allow',
    constraints: {},
    row_cap: 50,
    rate_limit: { limit: 1, window_ms: 1000 },
  };
  test.each<readonly [string, PolicyDecision | undefined, string, boolean]>([
    ['nothing yet', undefined, '', false],
    ['allowed', allowed, 'allowed', false],
    ['a justification', { allowed: false, denials: [why] }, 'justify', true],
    ['a role', { allowed: false, denials: [role] }, 'denied', false],
    ['both', { allowed: false, denials: [role, why] }, 'denied', true],
  ])('policy says %s in a word', (_, decision, word, wants) => {
    expect(policyWord(decision)).toBe(word);
    expect(wantsJustification(decision)).toBe(wants);
  });
});

describe('handles', () => {
  test.each([
    ['', 3],
    ['COMPLETE', 1],
    ['crm open', 1],
    ['h_aaa', 1],
    ['nothing', 0],
  ])('filtered by %j are %i', (filter, count) => {
    expect(filteredHandles(HANDLES, filter)).toHaveLength(count);
  });

  const look = { selected: 0, height: 20, shown: 200, isFiltered: false };
  test.each([
    ['all are there', { count: 150, limit: 200 }, look, undefined],
    ['the end is far', { count: 200, limit: 200 }, look, undefined],
    ['the end is near', { count: 200, limit: 200 }, { ...look, selected: 190 }, 400],
    ['a filter looks at all', { count: 200, limit: 200 }, { ...look, isFiltered: true }, 400],
    ['there is a bound', { count: 20_000, limit: 20_000 }, { ...look, isFiltered: true }, undefined],
  ])('are read on as needed: %s', (_, read, at, limit) => {
    expect(nextLimit(read, at)).toBe(limit);
  });
});

describe('columns', () => {
  const column = (title: string, rank: number, width: number, least?: number) => ({
    title,
    rank,
    text: () => 'x'.repeat(width),
    ...(least === undefined ? {} : { least }),
  });
  const columns = [column('a', 0, 10), column('b', 1, 30, 8), column('c', 3, 10), column('d', 4, 10)];

  test.each([
    [100, 'a10 b30 c10 d10'],
    [60, 'a10 b30 c10'],
    [42, 'a10 b30'],
    [30, 'a10 b18'],
    [20, 'a10 b8'],
    [19, 'a10'],
    [5, 'a5'],
  ])('in %i columns', (width, expected) => {
    const sized = sizeColumns(columns, [1], width);
    expect(sized.map(({ column: { title }, size }) => `${title}${size}`).join(' ')).toBe(expected);
  });

  test.each([
    [200, 40, 9, true, 40],
    [80, 21, 9, false, 11],
    [80, 21, 90, false, 9],
    [80, 8, 9, false, 0],
  ])('a detail has its room in %i by %i', (width, rows, lines, isBeside, detail) => {
    const split = splitRoom({ columns: width, rows }, lines);
    expect([split.isBeside, split.detail.rows]).toEqual([isBeside, detail]);
  });
});

describe('quantities', () => {
  test.each([
    [0, '0'],
    [999, '999'],
    [1_234_567, '1,234,567'],
  ])('%i as %s', (count, words) => {
    expect(formatCount(count)).toBe(words);
  });

  test.each([
    [156, '156 B'],
    [1536, '1.5 KiB'],
    [500_000, '488 KiB'],
    [5 * 1024 ** 3, '5.0 GiB'],
  ])('%i bytes as %s', (bytes, words) => {
    expect(formatBytes(bytes)).toBe(words);
  });

  test.each([
    [0, '0s'],
    [59_999, '59s'],
    [-3_600_000, '1h'],
    [7 * 86_400_000, '7d'],
  ])('%i ms as %s', (ms, words) => {
    expect(formatSpan(ms)).toBe(words);
  });
});

describe('errors', () => {
  test('of the kernel are known by their shape', () => {
    const error = new KernelError('HANDLE_NOT_FOUND', 'there is no such handle', { hint: 'look' });
    expect(thrownError(error)).toEqual({ code: 'HANDLE_NOT_FOUND', message: 'there is no such handle', hint: 'look' });
    expect(thrownError({ code: 'TIMEOUT', message: 'Late.' })).toEqual({ code: 'TIMEOUT', message: 'Late.' });
  });

  test.each([
    new TypeError('/home/ann/secret'),
    { code: 'EACCES', message: 'x' },
    { code: 'constructor', message: 'x' },
    'x',
    undefined,
  ])('of anybody else show nothing of theirs', (error) => {
    expect(thrownError(error)).toEqual({
      code: 'INTERNAL',
      message: 'something went wrong inside akernel',
      hint: 'this is a bug: report it',
    });
  });
});
