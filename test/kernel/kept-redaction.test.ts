import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { RedactionSettings } from '../../src/contract/redaction.js';
import { ANN, kernelOver, records, stream } from '../support/test-kernel.js';

const MAIL = ['ada', 'example.org'].join('@');
const ROW = { mail: MAIL, staff: 'EMP-123456', shoes: '38 wide', note: 'x' };
const STAFF = { own_detectors: [{ name: 'staff', type: 'staff', pattern: 'EMP-[0-9]{6}' }] };
const NO_MAIL = { detectors: { email: false } };
const HIDDEN = { mail: '[REDACTED:email]', staff: '[REDACTED:staff]', shoes: '[REDACTED:sensitive]' };

let directory = '';
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'akernel-kept-'));
});
afterEach(() => rmSync(directory, { recursive: true, force: true }));

/** A kernel of a process that is configured so; `own` are the settings of the capability, unless it is gone. */
async function kernelWith(settings: RedactionSettings, own: RedactionSettings | 'gone' = {}) {
  const capability = own === 'gone' ? { capability_id: 'test.other' } : { redaction: own };
  return kernelOver(() => [records([ROW])], {
    directory,
    config: { redaction: { pseudonyms: false, ...settings } },
    capability,
  });
}

async function keep(settings: RedactionSettings, own?: RedactionSettings): Promise<string> {
  const kernel = await kernelWith(settings, own);
  const { result } = await stream(kernel);
  await kernel.close();
  return result.handle_id ?? '';
}

async function read(handleId: string, settings: RedactionSettings, own?: RedactionSettings | 'gone') {
  const kernel = await kernelWith(settings, own);
  const frame = await kernel.expand({ handleId, principal: ANN });
  const listed = await kernel.handles.get(handleId, ANN);
  await kernel.close();
  expect(listed).not.toHaveProperty('kept_redaction');
  return frame.rows?.[0];
}

test.each<
  readonly [string, RedactionSettings, RedactionSettings, RedactionSettings, RedactionSettings | 'gone', object]
>([
  ['what was hidden stays hidden', STAFF, {}, NO_MAIL, {}, { ...ROW, mail: HIDDEN.mail, staff: HIDDEN.staff }],
  ['what is hidden today is hidden', NO_MAIL, {}, STAFF, {}, { ...ROW, mail: HIDDEN.mail, staff: HIDDEN.staff }],
  ['what neither hides is shown', NO_MAIL, {}, NO_MAIL, {}, ROW],
  ["a capability's own settings of then", {}, STAFF, {}, {}, { ...ROW, mail: HIDDEN.mail, staff: HIDDEN.staff }],
  ["a capability's own settings of today", {}, {}, {}, STAFF, { ...ROW, mail: HIDDEN.mail, staff: HIDDEN.staff }],
  ['a capability that is gone', {}, STAFF, NO_MAIL, 'gone', { ...ROW, mail: HIDDEN.mail, staff: HIDDEN.staff }],
  ['a field that was sensitive', { sensitive_fields: ['shoes'] }, {}, STAFF, {}, { ...ROW, ...HIDDEN }],
  ['what may be seen today only', {}, {}, { allow: { values: [MAIL] } }, {}, { ...ROW, mail: HIDDEN.mail }],
  ['what might be seen then only', { allow: { values: [MAIL] } }, {}, {}, {}, { ...ROW, mail: HIDDEN.mail }],
  ['what may be seen both times', { allow: { values: [MAIL] } }, {}, { allow: { patterns: ['.*@.*'] } }, {}, ROW],
])('%s', async (_, then, ownThen, today, ownToday, shown) => {
  expect(await read(await keep(then, ownThen), today, ownToday)).toEqual(shown);
});

test('filters see what is hidden by either', async () => {
  const handleId = await keep(STAFF);
  const kernel = await kernelWith(NO_MAIL);
  const find = (field: string, value: string) =>
    kernel.expand({ handleId, principal: ANN, filter: [{ field, operator: '~', value }] });
  expect((await find('staff', 'EMP')).page?.matched).toBe(0);
  expect((await find('mail', 'ada')).page?.matched).toBe(0);
  expect((await find('note', 'x')).page?.matched).toBe(1);
  await kernel.close();
});

test('what a handle keeps holds nothing of its result', async () => {
  await keep(STAFF);
  const index = readFileSync(join(directory, 'akernel.db')).toString('latin1');
  expect(index).not.toContain('EMP-123456');
  expect(index).not.toContain(MAIL);
});
