import { expect, test } from 'vitest';
import { createMarkdownTranscript, createTextTranscript } from '../../src/cli/output/transcript.js';
import type { SessionEntry } from '../../src/contract/session.js';

test('images are told by where they stand, and never printed', () => {
  const data = 'iVBORw0KGgo=';
  const entry = {
    seq: 1,
    turn: 1,
    at: '2026-01-01T00:00:00.000Z',
    message: {
      role: 'user',
      content: [
        { type: 'text', text: 'What is this?' },
        { type: 'image_url', image_url: { url: `data:image/png;base64,${data}` } },
        { type: 'image_url', image_url: { url: 'https://example.org/cat.png' } },
      ],
    },
  } satisfies SessionEntry;
  for (const print of [createTextTranscript(), createMarkdownTranscript()]) {
    const text = print(entry);
    expect(text).toMatch(
      /What is this\?\n.*\[image of type image\/png\]\n.*\[image https:\/\/example\.org\/cat\.png\]\n/,
    );
    expect(text).not.toContain(data);
  }
});

function said(text: string): string {
  const message = { role: 'assistant', content: text } as const;
  const page = createMarkdownTranscript()({ seq: 1, turn: 1, at: '2026-01-01T00:00:00.000Z', message });
  return page.slice(page.indexOf('\n> ') + 1, -1).replace(/^> ?/gm, '');
}

test.each([
  ['tags', 'a <b>b</b> <script>x</script>', 'a &lt;b>b&lt;/b> &lt;script>x&lt;/script>'],
  ['comments', '<!-- hidden -->', '&lt;!-- hidden -->'],
  ['what somebody escaped already', '\\<b> &lt;b> & &copy;', '&lt;b> &amp;lt;b> & &amp;copy;'],
  ['links', '[x](javascript:a) [y][z]', '[x\\](javascript:a) [y\\][z]'],
  ['images', '![x](https://example.org/a.png)', '![x\\](https://example.org/a.png)'],
  ['what links refer to', '[x]: javascript:a', '[x\\]: javascript:a'],
  ['code that does not end on its line', 'a `<b>\n<c>` d', 'a \\`&lt;b>\n&lt;c>\\` d'],
  ['code in a table', '| `a | <b> ` |', '| \\`a | &lt;b> \\` |'],
  ['code behind an address', 'https://x.y/`<b>`', 'https://x.y/\\`&lt;b>\\`'],
  ['fences in lists', '1. ~~~\n   ```\n<b>', '1. \\~\\~\\~\n   \\`\\`\\`\n&lt;b>'],
  ['fences that end', '```\n<a>\n````\n<b>', '```\n<a>\n````\n&lt;b>'],
  ['a fence that is a row', '~~~\\| a |\n|---|\n<b>', '\\~\\~\\~\\| a |\n|---|\n&lt;b>'],
])('Markdown shows as text what a page would obey: %s', (_, text, wanted) => {
  expect(said(text)).toBe(wanted);
});

test.each([
  ['code', 'use `a[0] < b` and ``x ` <y>``'],
  ['fences', '```html\n<b>\n``\n  ```'],
  ['other fences', '~~~\n```\n<b>\n~~~~'],
  ['words', '**bold** _it_ # a\n- [ ] task [REDACTED:email], ~~gone~~ a & b > c'],
])('Markdown stays as it was written: %s', (_, text) => {
  expect(said(text)).toBe(text);
});

test('a line of a million marks costs no more than any other', () => {
  const marks = Array.from({ length: 1400 }, (_, index) => '`'.repeat(index + 1)).join(' ');
  expect(said(marks)).toHaveLength(marks.length + marks.replaceAll(' ', '').length);
});
