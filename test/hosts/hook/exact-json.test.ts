import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, test } from 'vitest';
import { hasNameTwice, parseExactJson, stringifyExactJson, withNumbersOf } from '../../../src/hosts/hook/exact-json.js';
import { type CliWorkshop, createCliWorkshop } from '../../support/cli-host.js';
import { SECRET, SECRET_LINE } from '../../support/hook-fixture.js';

const NUMBERS = ['9007199254740993', '-0', '1.0', '1e400', '1E5', '0.10', '12345678901234567890.123456789', '-7e-400'];

describe('JSON that is written as it was read', () => {
  test.each([...NUMBERS, ...NUMBERS.map((number) => `{"a":[${number},"${number}",{"b\\"":${number}}]}`)])(
    '%s',
    (text) => {
      expect(stringifyExactJson(parseExactJson(text))).toBe(text);
    },
  );

  it('is what JSON.parse and JSON.stringify make of it where no number is odd', () => {
    fc.assert(
      fc.property(fc.json(), (json) => {
        const text = JSON.stringify(JSON.parse(json));
        expect(stringifyExactJson(parseExactJson(json))).toBe(text);
        expect(hasNameTwice(text, JSON.parse(text))).toBe(false);
      }),
    );
  });

  test.each(['', '{', '01', '[1.]', '1e', '--1', '[9007199254740993', '"9007199254740993'])('refuses %s', (text) => {
    expect(() => parseExactJson(text)).toThrow(SyntaxError);
  });

  it('knows names that stand twice, wherever', () => {
    expect(hasNameTwice('{"a":1,"a":2}', { a: 2 })).toBe(true);
    expect(hasNameTwice('[{"b":{"a:":"\\":","\\u0061:":2}}]', [{ b: { 'a:': 2 } }])).toBe(true);
    expect(hasNameTwice('{"a":1.0,"b:":"c:"}', parseExactJson('{"a":1.0,"b:":"c:"}'))).toBe(false);
  });

  it('puts numbers back where they stand, also beside a name that was replaced', () => {
    const source = parseExactJson('{"one":[1.0,9007199254740993,-0],"two":2.50,"three":"1.0","four":1.0}');
    const changed = { one: [1, '[REDACTED:x]', 0], '[REDACTED:name]': 2.5, three: '1.0', four: '[REDACTED:x]' };
    expect(stringifyExactJson(withNumbersOf(source, changed))).toBe(
      '{"one":[1.0,"[REDACTED:x]",-0],"[REDACTED:name]":2.50,"three":"1.0","four":"[REDACTED:x]"}',
    );
  });
});

describe('the answer of a hook', () => {
  let shop: CliWorkshop;
  beforeAll(() => {
    shop = createCliWorkshop();
  });
  afterAll(() => shop.dispose());

  async function answer(host: string, event: string): Promise<string> {
    return (await shop.run(['hook', host], { stdin: event })).stdout;
  }

  test.each(NUMBERS)('keeps %s beside what was replaced', async (number) => {
    const rows = `[{"id":${number},"note":"${SECRET_LINE}","at":[${number}]}]`;
    const claude = `{"hook_event_name":"PostToolUse","tool_name":"mcp__shop__rows","tool_response":${rows}}`;
    const shown = await answer('claude-code', claude);
    expect(shown).toContain(`"id":${number},"note":"`);
    expect(shown).toContain(`"at":[${number}]`);
    expect(shown).not.toContain(SECRET);
    const cursor = { hook_event_name: 'postToolUse', tool_name: 'MCP:rows', tool_output: rows };
    const there = await answer('cursor', JSON.stringify(cursor));
    expect(there).toContain(`{"updated_mcp_tool_output":[{"id":${number},"note":"`);
  });

  it('keeps those of the input of a command that is wrapped', async () => {
    const event = `{"hook_event_name":"PreToolUse","tool_name":"Bash","tool_input":{"command":"npm test","timeout":9007199254740993,"rate":1.0}}`;
    const { stdout } = await shop.run(['hook', 'claude-code', '--wrap'], { stdin: event });
    expect(stdout).toContain('"timeout":9007199254740993,"rate":1.0}');
  });

  it('hides a number that is a finding, though no double holds it', async () => {
    const rows = '[{"password":90071992547409931234,"id":90071992547409931234}]';
    const event = `{"hook_event_name":"PostToolUse","tool_name":"mcp__shop__rows","tool_response":${rows}}`;
    expect(await answer('claude-code', event)).toMatch(/"password":"\[REDACTED:\w+\][^"]*","id":90071992547409931234/);
  });

  it('looks through every member of a name that stands twice', async () => {
    const output = `{"note":"${SECRET_LINE}","note":"fine"}`;
    const shown = await answer(
      'cursor',
      JSON.stringify({ hook_event_name: 'postToolUse', tool_name: 'MCP:rows', tool_output: output }),
    );
    expect(shown).toContain('REDACTED');
    expect(shown).not.toContain(SECRET);
  });

  it('hides a name that is a secret beside the bytes of a picture', async () => {
    const picture = { type: 'image', mimeType: 'image/png', data: 'iVBORw0KGgoAAAANSUhEUgAAAAUA', [SECRET]: 1 };
    const event = { hook_event_name: 'PostToolUse', tool_name: 'mcp__shop__draw', tool_response: [picture] };
    const shown = await answer('claude-code', JSON.stringify(event));
    expect(shown).toContain('iVBORw0KGgo');
    expect(shown).not.toContain(SECRET);
  });
});
