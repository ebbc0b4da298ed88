import { accessKey, letters, mix } from '../../src/drivers/demo/synthetic.js';
import { DETECTORS } from '../../src/firewall/detectors/index.js';
import { createRedactor } from '../../src/firewall/redactor.js';
import type { Benchmark } from './figure.js';
import { mbPerSecond, repeated } from './measure.js';

const ROUNDS = 7;
const PIECE_CHARS = 64 * 1024;
const TEXT_CHARS = 4 * 1000 ** 2;
const MEGABYTE = 1000 ** 2;
/** As much text as the others have: a round over less would measure how long V8 takes to compile. */
const BASE64_BYTES = (TEXT_CHARS * 3) / 4;
const TIMES_EACH = 200;

interface Sample {
  readonly name: string;
  readonly text: string;
  readonly atLeast: number;
}

/** Text through the redactor in pieces of 64 KiB. */
export const redactor: Benchmark = {
  name: 'redactor',
  async *run() {
    for (const { name, text, atLeast } of samples()) {
      redact(text.slice(0, MEGABYTE));
      const spent = await repeated(ROUNDS, () => redact(text));
      const bytes = Buffer.byteLength(text);
      yield { what: `text through the redactor: ${name}`, unit: 'mb_per_s', ...mbPerSecond(bytes, spent), atLeast };
    }
  },
};

function redact(text: string): void {
  const run = createRedactor();
  for (let at = 0; at < text.length; at += PIECE_CHARS) {
    run.push(text.slice(at, at + PIECE_CHARS));
  }
  run.end();
}

function samples(): readonly Sample[] {
  return [
    { name: 'prose', text: lines(prose, TEXT_CHARS), atLeast: 150 },
    { name: 'a finding in every line', text: lines(finding, TEXT_CHARS), atLeast: 60 },
    { name: '`a` × 1 MB', text: 'a'.repeat(MEGABYTE), atLeast: 75 },
    { name: 'digits', text: letters('0123456789', TEXT_CHARS, 1), atLeast: 75 },
    { name: 'base64', text: Buffer.from(letters(ASCII, BASE64_BYTES, 2)).toString('base64'), atLeast: 75 },
    { name: 'minified JSON', text: JSON.stringify(Array.from({ length: 12_000 }, product)), atLeast: 75 },
    { name: 'nothing but the beginnings of secrets', text: beginnings(), atLeast: 20 },
  ];
}

const ASCII = Array.from({ length: 94 }, (_, index) => String.fromCharCode(33 + index)).join('');

/** Every literal that a detector looks for, again and again, so that one is asked at every word. */
function beginnings(): string {
  const literals = DETECTORS.flatMap(({ literals: own }) => own ?? []);
  return Buffer.from(literals.map((literal) => `${literal} `.repeat(TIMES_EACH)).join('\n')).toString();
}

function lines(make: (index: number) => string, chars: number): string {
  let text = '';
  for (let index = 0; text.length < chars; index += 1) {
    text += `${make(index)}\n`;
  }
  // Reading one character makes one flat string of the many pieces, before the clock runs.
  return text.charAt(text.length - 1) === '\n' ? text : '';
}

const SENTENCES = [
  'The harbour was quiet when the last boat came in, and nobody waited on the pier.',
  'She kept her notes in a grey folder, sorted by month, and never lent it to anyone.',
  'After the second winter the roof had to be mended; it took 14 days and cost little.',
  '“It will do,” he said, and put the kettle back on the stove.',
  'Most of the letters were about the weather, the price of wool and a cousin in Leeds.',
  'In 1987 the railway closed its branch line, though the station house still stands.',
  'They walked along the canal until the path ended at a gate; then they turned round.',
  'What the committee wanted was a plan, not a promise, and it said so three times.',
  'The recipe asks for two lemons, half a cup of sugar and a good deal of patience.',
  "It isn't the distance that tires one, it's the wind on the open side of the hill.",
];

function prose(index: number): string {
  return Array.from({ length: 4 }, (_, part) => SENTENCES[mix(index * 4 + part) % SENTENCES.length]).join(' ');
}

function finding(index: number): string {
  const time = new Date(Date.UTC(2024, 0, 1) + index * 137).toISOString();
  const messages = [
    `mail queued for user${index}@example.com template=welcome`,
    `storage uses access key ${accessKey(index)} in region eu-west-1`,
    `db reconnect postgres://app:${letters(ASCII.replace(/[^a-z]/g, ''), 14, index)}@db${index % 4}.example.com/shop`,
    `call back on (415) 555-0134 about order ${index}`,
  ];
  return `${time} INFO ${messages[index % messages.length]}`;
}

function product(_: unknown, index: number): unknown {
  const seed = mix(index);
  return {
    id: index,
    title: `Folding chair no. ${seed % 500}, oak`,
    price: (seed % 100_000) / 100,
    stock: seed % 300,
    tags: ['garden', 'wood', `size-${seed % 9}`],
    updated_at: new Date(Date.UTC(2024, 0, 1) + seed).toISOString(),
    dimensions: { width: seed % 90, height: seed % 120, depth: seed % 60 },
    available: seed % 3 > 0,
  };
}
