/** What was counted at a time. */
export interface Sample {
  readonly at: number;
  readonly rows: number;
  readonly bytes: number;
}

/** The last seconds of a run; rates are those of this span. */
export type Samples = readonly Sample[];

const SPAN_MS = 3000;
const LEAST_GAP_MS = 150;

export function addSample(samples: Samples, sample: Sample): Samples {
  const last = samples.at(-1);
  if (last !== undefined && sample.at - last.at < LEAST_GAP_MS) {
    return samples;
  }
  const oldest = sample.at - SPAN_MS;
  // One sample from before the span stays, so that it is measured whole.
  const from = samples.findIndex((_, index) => (samples[index + 1]?.at ?? Number.POSITIVE_INFINITY) > oldest);
  return [...samples.slice(Math.max(0, from)), sample];
}

export interface Rates {
  readonly rows: number;
  readonly bytes: number;
}

/** A second; undefined while there is nothing to compare. */
export function ratesOf(samples: Samples): Rates | undefined {
  const [first, last] = [samples[0], samples.at(-1)];
  if (first === undefined || last === undefined || last.at <= first.at) {
    return undefined;
  }
  const seconds = (last.at - first.at) / 1000;
  return { rows: (last.rows - first.rows) / seconds, bytes: (last.bytes - first.bytes) / seconds };
}
