import { isMoreBetter, type Judged, nameOf, valueText } from './figure.js';
import type { Figures, Run } from './figures-file.js';

/** Runs of the same program differ by less. */
const NOISE = 0.15;

interface Pair {
  readonly now: Judged;
  readonly then: Judged;
  /** Above 1: better than it was. */
  readonly gain: number;
}

/** What has become better or worse since the earlier figures, by more than two runs differ anyway. */
export function differences(figures: Figures, earlier: Figures): string {
  const pairs = figures.runs.flatMap((run) => pairsOf(run, earlier));
  const worse = pairs.filter(({ gain }) => gain < 1 / (1 + NOISE)).sort((one, other) => one.gain - other.gain);
  const better = pairs.filter(({ gain }) => gain > 1 + NOISE).sort((one, other) => other.gain - one.gain);
  const same = pairs.length - worse.length - better.length;
  return [
    ...(isSameMachine(figures, earlier) ? [] : [`not the same machine: ${earlier.machine}, Node ${earlier.node}`]),
    `worse by more than ${100 * NOISE} %: ${worse.length}`,
    ...worse.map(line),
    `better by more than ${100 * NOISE} %: ${better.length}`,
    ...better.map(line),
    `as before: ${same}`,
    '',
  ].join('\n');
}

function pairsOf({ name, figures }: Run, earlier: Figures): readonly Pair[] {
  const before = earlier.runs.find((run) => run.name === name)?.figures ?? [];
  const byName = new Map(before.map((figure) => [nameOf(figure), figure]));
  return figures.flatMap((now) => {
    const then = byName.get(nameOf(now));
    return then === undefined || then.unit !== now.unit ? [] : [{ now, then, gain: gainOf(now, then) }];
  });
}

function gainOf(now: Judged, then: Judged): number {
  return isMoreBetter(now) ? now.value / then.value : then.value / now.value;
}

function line({ now, then }: Pair): string {
  const change = (100 * (now.value - then.value)) / then.value;
  const percent = `${change > 0 ? '+' : ''}${change.toFixed(0)} %`;
  return `${percent.padStart(7)}  ${valueText(then, then.value)} → ${valueText(now, now.value)}  ${nameOf(now)}`;
}

function isSameMachine(one: Figures, other: Figures): boolean {
  return one.machine === other.machine && one.node === other.node;
}
