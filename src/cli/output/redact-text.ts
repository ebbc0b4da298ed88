import { terminalSafeLine } from '../../contract/terminal-safe.js';
import type { Explained } from '../redact/open-redaction.js';
import type { Tally } from '../redact/tally.js';

/** Where a finding begins, what it is, and why. */
export function explainedLine({ line, column, type, detector, group, validates }: Explained, name?: string): string {
  const place = name === undefined ? `${line}:${column}` : `${name}:${line}:${column}`;
  return terminalSafeLine(`${place} ${type} (${detector}, ${group}): ${validates}`).concat('\n');
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
