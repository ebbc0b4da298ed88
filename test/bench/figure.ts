/** What a benchmark may use. */
export interface Setting {
  /** Its own, empty, removed afterwards. */
  readonly directory: string;
  /** Take the time for the sizes that the targets name. */
  readonly isFull: boolean;
}

/** One row of the table. */
export interface Figure {
  readonly what: string;
  readonly unit: keyof typeof UNITS;
  /** By the clock on the wall. */
  readonly wall: number;
  /** The same by the processor time of the process; on a busy machine the wall measures the neighbours too. */
  readonly cpu?: number;
  readonly atMost?: number;
  readonly atLeast?: number;
}

export interface Benchmark {
  readonly name: string;
  readonly run: (setting: Setting) => AsyncIterable<Figure>;
}

const UNITS = {
  times: { suffix: ' ×', digits: 2 },
  percent: { suffix: ' %', digits: 0 },
  ms: { suffix: ' ms', digits: 1 },
  mb: { suffix: ' MB', digits: 0 },
  kb_per_s: { suffix: ' kB/s', digits: 1 },
  each_second: { suffix: ' /s', digits: 1 },
  mb_per_s: { suffix: ' MB/s', digits: 0 },
} as const;

export interface FigureTexts {
  readonly what: string;
  readonly target: string;
  readonly wall: string;
  readonly cpu: string;
  readonly verdict: string;
}

/** The figure in words. `isBusy`: judge by processor time where there is one. */
export function figureTexts(figure: Figure, isBusy: boolean): FigureTexts {
  const { what, unit, wall, cpu } = figure;
  const text = (value: number): string => `${value.toFixed(UNITS[unit].digits)}${UNITS[unit].suffix}`;
  return {
    what,
    target: targetText(figure, text),
    wall: text(wall),
    cpu: cpu === undefined ? '' : text(cpu),
    verdict: verdict(figure, isBusy ? (cpu ?? wall) : wall),
  };
}

function targetText({ atMost, atLeast }: Figure, text: (value: number) => string): string {
  if (atMost !== undefined) {
    return `at most ${text(atMost)}`;
  }
  return atLeast === undefined ? '' : `at least ${text(atLeast)}`;
}

function verdict({ atMost, atLeast }: Figure, value: number): string {
  if (atMost === undefined && atLeast === undefined) {
    return '';
  }
  const isMet = value <= (atMost ?? Number.POSITIVE_INFINITY) && value >= (atLeast ?? Number.NEGATIVE_INFINITY);
  return isMet ? 'pass' : 'short';
}
