import { describe, expect, it } from 'vitest';
import { redactText } from '../../../src/firewall/find/redactor.js';
import { createDigest } from '../../../src/firewall/texts/digest.js';
import { createHtmlText } from '../../../src/firewall/texts/kinds/html-text.js';
import { outlineOf } from '../../../src/firewall/texts/outline.js';
import { digestOf } from '../../support/digest-of.js';

function textOf(lines: readonly string[]): readonly string[] {
  const page = createHtmlText();
  return lines.map((line) => page.next(line).text);
}

function outline(lines: readonly string[]): string | undefined {
  return outlineOf(digestOf(lines), { isShown: () => false, fits: () => true })?.sentence;
}

describe('the text of a page in HTML', () => {
  it('is what stands between tags, which may go on over the ends of lines', () => {
    expect(textOf(['<p>one <b>t</b>wo</p><p>three', '<a', ' href="x"', '>four</a', '> five'])).toEqual([
      'one two three',
      '',
      '',
      'four',
      'five',
    ]);
  });

  it('has no comments, styles and scripts, and whatever they hold', () => {
    const lines = [
      'a<!-- <p>b',
      'c --> d',
      '<style>p < h1 {',
      '</p>}</style >e<script>if (a < b) "</p>";',
      '</SCRIPT>f',
    ];
    expect(textOf(lines)).toEqual(['a', 'd', '', 'e', 'f']);
  });

  it('has what a script writes on it', () => {
    const lines = ['<script>', 'var a = 1;', 'total.innerHTML = "3 failures";', '</script>'];
    expect(textOf(lines)).toEqual(['', '', 'total.innerHTML = "3 failures";', '']);
  });

  it('keeps what is less than something, and has characters for their names', () => {
    expect(textOf(['1 < 2 &amp;&#38;&#x26; &lt;b&gt; &#27;[2J &#xd800; &unknown;'])).toEqual([
      '1 < 2 &&& <b> &#27;[2J &#xd800; &unknown;',
    ]);
  });

  it('is indented as it was where it is preformatted', () => {
    expect(textOf(['<pre>', '  a    b', '</pre>', '  a    b'])).toEqual(['', '  a  b', '', 'a b']);
  });
});

describe('what is told of a page in HTML', () => {
  const PAGE = [
    '<!DOCTYPE html>',
    '<html><head><title>The book</title>',
    '<style>h1 { color: red }</style></head>',
    '<body><h1',
    '><a name="x"></a',
    '>First &amp; last</h1',
    '><p>It begins here.',
    '<h2>Parts <b>of</b>',
    'all</h2><dl><dt>one<dd>the first<dt>two<dd>the second</dl>',
    '<h2>Ends</h2><p>done</p>',
  ];

  it('has its title, headings and terms in the outline, and no tags', () => {
    expect(outline(PAGE)).toBe('outline by line: 1 The book · 5 First & last · 7 Parts of all: one, two · 9 Ends');
    expect(digestOf(PAGE).tail.map(({ text }) => text)).toContain('It begins here.');
  });

  it('counts headings, links, rows and the like, and says that tags are left out', () => {
    expect(digestOf([...PAGE, '<a href="a">a</a><A HREF="b">b</A><img src="c">']).kindFacts).toEqual([
      'told without tags, styles and scripts',
      'headings: 4, links: 3, images: 1',
    ]);
  });

  it('tells no secret that only its tags had cut', () => {
    const secret = ['AKIA', 'IOSF', 'ODNN', '7EXA', 'MPLE'];
    const digest = createDigest({ maxTokens: 4000, redact: (text) => redactText(text).text });
    const lines = [...PAGE, `<p>${secret.join('<wbr>')}</p>`, `<h2>${secret.join('<b></b')}`, `>${'x'}</h2>`];
    lines.push('<h2>', ...secret.map((part) => `${part}<b`), '></b></h2>');
    lines.forEach((text, row) => {
      digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
    });
    digest.end();
    const kept = digest.kept();
    const told = JSON.stringify([kept.head, outlineOf(kept, { isShown: () => false, fits: () => true })?.sentence]);
    expect(told).toContain('[REDACTED:');
    expect(told).not.toContain(secret.slice(0, 3).join(''));
  });

  it('names no heading by a secret that its lines are together', () => {
    const digest = createDigest({ maxTokens: 4000, redact: (text) => redactText(text).text });
    const lines = [...PAGE, '<h2>Card 4111 1111<b', '> 1111 1111</b></h2>', '<h2>Other</h2>'];
    lines.forEach((text, row) => {
      digest.add({ row, channel: 'text', text, rawChars: text.length + 1, rawStart: 0, rawEnd: 0 });
    });
    digest.end();
    const { sentence = '' } = outlineOf(digest.kept(), { isShown: () => false, fits: () => true }) ?? {};
    expect(sentence).toContain('Other');
    expect(sentence).toContain('[REDACTED:card]');
    expect(sentence).not.toContain('1111');
  });
});
