import { Readable } from 'node:stream';
import { text as textOf } from 'node:stream/consumers';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createRedactor } from '../../src/index.js';

const MAIL = ['ann.lee', 'example.com'].join('@');
const TEXT = `Größe 7, von ${MAIL}, danke\n`;
const HIDDEN = 'Größe 7, von [REDACTED:email], danke\n';

describe('a redactor without a kernel', () => {
  it('hides what it finds in a text, and counts it', () => {
    expect(createRedactor().redactText(TEXT)).toEqual({ text: HIDDEN, redactions: { email: 1 } });
  });

  it('judges a row as a whole', () => {
    const { row, redactions } = createRedactor().redactRow({ id: 7, password: 'hunter2 hunter2', mail: MAIL });
    expect(row).toEqual({ id: 7, password: '[REDACTED:password]', mail: '[REDACTED:email]' });
    expect(redactions).toEqual({ password: 1, email: 1 });
  });

  it("hides values of one's own, and asks the detectors that were chosen", () => {
    const { redactText } = createRedactor({ secrets: ['blue-heron-7781'], groups: { personal: false } });
    expect(redactText(`${MAIL} blue-heron-7781`).text).toBe(`${MAIL} [REDACTED:config_secret]`);
  });

  it('gives the same wherever the text is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(TEXT.length), { maxLength: 5 }), (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), TEXT.length];
        const run = createRedactor().startRun();
        const shown = edges.slice(1).map((end, index) => run.push(TEXT.slice(edges[index], end)).text);
        expect(shown.join('') + run.end().text).toBe(HIDDEN);
      }),
    );
  });

  it('is a stream of both kinds, also where a character is cut', async () => {
    const bytes = Buffer.from(TEXT);
    const pieces = [...bytes].map((_, index) => bytes.subarray(index, index + 1));
    const { transformStream, nodeTransform } = createRedactor();
    const web = new ReadableStream<Uint8Array>({
      start(controller) {
        for (const piece of pieces) {
          controller.enqueue(piece);
        }
        controller.close();
      },
    }).pipeThrough(transformStream());
    let seen = '';
    for await (const piece of web) {
      seen += piece;
    }
    expect(seen).toBe(HIDDEN);
    expect(await textOf(Readable.from(pieces).pipe(nodeTransform()))).toBe(HIDDEN);
    expect(await textOf(Readable.from([TEXT]).pipe(nodeTransform()))).toBe(HIDDEN);
  });

  it.each([
    ['an option that is none', () => createRedactor(JSON.parse('{"packz":["us"]}')), 'createRedactor.packz'],
    ['a pack that is none', () => createRedactor(JSON.parse('{"packs":["moon"]}')), 'createRedactor.packs[0]'],
    ['a text that is none', () => createRedactor().redactText(JSON.parse('7')), 'redactText'],
    ['a row that is missing', () => createRedactor().redactRow(JSON.parse('{}').row), 'redactRow'],
    ['a row that JSON cannot hold', () => createRedactor().redactRow(Object({ at: new Date(0) })), 'redactRow.at'],
  ])('refuses %s', (_name, call, place) => {
    expect(call).toThrow(expect.objectContaining({ code: 'USAGE', message: expect.stringContaining(place) }));
  });

  it('refuses more of a text that has ended', () => {
    const run = createRedactor().startRun();
    expect(run.push('token=').text + run.end().text).toBe('token=');
    const told = (place: string) => expect.objectContaining({ code: 'USAGE', message: `${place}: the text has ended` });
    expect(() => run.push('x')).toThrow(told('push'));
    expect(() => run.end()).toThrow(told('end'));
  });

  it('refuses pieces of a stream that are neither text nor bytes', async () => {
    const { readable, writable } = createRedactor().transformStream();
    const told = expect.objectContaining({ code: 'USAGE', message: 'transformStream: expected text or bytes' });
    const reading = expect(readable.getReader().read()).rejects.toThrow(told);
    await expect(writable.getWriter().write(JSON.parse('7'))).rejects.toThrow(told);
    await reading;
  });
});
