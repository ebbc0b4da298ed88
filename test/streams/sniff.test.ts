import { describe, expect, test } from 'vitest';
import { type InputFormat, sniffFormat } from '../../src/streams/sniff.js';
import { bytes } from './collect.js';

interface Case {
  readonly name: string;
  readonly head: string | Uint8Array;
  readonly file?: string;
  readonly format: InputFormat;
}

const CASES: readonly Case[] = [
  { name: 'NDJSON', head: '{"a":1}\n{"a":2}\n{"a', format: 'ndjson' },
  { name: 'one line of NDJSON so far', head: '{"a":1}\n', format: 'ndjson' },
  { name: 'NDJSON under a banner', head: `starting up\n${'{"a":1}\n'.repeat(10)}`, format: 'ndjson' },
  { name: 'NDJSON with a byte order mark', head: '\ufeff{"a":1}\n{"a":2}\n', format: 'ndjson' },
  { name: 'lines of lists', head: '[1,2]\n[3,4]\n', format: 'ndjson' },
  { name: 'a JSON array', head: '[{"a":1},{"a":2}', format: 'json' },
  { name: 'a JSON array on one line', head: '[{"a":1},{"a":2}]\n', format: 'json' },
  { name: 'pretty-printed JSON', head: '{\n  "a": [\n    1', format: 'json' },
  { name: 'a pretty-printed array', head: '[\n  {\n    "a": 1\n  },\n  {', format: 'json' },
  { name: 'an object on one long line', head: `{"a":"${'x'.repeat(1000)}`, format: 'json' },
  { name: 'CSV', head: 'id,name,city\n1,Ann,Bonn\n2,Bob,Ulm\n', format: 'csv' },
  { name: 'CSV with quotes', head: '"id","full name","city"\n1,"Ann, B.",Bonn\n2,"x\ny",Ulm\n', format: 'csv' },
  { name: 'CSV with semicolons', head: 'id;name;city\n1;Ann;Bonn\n2;Bob;Ulm\n', format: 'csv' },
  { name: 'tabs', head: 'id\tname\tcity\n1\tAnn\tBonn\n2\tBob\tUlm\n', format: 'csv' },
  { name: 'two columns are not enough', head: 'a,b\n1,2\n3,4\n', format: 'text' },
  { name: 'two records are not enough', head: 'id,name,city\n1,Ann,Bonn\n', format: 'text' },
  { name: 'prose', head: 'Yes, no, maybe.\nOne, two, three.\nA, b, c.\n', format: 'text' },
  {
    name: 'prose with equal commas',
    head: 'When, as ever, it rained\nthe roof, being old, leaked\nand we, in turn, got wet\n',
    format: 'text',
  },
  {
    name: 'a log',
    head: '2026-01-02 10:00:00,123 INFO a, b\n2026-01-02 10:00:00,124 INFO c, d\n'.repeat(3),
    format: 'text',
  },
  { name: 'a log in brackets', head: '[INFO] server started\n[INFO] {"a":1}\n', format: 'text' },
  { name: 'a log with times in brackets', head: '[2026-01-02] started\n[2026-01-02] stopped\n', format: 'text' },
  { name: 'a log with tabs', head: 'INFO\tapp\tstarted\nINFO\tapp\tready\nINFO\tdb\topen\n', format: 'text' },
  { name: 'C', head: 'int a, b, c;\nint d, e, f;\nint g, h, i;\n', format: 'text' },
  { name: 'JavaScript', head: '{\n  const a = [1, 2];\n}\n', format: 'text' },
  { name: 'imports', head: 'import a, b, c\nimport d, e, f\nimport g, h, i\n', format: 'text' },
  { name: 'a Markdown table', head: '| a | b | c |\n|---|---|---|\n| 1 | 2 | 3 |\n', format: 'text' },
  { name: 'numbers', head: '1\n2\n3\n', format: 'text' },
  { name: 'footnotes', head: '[1] Some book.\n[2] Another.\n', format: 'text' },
  { name: 'INI', head: '[section]\nkey=value\n', format: 'text' },
  { name: 'nothing', head: '', format: 'text' },
  { name: 'a NUL byte among many others', head: `${'abc'.repeat(20)}\u0000def`, format: 'text' },
  { name: 'many NUL bytes', head: 'abc\u0000def\u0000', format: 'binary' },
  {
    name: 'compressed bytes',
    head: Uint8Array.from({ length: 400 }, (_, index) => 1 + ((index * 89) % 255)),
    format: 'binary',
  },
  { name: 'colours', head: '\u001b[31mred\u001b[0m\n', format: 'text' },
  { name: '.csv', head: 'name\nx\n', file: 'a/b.CSV', format: 'csv' },
  { name: '.csv that is empty', head: '', file: 'b.csv', format: 'csv' },
  { name: '.csv that is JSON', head: '[{"a":1},{"a":2}]', file: 'b.csv', format: 'json' },
  { name: '.tsv', head: 'a\tb\n', file: 'b.tsv', format: 'csv' },
  { name: '.json', head: '{"a":1}\n', file: 'b.json', format: 'json' },
  { name: '.json that is prose', head: 'Not found\n', file: 'b.json', format: 'text' },
  { name: '.jsonl', head: '{"a":1}', file: 'b.jsonl', format: 'ndjson' },
  { name: '.ndjson with a long line', head: `{"a":"${'x'.repeat(1000)}`, file: 'b.ndjson', format: 'ndjson' },
  { name: '.log of records', head: '{"a":1}\n{"a":2}\n', file: 'b.log', format: 'ndjson' },
  { name: '.csv that is binary', head: 'a,b\u0000', file: 'b.csv', format: 'binary' },
];

describe('sniffing', () => {
  test.each(CASES)('$name', ({ head, file, format }) => {
    expect(sniffFormat(typeof head === 'string' ? bytes(head) : head, file)).toBe(format);
  });
});
