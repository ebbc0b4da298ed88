import { expect, test } from 'vitest';
import { templateText } from '../../../src/firewall/texts/template-text.js';

test.each([
  ['names of packages', 'org.apache.hadoop.ipc.Client: retried', 'Client: retried'],
  ['long ids', 'block blk_3886504906413966 ends', 'block blk_… ends'],
  ['the ids of a request', '[req-38101a0b-2096-447d 113d3a99c3da401fbd - -] VM started', '[…] VM started'],
  ['no names in brackets', '[instance: faf974ea-cba5-4e1b-93f4] VM started', '[instance: …] VM started'],
  ['no domain names', 'see docs.example.com for details', 'see docs.example.com for details'],
  ['no word that could be hexadecimal', 'a feedbeef word', 'a feedbeef word'],
  ['no short words', '[main] 12 - 3', '[main] 12 - 3'],
])('takes off what tells no template from another: %s', (_name, sample, expected) => {
  expect(templateText(sample)).toBe(expected);
});
