import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { FigureTexts } from './figure.js';

const README = fileURLToPath(new URL('../../test/bench/README.md', import.meta.url));
const BLOCK = /(<!-- bench -->\n)[\s\S]*?(<!-- \/bench -->)/;

/** One figure as a line for people. */
export function lineText({ what, target, wall, cpu, verdict }: FigureTexts): string {
  const byCpu = cpu === '' ? '' : `(processor time ${cpu})`;
  return `${verdict.padEnd(6)} ${wall.padStart(11)}  ${byCpu.padEnd(28)} ${target.padEnd(20)} ${what}\n`;
}

/** Puts the table between the markers of the README. */
export function writeReadme(rows: readonly FigureTexts[], heading: string): void {
  const head = ['| What | Target | Figure | By processor time | |', '|---|--:|--:|--:|---|'];
  const lines = rows.map((row) => `| ${row.what} | ${row.target} | ${row.wall} | ${row.cpu} | ${row.verdict} |`);
  const block = `${heading}\n\n${[...head, ...lines].join('\n')}\n`;
  const readme = readFileSync(README, 'utf8');
  writeFileSync(
    README,
    readme.replace(BLOCK, (_, begin: string, end: string) => `${begin}${block}${end}`),
  );
}
