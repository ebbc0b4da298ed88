import { describe, expect, test } from 'vitest';
import { HOOK_PROTOCOLS } from '../../../src/hosts/hook/index.js';
import { strayPlaceholders } from '../../../src/hosts/hook/judge-write.js';
import { isConfig } from '../../../src/hosts/hook/own-reach.js';
import { patchWrites } from '../../../src/hosts/hook/patch.js';
import { restoreWrite } from '../../../src/hosts/hook/restore-write.js';
import type { ShownText } from '../../../src/hosts/hook/shown-lines.js';
import { inputWith, writesIn } from '../../../src/hosts/hook/write-input.js';

const FILE = 'settings.txt';

/** Whatever stands in angle brackets is hidden. */
function fileOf(marked: string): ShownText {
  const replacements: { at: number; length: number; raw_chars: number }[] = [];
  let real = '';
  let shown = '';
  for (const part of marked.split(/(<[^>]*>)/)) {
    const [type = '', value = ''] = part.startsWith('<') ? part.slice(1, -1).split(':') : [];
    const placeholder = `[REDACTED:${type}]`;
    if (type === '') {
      shown += part;
      real += part;
    } else {
      replacements.push({ at: shown.length, length: placeholder.length, raw_chars: value.length });
      shown += placeholder;
      real += value;
    }
  }
  return { real, shown, replacements };
}

const S = '[REDACTED:secret]';
const P = '[REDACTED:password]';

describe('which placeholders are in the wrong place', () => {
  test.each([
    ['in a new file', '', { after: `a\nb=${S}\n` }, [[S, 2]]],
    ['in the place of a value', 'b=<secret:v1>\n', { after: `b=${S}\n` }, [[S, 1]]],
    ['another type than the file has', `doc ${S}\n`, { after: `doc ${P}\n` }, [[P, 1]]],
    ['in a document about them, again', `doc ${S}\n`, { after: `doc ${S}\nmore ${S}\n` }, []],
    ['in such a document, by an edit', `doc ${S}\nend\n`, { before: 'end', after: `see ${S}` }, []],
    ['in a document that hides a value too', `doc ${S}\nb=<secret:v1>\n`, { after: `doc ${S}\nb=${S}\n` }, [[S, 1]]],
    ['as often as the text before', `doc ${S}\nb=<secret:v>\n`, { before: `doc ${S}`, after: `doc: ${S}` }, []],
    [
      'once more than the text before',
      `doc ${S}\nb=<secret:v>\n`,
      { before: `doc ${S}`, after: `${S} ${S}` },
      [[S, 1]],
    ],
    ['in the text before only', 'b=<secret:v1>\n', { before: `b=${S}`, after: 'b=$KEY' }, [[S, 1]]],
    ['with a mark', '', { after: '[REDACTED:email:7f3a]' }, [['[REDACTED:email:7f3a]', 1]]],
    ['what only looks like one', '', { after: '[REDACTED] [REDACTED:X] [redacted:secret]' }, []],
    ['nowhere', 'b=<secret:v1>\n', { before: 'b=', after: 'c=' }, []],
  ] as const)('%s', (_, marked, write, expected) => {
    const found = strayPlaceholders({ file: FILE, ...write }, fileOf(marked));
    expect(found.map(({ placeholder, line }) => [placeholder, line])).toEqual(expected);
  });
});

test.each([
  ['akernel.config.yaml', true],
  ['/repo/akernel.config.json', true],
  ['C:\\repo\\AKERNEL.CONFIG.YML', true],
  ['/home/ann/.config/akernel/config.yaml', true],
  ['src/akernel.config.ts', false],
  ['docs/akernel.config.yaml.md', false],
  ['/repo/config.yaml', false],
])('whether %s says what is hidden: %s', (file, expected) => {
  expect(isConfig(file)).toBe(expected);
});

describe('the true values', () => {
  const restored = (marked: string, write: { readonly before?: string; readonly after: string }) =>
    restoreWrite({ file: FILE, ...write }, fileOf(marked))?.write;

  test.each([
    ['a line as it was', 'a=<secret:v1>\nb=2\n', `a=${S}\nb=3\n`, 'a=v1\nb=3\n'],
    ['two of a type, by their lines', 'a=<secret:v1>\nb=<secret:v2>\n', `b=${S}\na=${S}\n`, 'b=v2\na=v1\n'],
    ['a line with more behind it', 'a=<secret:v1>\nb=<secret:v2>\n', `a=${S} # new\nb=${S}\n`, 'a=v1 # new\nb=v2\n'],
    ['the only one of its type, elsewhere', 'a=<secret:v1>\n', `export X=${S}\n`, 'export X=v1\n'],
    ['equal values', 'a=<secret:v1>\nb=<secret:v1>\n', `c=${S}\n`, 'c=v1\n'],
    [
      'equal lines, told by their neighbours',
      'x:\n p: <password:v1>\ny:\n p: <password:v2>\nend\n',
      `x:\n p: ${P}\ny:\n p: ${P}\nend\n# new\n`,
      'x:\n p: v1\ny:\n p: v2\nend\n# new\n',
    ],
    ['two in a line', 'u=<secret:v1> p=<password:v2>\n', `u=${S} p=${P};\n`, 'u=v1 p=v2;\n'],
    ['a value of several lines', 'k: <secret:one\ntwo>\nz\n', `z\nk: ${S}\n`, 'z\nk: one\ntwo\n'],
    ['ends of lines', 'a=<secret:v1>\r\nb\r\n', `a=${S}\r\nc\r\n`, 'a=v1\r\nc\r\n'],
    ['dollar signs', 'a=<secret:$&$1>\n', `a=${S}\n`, 'a=$&$1\n'],
  ])('%s', (_, marked, after, expected) => {
    expect(restored(marked, { after })?.after).toBe(expected);
  });

  test.each([
    ['a line of another name, and two values', 'a=<secret:v1>\nb=<secret:v2>\n', `c=${S}\n`],
    [
      'equal lines whose neighbours have gone',
      'x:\n p: <password:v1>\ny:\n p: <password:v2>\n',
      ` p: ${P}\n p: ${P}\n`,
    ],
    ['a type that is not in the file', 'a=<secret:v1>\n', `a=${P}\n`],
  ])('are not told apart: %s', (_, marked, after) => {
    expect(restored(marked, { after })).toBeUndefined();
  });

  test('of an edit: both texts, from the place of the old one', () => {
    const marked = 'a=<secret:v1>\nb=<secret:v2>\n';
    expect(restored(marked, { before: `b=${S}`, after: `c=${S}` })).toEqual({
      file: FILE,
      before: 'b=v2',
      after: 'c=v2',
    });
    expect(restored(marked, { before: `=${S}`, after: `=${S}` })).toBeUndefined();
    expect(restored(marked, { before: `SECRET]\nb=${S}`, after: S })).toBeUndefined();
    expect(restored(marked, { before: `nowhere ${S}`, after: S })).toBeUndefined();
  });
});

test('what tools write, and the same with other texts', () => {
  const edits = {
    file_path: FILE,
    edits: [{ old_string: 'a', new_string: 'b', replace_all: true }, { x: 1 }],
    note: 1,
  };
  expect(writesIn(edits)).toEqual([{ file: FILE, before: 'a', after: 'b' }]);
  expect(inputWith(edits, [{ file: FILE, before: 'A', after: 'B' }])).toEqual({
    file_path: FILE,
    edits: [{ old_string: 'A', new_string: 'B', replace_all: true }, { x: 1 }],
    note: 1,
  });
  expect(writesIn({ content: 'without a file' })).toEqual([]);
  expect(inputWith({ filePath: FILE, content: 'a', mode: 7 }, [{ file: FILE, after: 'b' }])).toEqual({
    filePath: FILE,
    content: 'b',
    mode: 7,
  });
});

test('the lines of a patch, file by file', () => {
  const patch =
    '*** Begin Patch\n*** Update File: a.txt\n@@\n x\n-old\n+new\n*** Add File: b.txt\n+one\n+two\n*** End Patch';
  expect(patchWrites(patch)).toEqual([
    { file: 'a.txt', before: 'old\n', after: 'new\n' },
    { file: 'b.txt', before: '', after: 'one\ntwo\n' },
  ]);
});

const PATCH = `*** Begin Patch\n*** Update File: a\n@@\n-old\n+X=${S}\n*** End Patch`;
const LATE = { oldString: 'old', newString: `X=${S}` };

test.each([
  ['copilot', { toolName: 'insert', toolArgs: { path: 'a', insert_line: 1, new_str: S } }],
  ['copilot', { toolName: 'str_replace_editor', toolArgs: { command: 'create', path: 'a', file_text: S } }],
  ['copilot', { toolName: 'apply_patch', toolArgs: { input: PATCH } }],
  ['opencode', { tool: 'multiedit', args: { filePath: 'a', edits: [LATE] } }],
  ['opencode', { tool: 'patch', args: { patchText: PATCH } }],
  ['opencode', { tool: 'apply_patch', args: { patchText: PATCH } }],
  ['codex', { hook_event_name: 'PreToolUse', tool_name: 'apply_patch', tool_input: { command: PATCH } }],
  [
    'vscode',
    vscodeCall('multi_replace_string_in_file', { explanation: 'x', replacements: [{ filePath: 'a', ...LATE }] }),
  ],
  ['vscode', vscodeCall('insert_edit_into_file', { filePath: 'a', code: S })],
  ['vscode', vscodeCall('apply_patch', { input: PATCH })],
] as const)('a tool of %s that writes is known as one: %j', (host, call) => {
  const event = HOOK_PROTOCOLS[host].parse(call);
  const writes = event?.kind === 'before-write' ? event.writes : [];
  expect(writes.map(({ file, after }) => [file, after.includes(S)])).toEqual([['a', true]]);
});

function vscodeCall(tool: string, input: Readonly<Record<string, unknown>>) {
  return { hook_event_name: 'PreToolUse', tool_name: tool, tool_input: input };
}

test('an edit with a file of its own gets its own text back', () => {
  const input = { explanation: 'x', replacements: [{ filePath: 'a', ...LATE }, 5, { filePath: 'b', ...LATE }] };
  const writes = writesIn(input);
  expect(writes.map(({ file }) => file)).toEqual(['a', 'b']);
  expect(
    inputWith(
      input,
      writes.map((write) => ({ ...write, after: write.file })),
    ),
  ).toEqual({
    explanation: 'x',
    replacements: [{ filePath: 'a', ...LATE, newString: 'a' }, 5, { filePath: 'b', ...LATE, newString: 'b' }],
  });
});
