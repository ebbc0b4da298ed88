import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Benchmark, Figure, Setting } from './figure.js';
import { median, type Spent } from './measure.js';
import { inBlocks, MOST_BYTES, sizeOf } from './texts/gather.js';
import { type MadeText, madeTexts } from './texts/made.js';
import type { Passed } from './texts/pass.js';
import { type RealText, realTexts } from './texts/real.js';

/** A process for each figure; beside this program when both are built. */
const PASS = fileURLToPath(new URL('texts/pass.js', import.meta.url));
const ROUNDS = 3;
const FULL_ROUNDS = 7;
const PEERS = ['secretlint', '@redactpii/node'];
const PEER_BYTES = 4_000_000;
const WARM_PERCENT = 25;
const COLD_PERCENT = 6;
const TIMES_SECRETLINT = 3;
/** The target is of 8 MB; in much less, what is done once weighs more. */
const LEAST_COLD_BYTES = 3_500_000;

/** Text through the redactor in pieces of 64 KiB, each kind in processes of its own. */
export const redactor: Benchmark = {
  name: 'redactor',
  async *run(setting) {
    const { kinds, tooSmall } = realTexts();
    for (const text of [...kinds, ...tooSmall]) {
      const { kind, from, missing } = text;
      const isUsed = kinds.includes(text);
      yield {
        kind,
        bytes: isUsed ? Math.min(sizeOf(text.texts), MOST_BYTES) : 0,
        from: isUsed ? from : [],
        missing: isUsed ? missing : [`too little of: ${[...from, ...missing].join(', ')}`],
      };
    }
    for (const text of kinds) {
      yield* ofRealText(text, setting);
    }
    for (const made of madeTexts(kinds)) {
      yield ofMadeText(made, setting);
    }
  },
};

function* ofRealText({ kind, texts }: RealText, { directory, isFull }: Setting): Generator<Figure> {
  const file = join(directory, 'text');
  writeFileSync(file, inBlocks(texts));
  const rounds = Array.from({ length: isFull ? FULL_ROUNDS : ROUNDS }, () => ({
    warm: pass(file, []),
    cold: pass(file, ['--cold']),
    peers: PEERS.map((peer) => pass(file, ['--engine', peer, '--bytes', String(PEER_BYTES)])),
  }));
  const warm = rounds.map((round) => round.warm);
  const cold = rounds.map((round) => round.cold);
  const isLong = (cold[0]?.bytes ?? 0) >= LEAST_COLD_BYTES;
  yield { subject: kind, aspect: 'the bare loop', ...speed(warm, ({ bare }) => bare) };
  yield { subject: kind, aspect: 'warm', unit: 'percent', ...share(warm), atLeast: WARM_PERCENT };
  yield { subject: kind, aspect: 'warm, speed', ...speed(warm, ({ engine }) => engine) };
  const coldTarget = isLong ? { atLeast: COLD_PERCENT } : {};
  yield { subject: kind, aspect: 'cold', unit: 'percent', ...share(cold), ...coldTarget };
  yield { subject: kind, aspect: 'cold, speed', ...speed(cold, ({ engine }) => engine) };
  for (const [index, peer] of PEERS.entries()) {
    const theirs = rounds.flatMap(({ peers }) => peers[index] ?? []);
    const target = peer === 'secretlint' ? { atLeast: TIMES_SECRETLINT } : {};
    yield { subject: kind, aspect: `against ${peer}`, unit: 'times_as_fast', ...quotient(warm, theirs), ...target };
  }
}

function ofMadeText({ kind, text, atLeast }: MadeText, { directory, isFull }: Setting): Figure {
  const file = join(directory, 'text');
  writeFileSync(file, text);
  const warm = Array.from({ length: isFull ? FULL_ROUNDS : ROUNDS }, () => pass(file, []));
  return { subject: kind, aspect: 'warm', unit: 'percent', ...share(warm), atLeast };
}

function pass(file: string, flags: readonly string[]): Passed {
  return JSON.parse(execFileSync(process.execPath, [PASS, '--file', file, ...flags], { encoding: 'utf8' }));
}

type Values = Pick<Figure, 'wall'> & { readonly cpu: number };

/** As a part of the speed of the bare loop over the same text in the same process, in percent. */
function share(passed: readonly Passed[]): Values {
  const of = (key: keyof Spent): number => median(passed.map(({ engine, bare }) => (100 * bare[key]) / engine[key]));
  return { wall: of('wallMs'), cpu: of('cpuMs') };
}

/** Each beside its own bare loop, as both may have had other neighbours. */
function quotient(ours: readonly Passed[], theirs: readonly Passed[]): Values {
  const [one, other] = [share(ours), share(theirs)];
  return { wall: one.wall / other.wall, cpu: one.cpu / other.cpu };
}

function speed(passed: readonly Passed[], spentOf: (passed: Passed) => Spent): Values & { readonly unit: 'mb_per_s' } {
  const of = (key: keyof Spent): number => median(passed.map((one) => one.bytes / 1000 / spentOf(one)[key]));
  return { unit: 'mb_per_s', wall: of('wallMs'), cpu: of('cpuMs') };
}
