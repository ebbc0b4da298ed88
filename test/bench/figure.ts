/** What a benchmark may use. */
export interface Setting {
  /** Its own, empty, removed afterwards. */
  readonly directory: string;
  /** Take the time for the sizes that the targets name. */
  readonly isFull: boolean;
  /** Programs of Node to start beside this one. */
  readonly otherNodes: readonly string[];
}

/** One figure. */
export interface Figure {
  readonly subject: string;
  /** Which figure of the subject, where there are several. */
  readonly aspect?: string;
  readonly unit: keyof typeof UNITS;
  /** By the clock on the wall. */
  readonly wall: number;
  /** The same by the processor time of the process; on a busy machine the wall measures the neighbours too. */
  readonly cpu?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

/** Real text that was measured with, and what of it this machine has not. */
export interface Input {
  readonly kind: string;
  readonly bytes: number;
  readonly from: readonly string[];
  readonly missing: readonly string[];
}

export interface Benchmark {
  readonly name: string;
  readonly run: (setting: Setting) => AsyncIterable<Figure | Input>;
}

const UNITS = {
  times: { suffix: ' ×', digits: 2, isMoreBetter: false },
  percent: { suffix: ' %', digits: 1, isMoreBetter: true },
  ms: { suffix: ' ms', digits: 1, isMoreBetter: false },
  s: { suffix: ' s', digits: 1, isMoreBetter: false },
  h: { suffix: ' h', digits: 2, isMoreBetter: false },
  count: { suffix: '', digits: 1, isMoreBetter: false },
  kb: { suffix: ' kB', digits: 1, isMoreBetter: false },
  gb: { suffix: ' GB', digits: 1, isMoreBetter: false },
  mb: { suffix: ' MB', digits: 0, isMoreBetter: false },
  kb_per_s: { suffix: ' kB/s', digits: 1, isMoreBetter: false },
  each_second: { suffix: ' /s', digits: 1, isMoreBetter: false },
  mb_per_s: { suffix: ' MB/s', digits: 0, isMoreBetter: true },
  times_as_fast: { suffix: ' ×', digits: 2, isMoreBetter: true },
} as const;

/** A figure with the value that counts. */
export interface Judged extends Figure {
  readonly value: number;
  /** Whether the target is met, where there is one. */
  readonly isMet?: boolean;
}

/** `isBusy`: by processor time where there is one. */
export function judge(figure: Figure, isBusy: boolean): Judged {
  const { wall, cpu, atMost, atLeast } = figure;
  const value = isBusy ? (cpu ?? wall) : wall;
  if (atMost === undefined && atLeast === undefined) {
    return { ...figure, value };
  }
  const isMet = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  return { ...figure, value, isMet };
}

export function nameOf({ subject, aspect }: Figure): string {
  return aspect === undefined ? subject : `${subject}: ${aspect}`;
}

export function isMoreBetter({ unit, atMost, atLeast }: Figure): boolean {
  return atLeast !== undefined || (atMost === undefined && UNITS[unit].isMoreBetter);
}

/** A value of the figure in words. */
export function valueText({ unit }: Figure, value: number): string {
  return `${value.toFixed(UNITS[unit].digits)}${UNITS[unit].suffix}`;
}

export function targetText(figure: Figure): string {
  const { atMost, atLeast } = figure;
  if (atMost !== undefined) {
    return `at most ${valueText(figure, atMost)}`;
  }
  return atLeast === undefined ? '' : `at least ${valueText(figure, atLeast)}`;
}
