import type { Frame } from './frame.js';
import { isAllShown } from './frame-account.js';
import { highlightLines } from './highlight-lines.js';

/**
 * Frames as a program reads them aloud: their text as it is, of whatever channel; each row as a line of JSON; the telling
 * lines of a long text; and facts as lines where they stand for what was left out. Whatever comes in lines begins at the
 * start of one.
 */
export function frameTexts(): (frame: Frame) => string {
  let isLineStart = true;
  let channel: string | undefined;
  return (frame) => {
    const lines = linesOf(frame).map((line) => `${line}\n`);
    let whole = '';
    const add = (part: string, startsLine: boolean): void => {
      if (part !== '') {
        whole += startsLine && !isLineStart ? `\n${part}` : part;
        isLineStart = part.endsWith('\n');
      }
    };
    add(frame.text ?? '', frame.channel !== channel);
    channel = frame.text === undefined ? channel : frame.channel;
    add(lines.join(''), true);
    return whole;
  };
}

function linesOf(frame: Frame): readonly string[] {
  const { rows = [], raw_data: raw, highlights = [], facts = [], folded = [] } = frame;
  return [
    ...[...rows, ...(raw === undefined ? [] : [raw])].map((value) => JSON.stringify(value)),
    ...highlightLines(highlights),
    ...(isAllShown(frame) ? [] : [...facts, ...folded]),
  ];
}
