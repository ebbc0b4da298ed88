import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Explained, Tally } from '../redact-run.js';

/** Where a finding begins, what it is, and why. */
export function explainedLine({ line, column, type, detector, group, validates }: Explained): string {
  return terminalSafeLine(`${line}:${column} ${type} (${detector}, ${group}): ${validates}`).concat('\n');
}

export function tallyText({ findings, by_type: types, by_detector: detectors }: Tally): string {
  const lines = [
    `findings: ${findings}`,
    ...countLines('type', types),
    ...(findings === 0 ? [] : countLines('detector', detectors)),
  ];
  return `${lines.map(terminalSafeLine).join('\n')}\n`;
}

function countLines(title: string, counts: Readonly<Record<string, number>>): readonly string[] {
  return Object.entries(counts).map(([name, count]) => `${title} ${name}: ${count}`);
}
