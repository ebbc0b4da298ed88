import { isMoreBetter, type Judged, judge, nameOf, valueText } from './figure.js';
import type { Figures, Run } from './figures-file.js';

/** Runs of the same program differ by less. */
const NOISE = 0.15;

interface Pair {
  readonly figure: Judged;
  readonly now: number;
  readonly then: number;
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

function pairsOf(run: Run, earlier: Figures): readonly Pair[] {
  const before = earlier.runs.find(({ name }) => name === run.name);
  const byName = new Map(before?.figures.map((figure) => [nameOf(figure), figure]));
  const isBusy = run.isBusy || before?.isBusy === true;
  return run.figures.flatMap((figure) => {
    const other = byName.get(nameOf(figure));
    return other === undefined || other.unit !== figure.unit ? [] : [pairOf(figure, other, isBusy)];
  });
}

/** Both by the same clock. */
function pairOf(figure: Judged, other: Judged, isBusy: boolean): Pair {
  const [now, then] = [judge(figure, isBusy).value, judge(other, isBusy).value];
  return { figure, now, then, gain: isMoreBetter(figure) ? now / then : then / now };
}

function line({ figure, now, then }: Pair): string {
  const change = (100 * (now - then)) / then;
  const percent = `${change > 0 ? '+' : ''}${change.toFixed(0)} %`;
  return `${percent.padStart(7)}  ${valueText(figure, then)} → ${valueText(figure, now)}  ${nameOf(figure)}`;
}

function isSameMachine(one: Figures, other: Figures): boolean {
  return one.machine === other.machine && one.node === other.node;
}
