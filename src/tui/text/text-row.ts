import { terminalSafeLine } from '../../contract/terminal-safe.js';
import { formatCell, isRecord } from './cells.js';

/** A row of text as it is drawn: the source it came from, and the line. */
export interface TextRowLine {
  /** Empty, or a name with a blank behind it. */
  readonly source: string;
  readonly line: string;
}

export function textRowLine(row: unknown): TextRowLine {
  const { text, channel } = isRecord(row) ? row : { text: row };
  const whole = typeof text === 'string' ? expandTabs(text.replace(/\n$/, '')) : formatCell(row);
  return {
    source: typeof channel === 'string' ? `${terminalSafeLine(channel).slice(0, 12)} ` : '',
    line: terminalSafeLine(whole),
  };
}

function expandTabs(text: string): string {
  let column = 0;
  return text.includes('\t')
    ? text
        .split('\t')
        .map((part, index, parts) => {
          column += part.length;
          const blanks = index === parts.length - 1 ? 0 : 8 - (column % 8);
          column += blanks;
          return part + ' '.repeat(blanks);
        })
        .join('')
    : text;
}
