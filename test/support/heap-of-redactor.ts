import { setTimeout } from 'node:timers/promises';
import { getHeapSnapshot } from 'node:v8';
import { redactBytes } from '../../src/firewall/find/redact-bytes.js';
import { createRedactor, redactText } from '../../src/firewall/find/redactor.js';
import { createValueRedactor } from '../../src/firewall/rows/redact-value.js';

/*
 * A process of its own, run by `nothing-kept.proof.test.ts`: redacts texts in which a secret stands in every way it knows, keeps
 * the redactors, and writes the strings of its heap that hold the secret. The secret and the texts come from standard
 * input, the secret in hexadecimal and as a mark in the texts, so that nothing but the texts holds it.
 */
const kept: unknown[] = [];
const ATTEMPTS = 5;
const PAUSE_MS = 200;

export interface HeapReport {
  readonly redactors: number;
  /** Those of the heap's strings that hold the secret. */
  readonly held: readonly string[];
}

async function redactAll(texts: readonly string[], hex: string): Promise<void> {
  for (const text of texts) {
    const secret = Buffer.from(hex, 'hex').toString('latin1');
    const whole = text.replaceAll('\u00b6', secret);
    const redactor = createRedactor();
    for (let at = 0; at < whole.length; at += 7) {
      redactor.push(whole.slice(at, at + 7));
    }
    redactor.end();
    const discarded = createRedactor();
    discarded.push(`${whole}\n${whole}`);
    discarded.discard();
    const long = createRedactor();
    long.push(whole.repeat(10));
    long.end(whole);
    kept.push(redactor, discarded, long);
    redactText(whole);
    redactText(whole.repeat(1 + Math.floor(5000 / whole.length)));
    createValueRedactor({})({ id: 1, note: whole, password: secret, list: [whole, { text: whole }] });
    for await (const _ of redactBytes(piecesOf(whole), { isLocated: true, onInvalid: ignore })) {
      // What comes out is not kept.
    }
  }
}

async function* piecesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}

function ignore(): void {
  // Nothing is asked of it.
}

async function findHeld(): Promise<readonly string[]> {
  globalThis.gc?.();
  globalThis.gc?.();
  const { strings }: { strings: readonly string[] } = JSON.parse(await read(getHeapSnapshot()));
  const secret = Buffer.from(hex, 'hex').toString('latin1');
  return strings.filter((each) => each.includes(secret)).map((each) => each.slice(0, 120));
}

async function read(stream: AsyncIterable<Buffer | string>): Promise<string> {
  const pieces: string[] = [];
  for await (const piece of stream) {
    pieces.push(piece.toString());
  }
  return pieces.join('');
}

const { hex, texts }: { hex: string; texts: readonly string[] } = JSON.parse(await read(process.stdin));
await redactAll(texts, hex);
let held = await findHeld();
// On a loaded machine V8 still compiles beside, and holds what it was called with. What the redactor keeps stays.
for (let attempt = 1; held.length > 0 && attempt < ATTEMPTS; attempt += 1) {
  held = [];
  await setTimeout(PAUSE_MS);
  held = await findHeld();
}
const report: HeapReport = { redactors: kept.length, held };
process.stdout.write(JSON.stringify(report));
