import fc from 'fast-check';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { tomlGateway } from '../../../src/hosts/install/toml-gateway.js';

const OWN = { node: '/my node/bin/node', program: '/opt/a "b"/akernel.js', env: { AKERNEL_HOME: '/a b' } };
const GATEWAY = tomlGateway({ host: 'codex', own: OWN, copy: '/state/original.toml' });

/** Tables, each with comments, empty lines, texts and lists over several lines that look like heads. */
const block = fc.constantFrom(
  '# about\n[tui]\nx = """\n[mcp_servers.no]\n"""\n',
  '[profiles.a]\nlist = [\n  [1, 2], # ]\n  [3],\n]\n\n',
  '[[items]]\nname = "[x]"\n[[items]]\nname = \'# no\'\n',
  '[history]\npath = "a # b" # c\n\n\n',
  '[[other]]\n',
);
const server = fc.constantFrom(
  '[mcp_servers.a]\ncommand = "a"\n\n[mcp_servers.a.env]\nX = "1"\n\n',
  '# mine\n[mcp_servers."b c"]\ncommand = "b"\nargs = [\n "[mcp_servers.no]",\n]\n',
  '[ mcp_servers . \'d\' ]\nurl = "https://x/"\n',
  '[mcp_servers.off]\ncommand = "x"\nenabled = false\n',
);
const text = fc
  .record({
    root: fc.constantFrom('', 'model = "x"\n', '# first\n\na.b = 1\n'),
    blocks: fc.uniqueArray(fc.oneof(block, server), { maxLength: 6 }),
    eol: fc.constantFrom('\n', '\r\n'),
    mark: fc.constantFrom('', '\ufeff'),
    isOpenEnded: fc.boolean(),
  })
  .map(({ root, blocks, eol, mark, isOpenEnded }) => {
    const whole = `${root}${blocks.join('')}`;
    return mark + (isOpenEnded ? whole.trimEnd() : whole).replaceAll('\n', eol);
  });

function tree(toml: string): Record<string, unknown> {
  return JSON.parse(JSON.stringify(parse(toml.replace(/^\ufeff/, ''))));
}

test('of any file only our table and the servers behind it change, and all comes back', async () => {
  await fc.assert(
    fc.asyncProperty(text, async (original) => {
      const { text: installed } = await GATEWAY.put(original);
      expect((await GATEWAY.put(installed)).isThere).toBe(true);
      const { mcp_servers: servers, ...others } = tree(installed);
      const { mcp_servers: before, ...othersBefore } = tree(original);
      expect(others).toEqual(othersBefore);
      expect(Object.keys(servers as object).filter((name) => name !== 'akernel')).toEqual(
        before !== undefined && 'off' in (before as object) ? ['off'] : [],
      );
      const back = (await GATEWAY.take({ original, installed, current: installed })) ?? '';
      expect(tree(back)).toEqual(tree(original));
      const current = `${installed}${installed.endsWith('\n') ? '' : '\n'}[mcp_servers.later]\ncommand = "l"\n`;
      const left = tree((await GATEWAY.take({ original, installed, current })) ?? '');
      expect(left).toEqual({ ...othersBefore, mcp_servers: { ...(before as object), later: { command: 'l' } } });
    }),
    { numRuns: 300 },
  );
});
