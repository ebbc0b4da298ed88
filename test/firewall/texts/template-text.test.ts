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

test.each([
  ['addresses and long numbers', 'GET from 10.0.0.7:5120 took 1734 ms', 'GET from … took … ms'],
  ['long paths', 'opened /var/lib/nova/instances/a/disk', 'opened /var/…'],
  ['short numbers', 'attempt 2 of 3', 'attempt … of …'],
  ['what hides a value', 'user [REDACTED:email:7312] left', 'user [REDACTED:email:7312] left'],
])('of several lines nothing is told that changes from one to the other: %s', (_name, sample, expected) => {
  expect(templateText(sample, 3)).toBe(expected);
});

test('of one line its numbers are told, but not which process of a program it was', () => {
  expect(templateText('sshd[2421]: 1734 ms on 10.0.0.7')).toBe('sshd[…]: 1734 ms on 10.0.0.7');
});
