import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MetValue } from '../../src/contract/named-values.js';
import { ALL_DETECTORS, DETECTORS } from '../../src/firewall/find/detectors.js';
import { putBack } from '../../src/firewall/find/put-back.js';
import { redactBytes } from '../../src/firewall/find/redact-bytes.js';
import type { RedactionOptions } from '../../src/firewall/find/redactor.js';
import { createNameBook } from '../../src/kernel/in-clear/name-book.js';
import { chooseDetectors, loadDetectorFixtures } from '../support/detector-fixtures.js';
import { everyCut, someTwoCuts } from '../support/every-split.js';
import { proofSize } from '../support/proof-size.js';

const MAIL = ['ada', 'example.org'].join('@');
const OTHER = ['bob', 'example.org'].join('@');
const KEY = ['AK', 'IAQ3EGTVW5XZ7YB2NM'].join('');
const PEM = `-----BEGIN ${'PRIVATE'} KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\nabcd\n-----END ${'PRIVATE'} KEY-----`;

/** The detectors' own fixtures are tried elsewhere: in the usual run some are put back. */
const EVERY = proofSize(3, 1);

const MAP = 'h_0123456789';

async function collected(pieces: AsyncIterable<{ readonly bytes: () => Uint8Array }>): Promise<Buffer> {
  const all: Uint8Array[] = [];
  for await (const piece of pieces) {
    all.push(piece.bytes());
  }
  return Buffer.concat(all);
}

async function* from(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces;
}

/** What is shown of pieces of a text, and what was kept of it. */
async function named(pieces: readonly Uint8Array[], options: RedactionOptions = {}) {
  const book = createNameBook(MAP);
  const values = new Map<string, string>();
  const name = async (met: readonly MetValue[]): Promise<readonly string[]> =>
    met.map((each) => {
      const given = book.name(each);
      if (given?.entry !== undefined) {
        values.set(given.entry.placeholder, given.entry.value);
      }
      return given?.placeholder ?? `[REDACTED:${each.type}]`;
    });
  const shown = await collected(
    redactBytes(from(pieces), { ...options, isLocated: false, onInvalid: () => undefined, name }),
  );
  return { shown, values };
}

const restored = (pieces: readonly Uint8Array[], values: ReadonlyMap<string, string>) =>
  collected(putBack(from(pieces), (placeholder) => values.get(placeholder)));

const NUMBER = /(\[REDACTED:[a-z0-9_]+):[0-9a-f]{4}\]/g;

function cut(bytes: Uint8Array, size: number): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) => bytes.subarray(at * size, (at + 1) * size));
}

function splits(bytes: Uint8Array): readonly (readonly Uint8Array[])[] {
  const all: (readonly Uint8Array[])[] = [];
  everyCut(bytes, (pieces) => all.push(pieces));
  someTwoCuts(bytes, (pieces) => all.push(pieces), proofSize(60, 400));
  return all;
}

const FIRST = Number.parseInt((createNameBook(MAP).name(met(MAIL))?.placeholder ?? '').slice(-5, -1), 16);
const numbered = (type: string, after: number): string => `[REDACTED:${type}:${(FIRST + after).toString(16)}]`;

function met(value: string, type = 'email'): MetValue {
  return { type, value, isPlaceholder: false };
}

describe('named text', () => {
  it('gives equal values equal placeholders', async () => {
    const { shown, values } = await named([Buffer.from(`${MAIL}, ${OTHER}; ${MAIL}`)]);
    expect(shown.toString()).toBe(`${numbered('email', 0)}, ${numbered('email', 1)}; ${numbered('email', 0)}`);
    expect([...values.values()]).toEqual([MAIL, OTHER]);
  });

  const texts: Readonly<Record<string, string | Uint8Array>> = {
    values: `mail ${MAIL} and ${OTHER}, ${MAIL}.\nkey ${KEY}\n`,
    'what is withheld': `a\n${PEM}\nb ${MAIL}`,
    'placeholders of another time': `${MAIL} [REDACTED:email] ${numbered('email', 1)} ${OTHER} ${numbered('email', 0)}`,
    'beginnings of placeholders': `[REDACTED:[REDACTED:email:${MAIL} [REDA [REDACTED:email:12`,
    'no text': Buffer.concat([Buffer.from(`x\xff ${MAIL}`, 'latin1'), Buffer.from([0xc3, 0x28, 0x0a])]),
    'UTF-16': Buffer.from(`\ufeffmail ${MAIL} \ud83d\ude00 ${OTHER}`, 'utf16le'),
    'what shows nothing': `mail a\u200bda\u0008@example.org ${MAIL} \u001b[1m${KEY}\u001b[0m`,
  };
  it.each(Object.entries(texts))(
    'of %s is put back byte for byte, however it was cut',
    async (_name, text) => {
      const bytes = Buffer.from(text);
      const whole = await named([bytes]);
      expect(whole.shown.equals(bytes)).toBe(false);
      expect(await restored([whole.shown], whole.values)).toEqual(bytes);
      for (const pieces of splits(bytes)) {
        expect(await named(pieces)).toEqual(whole);
      }
      for (const pieces of splits(whole.shown)) {
        expect(await restored(pieces, whole.values)).toEqual(bytes);
      }
    },
    60_000,
  );

  it('of every fixture is put back, and hides what it is to hide', async () => {
    const optionsFor = chooseDetectors({ ALL_DETECTORS, DETECTORS });
    const wrong: string[] = [];
    let changed = 0;
    for (const { name, detector, input, expected } of loadDetectorFixtures().filter((_, at) => at % EVERY === 0)) {
      const bytes = Buffer.from(input);
      const { shown, values } = await named(cut(bytes, 5), optionsFor(detector));
      const isBack = bytes.equals(await restored(cut(shown, 5), values));
      const isHidden = shown.toString().replace(NUMBER, '$1]') === expected.replace(NUMBER, '$1]');
      wrong.push(...(isBack && isHidden ? [] : [name]));
      changed += bytes.equals(shown) ? 0 : 1;
    }
    expect([wrong, changed > 1000 / EVERY]).toEqual([[], true]);
  });

  it('of random texts, too', async () => {
    const part = fc.constantFrom(MAIL, OTHER, KEY, PEM, ' ', '\n', '[REDACTED:email]', '[', 'x', ': ', '\u200b');
    const old = fc.nat(3).map((after) => numbered('email', after));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(part, old), { maxLength: 12 }), fc.nat(400), async (parts, cut) => {
        const bytes = Buffer.from(parts.join(''));
        const { shown, values } = await named([bytes.subarray(0, cut), bytes.subarray(cut)]);
        expect(await restored([shown.subarray(0, cut), shown.subarray(cut)], values)).toEqual(bytes);
      }),
    );
  });

  it('of a value that is too long to be kept is plain', async () => {
    const { shown, values } = await named([Buffer.from(`${PEM.replace('abcd', 'A'.repeat(70_000))} ${MAIL}`)]);
    expect(shown.toString()).toBe(`[REDACTED:private_key] ${numbered('email', 0)}`);
    expect(values.size).toBe(1);
  });

  it('leaves what a model has made of it as it is, but for the placeholders', async () => {
    const { shown, values } = await named([Buffer.from(`write to ${MAIL}`)]);
    const answer = `<b>${shown.toString().slice(9)}</b>, not [REDACTED:email:0000] nor [REDACTED:Email:1]`;
    expect((await restored([Buffer.from(answer)], values)).toString()).toBe(
      `<b>${MAIL}</b>, not [REDACTED:email:0000] nor [REDACTED:Email:1]`,
    );
  });
});

describe('a name book', () => {
  it('keeps so many values and no more', () => {
    const book = createNameBook(MAP);
    for (let n = 0; n < 50_000; n += 1) {
      expect(book.name(met(`${n}`))?.entry).toBeDefined();
    }
    expect([book.name(met('more')), book.values()]).toEqual([undefined, 50_000]);
    expect(book.name(met('7'))?.placeholder).toMatch(/^\[REDACTED:email:[0-9a-f]{4}\]$/);
  });

  it('keeps so many bytes and no more', () => {
    const book = createNameBook(MAP);
    const long = 'x'.repeat(1024 * 1024);
    const kept = Array.from({ length: 20 }, (_, n) => book.name(met(`${n}${long}`))).filter(Boolean);
    expect(kept.length).toBe(15);
  });

  it('never gives a number that the text has', () => {
    const book = createNameBook(MAP);
    const old = { ...met(numbered('phone', 0)), isPlaceholder: true };
    expect(book.name(old)).toEqual({ placeholder: old.value });
    expect(book.name(met(MAIL))?.placeholder).toBe(numbered('email', 1));
    const late = { ...met(numbered('email', 1)), isPlaceholder: true };
    expect(book.name(late)?.entry).toEqual({ placeholder: numbered('email', 2), value: numbered('email', 1) });
  });
});
