import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { everyCut, partitions } from '../../support/every-split.js';
import { allCases, type Outcome, outcomeOf, type StreamCase } from '../../support/model-streams.js';

/** Calls whose ids are of no matter leave them out in the fixture. */
function withoutUnsaidIds(outcome: Outcome, expected: Outcome): Outcome {
  const calls = outcome.calls.map((call, index) =>
    / @\S+/.test(expected.calls[index] ?? '') ? call : call.replace(/ @\S+$/, ''),
  );
  return { ...outcome, calls };
}

/** What is not as expected, however the body is cut; comparing texts is what makes so many cuts affordable. */
async function differencesOf({ provider, expected }: StreamCase, pieces: readonly Uint8Array[]): Promise<unknown[]> {
  const outcome = withoutUnsaidIds(await outcomeOf(provider, pieces), expected);
  return written(outcome) === written(expected) ? [] : [{ at: pieces[0]?.length, outcome }];
}

function written({ end, text, reasoning, calls, rejected, extra, usage, flags }: Outcome): string {
  return JSON.stringify([end, text, reasoning, calls, rejected, extra, usage, flags]);
}

const MOST_ENDS = 200;
/** With every end in them: here an event is complete without its line ends. */
const LAST_BYTES = 40;

describe.each(allCases())('$provider $name', (streamCase) => {
  const bytes = Buffer.from(streamCase.body);

  test('whole', async () => {
    const { provider, expected } = streamCase;
    expect(withoutUnsaidIds(await outcomeOf(provider, [bytes]), expected)).toEqual(expected);
  });

  test('cut at every byte, and byte by byte', async () => {
    const all: (readonly Uint8Array[])[] = [];
    everyCut(new Uint8Array(bytes), (pieces) => all.push(pieces));
    const differences = await Promise.all(all.map((pieces) => differencesOf(streamCase, pieces)));
    expect(all.length).toBeGreaterThan(40);
    expect(differences.flat()).toEqual([]);
  });

  test('cut at random', async () => {
    await fc.assert(
      fc.asyncProperty(partitions(new Uint8Array(bytes)), async (pieces) => {
        expect(await differencesOf(streamCase, pieces)).toEqual([]);
      }),
      { numRuns: 5 },
    );
  });

  test('broken off anywhere: nothing is called that the whole does not call', async () => {
    const whole = await outcomeOf(streamCase.provider, [bytes]);
    const stride = Math.ceil(bytes.length / MOST_ENDS);
    const ends = Array.from(bytes.keys()).filter((end) => end % stride === 0 || end > bytes.length - LAST_BYTES);
    const outcomes = ends.map((end) => outcomeOf(streamCase.provider, [bytes.subarray(0, end)]));
    const calling = (await Promise.all(outcomes)).filter(
      ({ end, calls }) => !end.startsWith('error') && calls.length > 0,
    );
    expect(calling.map(({ calls }) => calls)).toEqual(calling.map(() => whole.calls));
  });
});
