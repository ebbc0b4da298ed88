import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { arch, cpus } from 'node:os';
import type { Input, Judged } from './figure.js';

/** What one benchmark found. */
export interface Run {
  readonly name: string;
  readonly date: string;
  readonly isFull: boolean;
  readonly isBusy: boolean;
  readonly figures: readonly Judged[];
  readonly inputs: readonly Input[];
}

/** All figures, for programs. */
export interface Figures {
  readonly machine: string;
  readonly node: string;
  readonly runs: readonly Run[];
}

export function figuresOf(runs: readonly Run[]): Figures {
  const [cpu] = cpus();
  return { machine: `${cpu?.model.trim() ?? arch()}, ${cpus().length} cores`, node: process.version, runs };
}

export function readFigures(file: string): Figures {
  const { about, runs }: Written = JSON.parse(readFileSync(file, 'utf8'));
  return { ...about, runs: runs.map(({ run, ...found }) => ({ ...run, ...found })) };
}

interface Written {
  readonly about: Omit<Figures, 'runs'>;
  readonly runs: readonly (Pick<Run, 'inputs' | 'figures'> & { readonly run: Omit<Run, 'inputs' | 'figures'> })[];
}

/** A line for each figure, so that two versions can be compared by eye. */
export function writeFigures(file: string, { runs, ...about }: Figures): void {
  const rounded = (_: string, value: unknown): unknown =>
    typeof value === 'number' ? Number(value.toPrecision(4)) : value;
  const text = (value: unknown): string => JSON.stringify(value, rounded);
  const lines = (values: readonly unknown[]): string => `[\n${values.map(text).join(',\n')}\n]`;
  const blocks = runs.map(({ figures, inputs, ...run }) =>
    [`{"run":${text(run)}`, `"inputs":${lines(inputs)}`, `"figures":${lines(figures)}}`].join(',\n'),
  );
  writeFileSync(file, `{"about":${text(about)},"runs":[\n${blocks.join(',\n')}\n]}\n`);
}

/** With the runs of an earlier file that were not made anew, if they are of the same machine. */
export function withEarlier(figures: Figures, file: string): Figures {
  const earlier = existsSync(file) ? readFigures(file) : undefined;
  if (earlier === undefined || earlier.machine !== figures.machine || earlier.node !== figures.node) {
    return figures;
  }
  const made = new Map(figures.runs.map((run) => [run.name, run]));
  const known = new Set(earlier.runs.map(({ name }) => name));
  const added = figures.runs.filter(({ name }) => !known.has(name));
  return { ...figures, runs: [...earlier.runs.map((run) => made.get(run.name) ?? run), ...added] };
}
