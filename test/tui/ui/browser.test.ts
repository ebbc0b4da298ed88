import { describe, expect, test } from 'vitest';
import type { Kernel } from '../../../src/contract/kernel.js';
import { KEYS } from '../../support/fake-terminal.js';
import { RECEIPTS } from './known-records.js';
import { createTestKernel, openUi } from './open-ui.js';

const DRY_RUN = '\u0004';
const COLLECT = '\u0007';

describe('capabilities', () => {
  test('are found as one types, with what policy says of them', async () => {
    const ui = await openUi();
    expect(await ui.seen()).toMatch(/> crm\.delete_customer +denied +DESTRUCTIVE/);
    await ui.type('cust find');
    const seen = await ui.seen();
    expect(seen).toMatch(/search: cust find +2 of 11/);
    expect(seen).toMatch(/> crm\.find_customers +allowed +READ +PII/);
    expect(seen).not.toContain('slow.count');
  });

  test('esc where there is nothing to step back from says what quits', async () => {
    const ui = await openUi();
    await ui.press('2', KEYS.escape);
    expect(await ui.seen()).toContain('q quits');
  });

  test('a denied one says every condition and its remedy', async () => {
    const ui = await openUi();
    const seen = await ui.seen();
    expect(seen).toContain('missing_role: using a DESTRUCTIVE capability needs the role admin');
    expect(seen).toContain('act as a principal with the role admin, in the config');
    expect(seen).toContain('insufficient_justification');
  });

  test('policy is asked once, and only for what is seen', async () => {
    const real = await createTestKernel();
    const asked: string[] = [];
    const kernel: Kernel = {
      ...real,
      decide: (request) => {
        asked.push(request.capabilityId);
        return real.decide(request);
      },
    };
    const ui = await openUi({ columns: 80, rows: 8 }, { kernel });
    const first = [...asked];
    expect(first.length).toBeLessThan(9);
    await ui.press(KEYS.down, KEYS.up, KEYS.down, KEYS.up);
    expect(asked).toEqual(first);
    await ui.press(KEYS.end);
    expect(asked).toHaveLength(new Set(asked).size);
    expect(asked.length).toBeGreaterThan(first.length);
  });
});

describe('a form', () => {
  async function openForm(id = 'find') {
    const ui = await openUi();
    await ui.type(id);
    await ui.press(KEYS.enter);
    return ui;
  }

  test('says what is wrong beside the field as one types', async () => {
    const ui = await openForm();
    await ui.press(KEYS.down);
    expect(await ui.seen()).toContain('the argument "name" is missing');
    await ui.type('700');
    expect(await ui.seen()).toMatch(/> limit +700 +✗ the argument "limit" must be/);
    await ui.press(KEYS.backspace);
    expect(await ui.seen()).not.toContain('the argument "limit"');
  });

  test('a dry run shows the plan and runs nothing', async () => {
    const ui = await openForm();
    await ui.type('ann');
    await ui.press(DRY_RUN);
    const seen = await ui.seen();
    expect(seen).toMatch(/dry run of crm\.find_customers\s+nothing was run/);
    expect(seen).toContain('the arguments are valid');
    expect(await ui.kernel.audit.list({})).toEqual([]);
  });

  test('a run is seen live, and its result can be opened at once', async () => {
    const ui = await openForm();
    await ui.type('ann');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/1 +name 1 +‹email›/);
    await ui.press('q');
    expect(await ui.seen()).toMatch(/The run completed\. Open its result, h_\w+\?/);
    await ui.press('o');
    expect(await ui.seen()).toMatch(/h_\w+ +crm\.find_customers.*3 rows/);
    await ui.press('q');
    expect(await ui.seen()).toMatch(/> name \* +ann/);
    await ui.press('\u001b', '0');
    expect(await ui.seen()).toMatch(/action a_\w+/);
  });

  test('one frame is shown as a page', async () => {
    const ui = await openForm();
    await ui.type('ann');
    await ui.press(KEYS.backtab, KEYS.down, KEYS.down, KEYS.down, KEYS.down, KEYS.down, KEYS.right, KEYS.enter);
    const seen = await ui.seen();
    expect(seen).toContain('crm.find_customers: completed');
    expect(seen).toMatch(/handle +h_\w+/);
  });

  test('nothing runs while something is wrong', async () => {
    const ui = await openForm();
    await ui.press(KEYS.enter);
    const seen = await ui.seen();
    expect(seen).toContain('not yet');
    expect(seen).toContain('the argument "name" is missing');
    expect(await ui.kernel.audit.list({})).toEqual([]);
  });

  test('a line break within a paste runs nothing', async () => {
    const ui = await openForm();
    await ui.press('ann\rbob');
    expect(await ui.seen()).toMatch(/> name \* +ann bob/);
    expect(await ui.kernel.audit.list({})).toEqual([]);
  });

  test('a paste between marks is one line in a field, whatever it holds', async () => {
    const ui = await openForm();
    await ui.press('\u001b[200~ann\r\u0003bob\u001b[B', 'q\r\u001b[201~');
    expect(await ui.seen()).toMatch(/> name \* +ann bobq/);
    expect(await ui.kernel.audit.list({})).toEqual([]);
  });

  test('keeps what was typed for each capability', async () => {
    const ui = await openForm();
    await ui.type('中文é');
    await ui.press(KEYS.escape, KEYS.escape);
    await ui.type('slow');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toContain('It takes no arguments.');
    await ui.press(KEYS.escape, KEYS.escape);
    await ui.type('find');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/> name \* +中文é/);
  });

  test('a refused grant says code, hint and each failed condition', async () => {
    const ui = await openForm('add_note');
    expect(await ui.seen()).toContain('justification');
    await ui.press('\u0012');
    const seen = await ui.seen();
    expect(seen).toContain('no grant for notes.add_note');
    expect(seen).toContain('POLICY_DENIED: ');
    expect(seen).toContain('missing_role');
    expect(seen).toContain('insufficient_justification');
  });

  test('what destroys asks first', async () => {
    const ui = await openUi(
      { columns: 80, rows: 24 },
      { principal: { principal_id: 'root', roles: ['admin'], attributes: { tenant: 'local' } } },
    );
    await ui.press(KEYS.enter);
    await ui.type('7');
    await ui.press(KEYS.down);
    await ui.type('the customer asked for it');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toContain('crm.delete_customer can destroy something. Run it?');
    expect(await ui.kernel.audit.list({})).toEqual([]);
    await ui.press(KEYS.enter, 'y');
    expect(await ui.kernel.audit.list({})).toEqual([]);
    await ui.press(KEYS.enter, 'y');
    expect(await ui.seen()).toMatch(/crm\.delete_customer as root +✓ completed/);
  });
});

describe('sessions, handles and traces', () => {
  async function afterRun() {
    const ui = await openUi();
    await ui.type('find');
    await ui.press(KEYS.enter);
    await ui.type('ann');
    await ui.press(KEYS.enter, 'q', KEYS.escape);
    return ui;
  }

  test('a session is made, charged and removed', async () => {
    const ui = await openUi();
    await ui.press('2');
    expect(await ui.seen()).toContain('no sessions yet');
    await ui.press('n');
    await ui.type('\u0015nonsense');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toContain('USAGE: sessions.create.total');
    await ui.press('n');
    await ui.type('\u001520000');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/> s_\w+ \*.*20,000/);
    await ui.press('1');
    await ui.type('slow');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/session +s_\w+/);
    await ui.press(KEYS.escape, '2', 'x', 'n');
    expect(await ui.kernel.sessions.list({ principal_id: 'ann', roles: [], attributes: {} })).toHaveLength(1);
    await ui.press('x', 'y');
    expect(await ui.seen()).toContain('no sessions yet');
  });

  test('the conversation of a session is read, and a tool in it cannot write on the screen', async () => {
    const ui = await openUi();
    const ann = { principal_id: 'ann', roles: [], attributes: {} };
    const { session_id: id } = await ui.kernel.sessions.create(ann, { agent: 'triage' });
    await ui.press('2');
    expect(await ui.seen()).toMatch(/> s_\w+ +triage +0/);
    await ui.press('o');
    expect(await ui.seen()).toContain('nothing was said in this session');
    const conversation = await ui.kernel.sessions.open(id, ann);
    const asked = { name: 'read', arguments: '{"path":"a.txt"}' };
    await conversation.keep([
      { role: 'user', content: 'what is in it?' },
      { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: asked }] },
      { role: 'tool', content: 'all \u001b[2Jof it', tool_call_id: 'c1' },
    ]);
    await conversation.close();
    await ui.press(KEYS.escape, 'r', 'o');
    const seen = await ui.seen();
    expect(seen).toContain('turn 1');
    expect(seen).toContain('call read');
    expect(seen).toContain('all of it');
    await ui.press(KEYS.escape);
    expect(await ui.seen()).toMatch(/> s_\w+ +triage +1/);
  });

  test('a handle is opened, looked at and removed', async () => {
    const ui = await afterRun();
    await ui.press(KEYS.escape, '3', KEYS.enter);
    expect(await ui.seen()).toMatch(/^h_\w+ +crm\.find_customers/);
    await ui.press('q', 'i');
    expect(await ui.seen()).toMatch(/command +akernel expand h_/);
    await ui.press(KEYS.escape, 'x');
    expect(await ui.seen()).toMatch(/Remove h_\w+ with 3 rows\?/);
    await ui.press('y');
    expect(await ui.seen()).toContain('no handles yet');
  });

  test('what expired is removed on demand, and it is said how much', async () => {
    const ui = await afterRun();
    await ui.press(KEYS.escape, '3', COLLECT);
    expect(await ui.seen()).toContain('Remove all handles that expired');
    await ui.press('y');
    expect(await ui.seen()).toContain('removed 0 handles, 0 B are free again');
  });

  test('a trace is shown whole and leads to its handle; the chain is verified', async () => {
    const ui = await afterRun();
    await ui.press(KEYS.escape, '4', 'v');
    expect(await ui.seen()).toMatch(/chain: intact, 2 records checked/);
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/redacted +email 4/);
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/^h_\w+ +crm\.find_customers/);
    await ui.press('q', '/');
    await ui.type('grant');
    expect(await ui.seen()).toMatch(/filter: grant +1, searched 1/);
  });

  test('each view stays as it was while another one is shown', async () => {
    const ui = await afterRun();
    await ui.press(KEYS.escape, KEYS.escape, KEYS.down, KEYS.down, '4', '/');
    await ui.type('grant');
    await ui.press(KEYS.escape, '1');
    expect(await ui.seen()).toMatch(/> demo\.customers/);
    await ui.press(KEYS.tab, KEYS.tab, KEYS.tab);
    expect(await ui.seen()).toContain('filter: grant');
  });
});

describe('leaving', () => {
  test('q leaves, and the terminal is as it was', async () => {
    const ui = await openUi();
    ui.terminal.output.write('');
    expect(await ui.terminal.isAlternate()).toBe(true);
    await ui.press('q');
    await ui.ended;
    expect(await ui.terminal.isAlternate()).toBe(false);
    expect(ui.terminal.isCursorShown()).toBe(true);
    expect(ui.terminal.isRaw()).toBe(false);
    expect(ui.terminal.timers()).toBe(0);
  });

  async function withLiveRun() {
    const waiting: number[] = [];
    const ui = await openUi({ columns: 80, rows: 24 }, { onWaiting: (runs) => waiting.push(runs) });
    await ui.type('slow');
    await ui.press(KEYS.enter, KEYS.enter);
    await ui.press('q');
    return { ...ui, waiting };
  }

  test('a live run is asked about: cancel', async () => {
    const ui = await withLiveRun();
    expect(await ui.seen()).toMatch(/leave/i);
    await ui.press('f');
    await ui.press('\u0003');
    expect(await ui.seen()).toContain('A run is live.');
    await ui.press('c');
    await ui.ended;
    const [trace] = await ui.kernel.audit.list({ event: 'invoke' });
    expect(trace?.outcome).toBe('cancelled');
    expect(ui.waiting).toEqual([]);
  });

  test('a live run is asked about: let it finish', async () => {
    const controller = new AbortController();
    const waiting: number[] = [];
    const ui = await openUi(
      { columns: 80, rows: 24 },
      { signal: controller.signal, onWaiting: (runs) => waiting.push(runs) },
    );
    await ui.type('slow');
    await ui.press(KEYS.enter, KEYS.enter, 'q', 'f', '\u0003', 'f');
    expect(await ui.terminal.isAlternate()).toBe(false);
    expect(waiting).toEqual([1]);
    controller.abort();
    await ui.ended;
  });

  test('a run without a view is asked about too', async () => {
    const ui = await openUi();
    await ui.type('slow');
    await ui.press(KEYS.enter, KEYS.right, KEYS.enter);
    expect(await ui.seen()).toMatch(/1 running/);
    await ui.press('q', 'c');
    await ui.ended;
    const [trace] = await ui.kernel.audit.list({ event: 'invoke' });
    expect(trace?.outcome).toBe('cancelled');
  });

  test('a signal ends the browser and its runs', async () => {
    const controller = new AbortController();
    const ui = await openUi({ columns: 80, rows: 24 }, { signal: controller.signal });
    await ui.type('slow');
    await ui.press(KEYS.enter, KEYS.enter);
    controller.abort();
    await ui.ended;
    expect(await ui.terminal.isAlternate()).toBe(false);
    const [trace] = await ui.kernel.audit.list({ event: 'invoke' });
    expect(trace?.outcome).toBe('cancelled');
  });

  test('an error ends nothing: the next key takes it away', async () => {
    const real = await createTestKernel();
    const broken: Kernel = {
      ...real,
      handles: {
        ...real.handles,
        list: () => Promise.reject(Object.assign(new Error('No disk.'), { code: 'STORE_FAILED', hint: 'look' })),
      },
    };
    const ui = await openUi({ columns: 80, rows: 24 }, { kernel: broken });
    await ui.press('3');
    expect(await ui.seen()).toMatch(/✗ STORE_FAILED: No disk\.\n +look/);
    await ui.press(KEYS.down);
    expect(await ui.seen()).not.toContain('STORE_FAILED');
  });
});

describe('receipts', () => {
  test('by host, tool and session in turn, with all of them in the last line', async () => {
    const ui = await openUi({ columns: 80, rows: 24 }, { receipts: () => RECEIPTS });
    await ui.press('5');
    const seen = await ui.seen();
    expect(seen).toMatch(/host +read . kept +calls +in +out +saved +cost more/);
    expect(seen).toMatch(/codex +░+ +1 /);
    expect(seen).toContain('█ read  ░ kept out');
    expect(seen).toMatch(/> claude-code +█+ +42 /);
    expect(seen).toMatch(/ all +44 /);
    expect(seen).toContain('redacted: email 64, secret 3, password 1');
    await ui.press('b');
    expect(await ui.seen()).toMatch(/> claude-code Bash +█+ +41 /);
    await ui.press('b');
    expect(await ui.seen()).toMatch(/> claude-code b9d1 +█+ +42 /);
    await ui.press('b');
    expect(await ui.seen()).toMatch(/> claude-code +█+ +42 /);
  });

  test('60 by 15 shows names, what was read and saved, losses with a minus', async () => {
    const ui = await openUi({ columns: 60, rows: 15 }, { receipts: () => RECEIPTS });
    await ui.press('5');
    const seen = await ui.seen();
    expect(seen).toMatch(/gemini +1 .* -60/);
    expect(seen).toMatch(/ all +44 /);
    expect(seen).toContain('redacted: email 64');
    await ui.press(KEYS.enter);
    expect(await ui.seen()).toMatch(/host would show +\d/);
  });

  test('are read when one looks, and a failure is told', async () => {
    let reads = 0;
    const receipts = () => {
      reads += 1;
      if (reads === 2) {
        throw new Error('the disk is gone');
      }
      return reads === 1 ? [] : RECEIPTS;
    };
    const ui = await openUi(undefined, { receipts });
    expect(reads).toBe(0);
    await ui.press('5');
    expect(await ui.seen()).toContain('no receipts yet: akernel install <host>');
    await ui.press('r');
    expect(await ui.seen()).toContain('could not be read: r tries again');
    expect(await ui.seen()).toContain('INTERNAL');
    await ui.press('r');
    expect(await ui.seen()).toContain('claude-code');
  });
});
