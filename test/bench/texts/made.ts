import { createCipheriv } from 'node:crypto';
import { accessKey, letters } from '../../../src/drivers/demo/synthetic.js';
import { DETECTORS } from '../../../src/firewall/find/detectors.js';
import { unmark } from '../../detection/case.js';
import { positives } from '../../detection/positives.js';
import type { RealText } from './real.js';

const MEGABYTE = 1000 ** 2;
const BYTES = 8 * MEGABYTE;
const LONGEST_LINE = 200;
const TIMES_EACH = 100;
const LOWER_CASE = 'abcdefghijklmnopqrstuvwxyz';

/** A text that is hard, and the least part of the speed of the bare loop. */
export interface MadeText {
  readonly kind: string;
  readonly text: Buffer;
  readonly atLeast: number;
}

/** Real text with findings put in, and what no person writes. */
export function madeTexts(kinds: readonly RealText[]): readonly MadeText[] {
  const partsOf = (name: string): readonly Buffer[] => kinds.find(({ kind }) => kind === name)?.texts ?? [];
  const minified = partsOf('JSON').flatMap(minify);
  return [
    { kind: 'a finding in every line', text: withFindings(partsOf('Markdown')), atLeast: 15 },
    { kind: 'documents dense with secrets', text: denseDocuments(), atLeast: 5 },
    { kind: '`a` × 1 MB', text: Buffer.from(`${'a'.repeat(MEGABYTE)}\n`.repeat(BYTES / MEGABYTE)), atLeast: 20 },
    { kind: 'digits', text: Buffer.from(randomBytes(BYTES).map((byte) => 48 + (byte % 10))), atLeast: 20 },
    { kind: 'base64', text: Buffer.from(randomBytes((BYTES / 4) * 3).toString('base64')), atLeast: 20 },
    { kind: 'minified JSON', text: Buffer.from(minified.join('\n')), atLeast: 20 },
    { kind: 'beginnings of secrets', text: Buffer.from(beginnings().repeat(2)), atLeast: 5 },
  ].filter(({ text }) => text.length > 0);
}

/** Lines of Markdown, none empty, with something secret or personal at the end. */
function withFindings(texts: readonly Buffer[]): Buffer {
  const lines = texts
    .flatMap((text) => text.toString('utf8').split('\n'))
    .filter((line) => line.trim() !== '' && line.length <= LONGEST_LINE);
  return Buffer.from(lines.map((line, index) => `${line} ${finding(index)}\n`).join('')).subarray(0, BYTES);
}

function finding(index: number): string {
  const findings = [
    `user${index}@example.com`,
    accessKey(index),
    `postgres://app:${letters(LOWER_CASE, 14, index)}@db${index % 4}.example.com/shop`,
    `(415) 555-${1000 + (index % 9000)}`,
  ];
  return findings[index % findings.length] ?? '';
}

/** Every secret of `bench:detection` in its surroundings; the even ones, then the odd ones, so that both halves are alike. */
function denseDocuments(): Buffer {
  const texts = positives()
    .filter(({ form }) => form === 'text')
    .map(({ marked }) => unmark(marked).text);
  const half = (rest: number): readonly string[] => texts.filter((_, index) => index % 2 === rest);
  return Buffer.from([...half(0), ...half(1)].join('\n'));
}

function minify(text: Buffer): readonly string[] {
  try {
    return [JSON.stringify(JSON.parse(text.toString('utf8')))];
  } catch {
    // It has comments, or was cut.
    return [];
  }
}

/** Every literal that a detector looks for, again and again, so that one is asked at every word. */
function beginnings(): string {
  const literals = DETECTORS.flatMap(({ literals: own }) => own ?? []);
  return literals.map((literal) => `${literal} `.repeat(TIMES_EACH)).join('\n');
}

/** The same in each run. */
function randomBytes(length: number): Buffer {
  return createCipheriv('aes-128-ctr', Buffer.alloc(16), Buffer.alloc(16)).update(Buffer.alloc(length));
}
