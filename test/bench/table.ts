import { readFileSync, writeFileSync } from 'node:fs';
import { type Input, type Judged, nameOf, targetText, valueText } from './figure.js';
import type { Figures, Run } from './figures-file.js';

const BLOCK = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;
/** These have many figures of each subject. */
const WIDE = ['start-up', 'redactor'];
const BUSY = 'the machine was busy, so by processor time where there is one';
const VERDICTS = new Map([
  [true, 'pass'],
  [false, 'short'],
]);

/** One figure as a line for people. */
export function lineText(figure: Judged): string {
  const { wall, cpu, isMet } = figure;
  const byCpu = cpu === undefined ? '' : `(processor time ${valueText(figure, cpu)})`;
  const verdict = isMet === undefined ? '' : (VERDICTS.get(isMet) ?? '');
  const cells = [verdict.padEnd(6), valueText(figure, wall).padStart(11), byCpu.padEnd(28)];
  return `${[...cells, targetText(figure).padEnd(20)].join(' ')} ${nameOf(figure)}\n`;
}

export function writeReadme(figures: Figures, readme: string): void {
  const page = readFileSync(readme, 'utf8');
  writeFileSync(
    readme,
    page.replace(BLOCK, (_, begin: string, end: string) => `${begin}${blockText(figures)}${end}`),
  );
}

function blockText({ machine, node, runs }: Figures): string {
  const short = runs.flatMap((run) => run.figures).filter(({ isMet }) => isMet === false);
  const others = runs.filter(({ name }) => !WIDE.includes(name));
  return [
    `${machine}, Node ${node}.\n`,
    ...circumstances(runs),
    `\n**Short of the target: ${short.length}**, in bold below. In brackets: the target.\n`,
    ...runs.filter(({ name }) => WIDE.includes(name)).flatMap(wideTable),
    '| What | Figure |\n|---|--:|',
    ...others.flatMap(({ figures }) => figures.map((figure, at) => rowText(figure, figures[at - 1]))),
    '',
    ...inputTexts(runs.flatMap(({ inputs }) => inputs)),
    '',
  ].join('\n');
}

/** When and how each was measured, those alike together. */
function circumstances(runs: readonly Run[]): readonly string[] {
  const names = new Map<string, string[]>();
  for (const { name, date, isFull, isBusy } of runs) {
    const how = `${date}, ${isFull ? 'full' : 'short'} sizes, ${isBusy ? BUSY : 'a quiet machine'}`;
    names.set(how, [...(names.get(how) ?? []), name]);
  }
  return [...names].map(([how, own]) => `- ${how}: ${own.join(', ')}`);
}

/** A row for each subject, a column for each aspect. */
function wideTable({ figures }: Run): readonly string[] {
  const aspects = [...new Set(figures.map(({ aspect }) => aspect ?? ''))];
  const subjects = [...new Set(figures.map(({ subject }) => subject))];
  const cellOf = (subject: string, aspect: string): string => {
    const figure = figures.find((each) => each.subject === subject && (each.aspect ?? '') === aspect);
    return figure === undefined ? '' : cell(figure);
  };
  return [
    `| | ${aspects.join(' | ')} |`,
    `|---|${'--:|'.repeat(aspects.length)}`,
    ...subjects.map((subject) => `| ${subject} | ${aspects.map((aspect) => cellOf(subject, aspect)).join(' | ')} |`),
    '',
  ];
}

/** The subject only where it changes. */
function rowText(figure: Judged, before: Judged | undefined): string {
  const isSame = figure.subject === before?.subject && figure.aspect !== undefined;
  return `| ${isSame ? `— ${figure.aspect}` : nameOf(figure)} | ${cell(figure)} |`;
}

function cell(figure: Judged): string {
  const text = valueText(figure, figure.value);
  const target = figure.atMost ?? figure.atLeast;
  const shown = figure.isMet === false ? `**${text}**` : text;
  return target === undefined ? shown : `${shown} (${target})`;
}

/** Kinds from the same places together. */
function inputTexts(inputs: readonly Input[]): readonly string[] {
  const packages = [...new Set(inputs.flatMap(({ from }) => from.filter(isPackage)))].sort();
  const others = inputs.flatMap(({ kind, from }) => {
    const places = from.filter((place) => !isPackage(place));
    return places.length === 0 ? [] : [`${kind}: ${places.join(', ')}`];
  });
  const missing = [...new Set(inputs.flatMap((input) => input.missing))];
  const sizes = inputs.map(({ kind, bytes }) => `${kind} ${(bytes / 1e6).toFixed(1)} MB`);
  return [
    `Real text: ${sizes.join(', ')}.`,
    `From ${packages.length} packages, named in figures.json.`,
    `From elsewhere: ${others.join('; ')}.`,
    `Not on this machine: ${missing.join(', ') || 'nothing'}.`,
  ];
}

function isPackage(place: string): boolean {
  return /^(?:@[\w-]+\/)?[\w.-]+@\d/.test(place);
}
